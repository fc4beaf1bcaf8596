import type { Config } from '#platform/config.ts';
import type { ReadStale } from '#platform/db/database.ts';
import type { CountingDeps } from './count-due-days.ts';

import type { DrawReport } from './draw-report.ts';

export interface StatisticsDeps extends Pick<CountingDeps, 'clock' | 'timeZone'> {
  /** What was counted changes once in minutes. */
  readonly readStale: ReadStale;
  /** Beside the requests. */
  readonly drawReport: DrawReport;
  readonly config: Pick<Config, 'apiBase' | 'bankLegalName'>;
}
