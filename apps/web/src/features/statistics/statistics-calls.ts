/** The bank's published statistics (contract `statistics.ts`). */
import type { StatisticsList, StatisticsQuarter, StatisticsReport } from '@portico/contract';
import { isStatisticsList, isStatisticsQuarter, isStatisticsReport } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { type ReportFile, reportFile } from './report-file.ts';

export interface StatisticsCalls {
  list(signal: AbortSignal): Promise<StatisticsList>;
  quarter(period: string, signal: AbortSignal): Promise<StatisticsQuarter>;
  /** @throws ApiError also when the answer leads elsewhere: then nothing is fetched. */
  file(reportId: string, apiBase: string): Promise<{ readonly bytes: Blob; readonly fileName: string }>;
}

const PATH = '/api/statistics';

export function createStatisticsCalls(api: ApiClient): StatisticsCalls {
  return {
    list: (signal) => api.json({ path: PATH, signal }, isStatisticsList),
    quarter: (period, signal) => api.json({ path: `${PATH}/quarter/${encodeURIComponent(period)}`, signal }, isStatisticsQuarter),
    async file(reportId, apiBase) {
      const report = await api.json({ path: `${PATH}/report/${encodeURIComponent(reportId)}` }, isStatisticsReport);
      const { path, fileName } = requireFile(report, apiBase);
      return { bytes: await api.blob({ path }), fileName };
    },
  };
}

function requireFile(report: StatisticsReport, apiBase: string): ReportFile {
  const file = reportFile(report, apiBase);
  if (file !== undefined) return file;
  throw new ApiError('The server named a file that is none of its reports. Nothing was fetched. Tell the support.', { status: 0 });
}
