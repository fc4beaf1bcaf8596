/** The bank's published statistics (contract `statistics.ts`). */
import type { StatisticsFigures, StatisticsList, StatisticsQuarter, StatisticsReport } from '@portico/contract';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError, isRecord } from '../../shared/api/api-error.ts';
import { type ReportFile, reportFile } from './report-file.ts';

export interface StatisticsCalls {
  list(signal: AbortSignal): Promise<StatisticsList>;
  quarter(period: string, signal: AbortSignal): Promise<StatisticsQuarter>;
  /** @throws ApiError also when the answer leads elsewhere: then nothing is fetched. */
  file(reportId: string): Promise<{ readonly bytes: Blob; readonly fileName: string }>;
}

const PATH = '/api/statistics';

export function createStatisticsCalls(api: ApiClient, apiBase: string): StatisticsCalls {
  return {
    list: (signal) => api.json({ path: PATH, signal }, isList),
    quarter: (period, signal) => api.json({ path: `${PATH}/quarter/${encodeURIComponent(period)}`, signal }, isQuarter),
    async file(reportId) {
      const report = await api.json({ path: `${PATH}/report/${encodeURIComponent(reportId)}` }, isReport);
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

const FIGURES = ['aisMs', 'pisMs', 'fundsMs', 'uptimePercent', 'downtimePercent', 'errorPercent'] as const;

function isFigures(value: unknown): value is StatisticsFigures {
  if (!isRecord(value) || ![value.downtimeSeconds, value.requests, value.errors].every((count) => typeof count === 'number')) return false;
  return FIGURES.every((name) => value[name] === null || Number.isFinite(value[name]));
}

const hasFigures = (value: unknown): boolean => isRecord(value) && isFigures(value.dedicated) && isFigures(value.customer);

function isList(value: unknown): value is StatisticsList {
  return (
    Array.isArray(value) &&
    value.every((item) => isRecord(item) && [item.reportId, item.title, item.period, item.format].every((text) => typeof text === 'string'))
  );
}

function isReport(value: unknown): value is StatisticsReport {
  return isRecord(value) && typeof value.fileName === 'string' && typeof value.url === 'string';
}

function isQuarter(value: unknown): value is StatisticsQuarter {
  if (!isRecord(value) || !Array.isArray(value.days) || !hasFigures(value.whole)) return false;
  if (![value.period, value.from, value.to, value.timeZone].every((text) => typeof text === 'string')) return false;
  return value.days.every((day) => isRecord(day) && typeof day.day === 'string' && hasFigures(day));
}
