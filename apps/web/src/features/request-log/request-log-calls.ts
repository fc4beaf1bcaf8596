/** The developer's own request log (contract `request-log.ts`, `usage-results.ts`). */
import type { LoggedRequest, RequestLogPage, RequestSummary, RequestUsage, RequestUsageQuery, TokenUserList, UsageResults } from '@portico/contract';
import { isExplorerIndex, isLoggedRequest, isRequestLogPage, isRequestUsage, isUsageResults } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { createTokenCalls } from '../../shared/portal/test-customers/token-calls.ts';

export interface RequestFilter {
  /** Of the caller or the server; empty: all. */
  readonly requestId: string;
  /** `2xx` … `5xx`; empty: all. */
  readonly status: string;
  /** Empty: all. */
  readonly method: string;
  /** A part of the path, or the id of a consent or payment; empty: all. */
  readonly path: string;
  /** An ISO instant; empty: the whole log. */
  readonly from: string;
  /** The id of a test customer; empty: all. */
  readonly customerId: string;
  /** `false`: without the calls of the portal's pages; `true`: these alone; empty: all. */
  readonly portal: string;
}

export type UsagePeriod = RequestUsageQuery['period'];

export interface RequestLogCalls {
  /** Newest first; `before` is the `next` of the page before. */
  list(filter: RequestFilter, before: string | undefined, signal?: AbortSignal): Promise<RequestLogPage>;
  /** What came after an id, oldest first; waits up to twenty seconds for it. */
  follow(filter: RequestFilter, after: string, signal: AbortSignal): Promise<readonly RequestSummary[]>;
  one(id: string, signal: AbortSignal): Promise<LoggedRequest>;
  customers(signal: AbortSignal): Promise<TokenUserList>;
  /** The path of an operation of the API Explorer with its `{names}`; undefined: it has none there. */
  template(apiId: string | undefined, operationId: string | undefined, signal: AbortSignal): Promise<string | undefined>;
  usage(period: UsagePeriod, signal: AbortSignal): Promise<RequestUsage>;
  results(period: UsagePeriod, signal: AbortSignal): Promise<UsageResults>;
}

const WAIT_SECONDS = '20';

export function createRequestLogCalls(api: ApiClient): RequestLogCalls {
  const path = '/tpp/requests';
  const queryOf = (filter: RequestFilter) => ({
    requestId: filter.requestId || undefined,
    status: filter.status || undefined,
    method: filter.method || undefined,
    path: filter.path || undefined,
    from: filter.from || undefined,
    customerId: filter.customerId || undefined,
    portal: filter.portal || undefined,
  });
  return {
    list: (filter, before, signal) => api.json({ path, query: { ...queryOf(filter), before }, signal }, isRequestLogPage),
    follow: async (filter, after, signal) =>
      (await api.json({ path, query: { ...queryOf(filter), after, wait: WAIT_SECONDS }, signal }, isRequestLogPage)).items,
    one: (id, signal) => api.json({ path: `${path}/${encodeURIComponent(id)}`, signal }, isLoggedRequest),
    customers: createTokenCalls(api).users,
    template: async (apiId, operationId, signal) => {
      const { sections } = await api.json({ path: '/specs/index', query: { list: 'main' }, signal }, isExplorerIndex);
      const section = sections.find((one) => one.apiId === apiId);
      return section?.operations.find((one) => one.operationId === operationId)?.path;
    },
    usage: (period, signal) => api.json({ path: '/tpp/usage', query: { period }, signal }, isRequestUsage),
    results: (period, signal) => api.json({ path: '/tpp/usage/results', query: { period }, signal }, isUsageResults),
  };
}
