import type { StatisticsList } from '@portico/contract';
import { STATISTICS_FORMATS } from '@portico/contract/values';
import type { Reader } from '#platform/db/database.ts';
import { listQuarters } from './list-quarters.ts';
import type { QuarterReading } from './read-quarter.ts';
import { titleOf } from './report-columns.ts';
import { reportIdOf } from './report-id.ts';

/** One of each quarter and format. */
export async function listReports(reader: Reader, reading: QuarterReading): Promise<StatisticsList> {
  const quarters = await listQuarters(reader, reading);
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
