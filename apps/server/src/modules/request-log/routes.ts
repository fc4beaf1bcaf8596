/** `GET {api}/tpp/requests…`: developers read the calls of their own application; `usage-routes.ts` has the figures. HTTP only. */
import { setTimeout } from 'node:timers/promises';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type LoggedCertificate, LoggedRequest, RequestLogPage, RequestLogQuery, type RequestSummary } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Shutdown } from '#platform/http/graceful-stop.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { findNewestLines, findRequest, listRequests, type StoredRequest } from './request-log-store.ts';
import { type LoggedApp, type ResultsReader, registerUsageRoutes } from './usage-routes.ts';
import { createLineWait } from './wait-for-lines.ts';

const PATH = '/api/tpp/requests';
const PAGE = 50;
/** Fits into a bigint. */
const ID = /^\d{1,18}$/;

/** `requireApp` returns the application of the developer who sent the request. It throws UiRefusal 401, 403, 404. */
export function registerRequestLogRoutes(
  app: FastifyInstance,
  { db, readStale }: Pick<Platform, 'db' | 'readStale'>,
  shutdown: Pick<Shutdown, 'signal'>,
  requireApp: (request: FastifyRequest) => Promise<LoggedApp>,
  results: ResultsReader,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  const listOrWait = createLineWait(
    (appIds) => findNewestLines(db, appIds),
    (appId, query) => listRequests(db, appId, query),
    (ms) => setTimeout(ms, undefined, { signal: shutdown.signal }).catch(() => {}),
  );

  /** Lines become visible in the order of their ids and never change, so a replica that has the line `before` also has all older ones. */
  async function listOlder(appId: string, query: RequestLogQuery & { readonly before: string; readonly limit: number }) {
    const older = await readStale(async (reader) =>
      (await findRequest(reader, appId, query.before)) === undefined ? undefined : listRequests(reader, appId, query),
    );
    return older ?? listRequests(db, appId, query);
  }

  /** A line that the replica does not have yet may be on the primary. */
  async function findLine(appId: string, id: string) {
    return (await readStale((reader) => findRequest(reader, appId, id))) ?? findRequest(db, appId, id);
  }

  routes.get(PATH, { schema: { querystring: RequestLogQuery, response: { 200: RequestLogPage } } }, async (request, reply) => {
    const { limit = PAGE, ...query } = request.query;
    if (query.before !== undefined && query.after !== undefined)
      throw new UiRefusal(400, 'FORMAT_ERROR', 'Ask either before an id or after one, not both.', { path: 'query:after' });
    const { appId } = await requireApp(request);
    const { before } = query;
    const isOver = () => shutdown.signal.aborted || request.raw.destroyed;
    const rows = before === undefined ? await listOrWait(appId, { ...query, limit }, isOver) : await listOlder(appId, { ...query, before, limit });
    reply.header('cache-control', 'no-store');
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { items: shown.map(toSummary), ...(last === undefined ? {} : { next: String(last.request_log_id) }) };
  });

  routes.get(`${PATH}/:id`, { schema: { params: Type.Object({ id: Type.String() }), response: { 200: LoggedRequest } } }, async (request, reply) => {
    const { appId } = await requireApp(request);
    const { id } = request.params;
    const row = ID.test(id) ? await findLine(appId, id) : undefined;
    if (row === undefined) throw new UiRefusal(404, 'NOT_FOUND', 'There is no such request in your log. Requests are kept for 30 days.');
    reply.header('cache-control', 'no-store');
    return {
      ...toSummary(row),
      ...(row.identity === null ? {} : { certificate: toCertificate(row.identity) }),
      requestHeaders: row.request_headers,
      ...(row.request_body === null ? {} : { requestBody: row.request_body }),
      responseHeaders: row.response_headers,
      ...(row.response_body === null ? {} : { responseBody: row.response_body }),
    };
  });

  registerUsageRoutes(app, db, requireApp, results);
}

/** Only members that are known here: a newer server may have written more. */
function toCertificate({ thumbprint, organizationId, roles, fault }: NonNullable<StoredRequest['identity']>): LoggedCertificate {
  return {
    ...(thumbprint === undefined ? {} : { thumbprint }),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(roles === undefined ? {} : { roles: [...roles] }),
    ...(fault === undefined ? {} : { fault }),
  };
}

function toSummary(row: StoredRequest): RequestSummary {
  return {
    id: String(row.request_log_id),
    at: row.at.toISOString(),
    requestId: row.request_id,
    method: row.method,
    path: row.path,
    ...(row.api_id === null ? {} : { apiId: row.api_id }),
    ...(row.operation_id === null ? {} : { operationId: row.operation_id }),
    status: row.status,
    durationMs: row.duration_ms,
    isAuthenticated: row.is_authenticated,
    ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
    ...(row.is_portal ? { isPortal: true } : {}),
    ...(row.code === null ? {} : { code: row.code }),
    ...(row.cause === null ? {} : { cause: row.cause }),
  };
}
