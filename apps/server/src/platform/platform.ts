/** What every module may stand on. `app/composition/build-app.ts` makes one and hands it to the modules. */
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
  /** Rows that may be a few seconds old: for a closed list of reads. */
  readonly readStale: ReadStale;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly log: Logger;
}
