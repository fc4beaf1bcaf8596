/** The services that every module may use. `app/composition/build-app.ts` creates them and passes them to the modules. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db, ReadStale } from './db/database.ts';
import type { RunWrite } from './db/run-write.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Random } from './random.ts';
import type { Clock } from './tenant/clock.ts';

export interface Platform {
  readonly config: Config;
  readonly db: Db;
  /** For the closed list of reads that may return rows a few seconds old. */
  readonly readStale: ReadStale;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly log: Logger;
}
