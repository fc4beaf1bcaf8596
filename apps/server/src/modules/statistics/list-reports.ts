import type { StatisticsList } from '@portico/contract';
import { STATISTICS_FORMATS } from '@portico/contract/values';
import type { CountingDeps } from './count-due-days.ts';
import { listQuarters } from './list-quarters.ts';
import { titleOf } from './report-columns.ts';
import { reportIdOf } from './report-id.ts';

/** One of each quarter and format. */
export async function listReports(deps: Pick<CountingDeps, 'db' | 'clock' | 'timeZone'>): Promise<StatisticsList> {
  const quarters = await listQuarters(deps);
  return quarters.flatMap((quarter, index) =>
    STATISTICS_FORMATS.map((format) => ({
      reportId: reportIdOf({ quarter, format }),
      title: `${titleOf(quarter)}, ${format.toUpperCase()}`,
      period: quarter.period,
      format,
      isRunning: index === 0,
    })),
  );
}
