/** The developer's own request log (contract `request-log.ts`, `usage-results.ts`). */
import type { LoggedRequest, RequestLogPage, RequestSummary, RequestUsage, RequestUsageQuery, UsageResults } from '@portico/contract';
import { isLoggedRequest, isRequestLogPage, isRequestUsage, isUsageResults } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';

export interface RequestFilter {
  /** Of the caller or the server; empty: all. */
  readonly requestId: string;
  /** `2xx` … `5xx`; empty: all. */
  readonly status: string;
}

export type UsagePeriod = RequestUsageQuery['period'];

export interface RequestLogCalls {
  /** Newest first; `before` is the `next` of the page before. */
  list(filter: RequestFilter, before: string | undefined, signal?: AbortSignal): Promise<RequestLogPage>;
  /** What came after an id, oldest first; waits up to twenty seconds for it. */
  follow(filter: RequestFilter, after: string, signal: AbortSignal): Promise<readonly RequestSummary[]>;
  one(id: string, signal: AbortSignal): Promise<LoggedRequest>;
  usage(period: UsagePeriod, signal: AbortSignal): Promise<RequestUsage>;
  results(period: UsagePeriod, signal: AbortSignal): Promise<UsageResults>;
}

const WAIT_SECONDS = '20';

export function createRequestLogCalls(api: ApiClient): RequestLogCalls {
  const path = '/tpp/requests';
  const queryOf = ({ requestId, status }: RequestFilter) => ({ requestId: requestId || undefined, status: status || undefined });
  return {
    list: (filter, before, signal) => api.json({ path, query: { ...queryOf(filter), before }, signal }, isRequestLogPage),
    follow: async (filter, after, signal) =>
      (await api.json({ path, query: { ...queryOf(filter), after, wait: WAIT_SECONDS }, signal }, isRequestLogPage)).items,
    one: (id, signal) => api.json({ path: `${path}/${encodeURIComponent(id)}`, signal }, isLoggedRequest),
    usage: (period, signal) => api.json({ path: '/tpp/usage', query: { period }, signal }, isRequestUsage),
    results: (period, signal) => api.json({ path: '/tpp/usage/results', query: { period }, signal }, isUsageResults),
  };
}
