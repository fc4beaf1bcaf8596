import type { Config } from '#platform/config.ts';
import type { CountingDeps } from './count-due-days.ts';

export interface StatisticsDeps extends CountingDeps {
  readonly config: Pick<Config, 'apiBase' | 'bankLegalName'>;
}
