/** What every module may stand on. `app/build-app.ts` makes one and hands it to the modules. */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { RunWrite } from './db/run-write.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Random } from './random.ts';

export interface Platform {
  readonly config: Config;
  readonly db: Db;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly log: Logger;
}
