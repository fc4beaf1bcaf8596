/** Rows of the request log and of the measurements. Written in batches; applications read their own rows only. */
import type { RequestLogQuery } from '@portico/contract';
import { type Generated, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { dropPartitionsBehind, makePartitionsAhead } from '#platform/db/partition-store.ts';
import type { IdentityNote } from '#platform/tls/identity-note.ts';
import type { LogRow, Measure } from './request-line.ts';

type RequestLogTables = {
  request_log: {
    request_log_id: Generated<string>;
    app_id: string;
    at: Date;
    request_id: string;
    method: string;
    path: string;
    api_id: string | null;
    operation_id: string | null;
    status: number;
    duration_ms: number;
    code: string | null;
    cause: string | null;
    request_headers: Record<string, string>;
    request_body: unknown;
    response_headers: Record<string, string>;
    response_body: unknown;
    is_authenticated: Generated<boolean>;
    /** Of the version before, which writes none: null. */
    identity: Generated<IdentityNote | null>;
    customer_id: Generated<string | null>;
    is_portal: Generated<boolean>;
  };
};

export type StoredRequest = Selectable<RequestLogTables['request_log']>;

/** A number that no other advisory lock uses. */
const LOCK = 7_029_001;

/**
 * Ages are in ms, so that only the database's clock counts. The join drops lines of deleted applications, and of those that are deleted at this
 * moment: a deletion may last for seconds, and this batch has lines of others. A change of an application does not conflict with the lock.
 */
export async function insertLines(tx: Tx, rows: readonly (Omit<LogRow, 'endedAt'> & { ageMs: number })[]): Promise<void> {
  // The lock makes ids grow in the order of commits, with any number of servers.
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  await sql`
    with line as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as line ("appId" text, "ageMs" float8, "requestId" text, method text,
        path text, "apiId" text, "operationId" text, status smallint, "durationMs" integer, code text, cause text, "requestHeaders" jsonb,
        "requestBody" jsonb, "responseHeaders" jsonb, "responseBody" jsonb, "isAuthenticated" boolean, identity jsonb, "customerId" text, "isPortal" boolean)
    ), app as materialized (
      select app_id from tpp_app where app_id in (select "appId" from line) for key share skip locked
    )
    insert into request_log (app_id, at, request_id, method, path, api_id, operation_id, status, duration_ms, code, cause,
      request_headers, request_body, response_headers, response_body, is_authenticated, identity, customer_id, is_portal)
    select app.app_id, clock_timestamp() - line."ageMs" * interval '1 millisecond', line."requestId", line.method, line.path, line."apiId",
      line."operationId", line.status, line."durationMs", line.code, line.cause,
      line."requestHeaders", line."requestBody", line."responseHeaders", line."responseBody", line."isAuthenticated", line.identity, line."customerId", line."isPortal"
    from line join app on app.app_id = line."appId"`.execute(tx);
}

/** All log lines with a request id, in all applications, oldest first: for operators. */
export function findRequests(reader: Reader, requestId: string) {
  return reader
    .withTables<RequestLogTables>()
    .selectFrom('request_log')
    .select(['at', 'app_id as appId', 'method', 'path', 'status', 'duration_ms as durationMs', 'code', 'cause'])
    .where('request_id', '=', requestId)
    .orderBy('request_log_id')
    .limit(100)
    .execute();
}

export async function insertMeasures(tx: Tx, measures: readonly (Omit<Measure, 'endedAt'> & { ageMs: number })[]): Promise<void> {
  await sql`
    insert into request_measure (at, service, outcome, duration_ms, origin)
    select clock_timestamp() - line."ageMs" * interval '1 millisecond', line.service, line.outcome, line."durationMs", line.origin
    from jsonb_to_recordset(${JSON.stringify(measures)}::text::jsonb)
      as line ("ageMs" float8, service text, outcome text, "durationMs" integer, origin text)`.execute(tx);
}

/** The id of the newest line of each application that has one. */
export async function findNewestLines(reader: Reader, appIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ app_id: string; newest: string }>`
    select app_id, newest from unnest(${appIds}::text[]) as app_id, lateral (
      select request_log_id as newest from request_log where request_log.app_id = app_id.app_id order by request_log_id desc limit 1
    ) as line`.execute(reader);
  return new Map(rows.map(({ app_id: appId, newest }) => [appId, newest]));
}

/** Newest first; with `after`, oldest first. Returns one row more than `limit` if there are more. */
export async function listRequests(
  reader: Reader,
  appId: string,
  query: RequestLogQuery & { readonly limit: number },
): Promise<readonly StoredRequest[]> {
  const { requestId, status, method, path, customerId, portal, apiId, operationId, from, to, before, after, limit } = query;
  let rows = reader.withTables<RequestLogTables>().selectFrom('request_log').selectAll().where('app_id', '=', appId);
  if (requestId !== undefined) rows = rows.where('request_id', '=', requestId);
  if (status !== undefined) rows = rows.where('status', '>=', Number(status[0]) * 100).where('status', '<', Number(status[0]) * 100 + 100);
  if (method !== undefined) rows = rows.where('method', '=', method);
  // The id of a new consent or payment is in the response only.
  if (path !== undefined)
    rows = rows.where(
      sql<boolean>`(strpos(lower(path), lower(${path}::text)) > 0 or ${path}::text in (response_body ->> 'consentId', response_body ->> 'paymentId'))`,
    );
  if (customerId !== undefined) rows = rows.where('customer_id', '=', customerId);
  if (portal !== undefined) rows = rows.where('is_portal', '=', portal);
  if (apiId !== undefined) rows = rows.where('api_id', '=', apiId);
  if (operationId !== undefined) rows = rows.where('operation_id', '=', operationId);
  if (from !== undefined) rows = rows.where('at', '>=', sql<Date>`${from}::timestamptz`);
  if (to !== undefined) rows = rows.where('at', '<', sql<Date>`${to}::timestamptz`);
  if (before !== undefined) rows = rows.where('request_log_id', '<', before);
  if (after !== undefined) rows = rows.where('request_log_id', '>', after);
  return rows
    .orderBy('request_log_id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute();
}

export async function findRequest(reader: Reader, appId: string, id: string): Promise<StoredRequest | undefined> {
  return reader
    .withTables<RequestLogTables>()
    .selectFrom('request_log')
    .selectAll()
    .where('app_id', '=', appId)
    .where('request_log_id', '=', id)
    .executeTakeFirst();
}

export async function deleteRequestsOf(tx: Tx, appId: string): Promise<void> {
  await tx.withTables<RequestLogTables>().deleteFrom('request_log').where('app_id', '=', appId).execute();
}

/** Personal data is dropped by day, anonymous data by month. */
const REQUESTS = { name: 'request_log', span: 'day', ahead: 3 } as const;
const MEASURES = { name: 'request_measure', span: 'month', ahead: 2 } as const;

/** Creates the partitions of the coming days and months. */
export async function prepareLogPartitions(tx: Tx, now: Date): Promise<void> {
  for (const table of [REQUESTS, MEASURES]) await makePartitionsAhead(tx, table, now);
}

/** Drops the partitions of past days, and deletes at most `limit` rows of the default partition. Returns the number of deleted rows. */
export async function forgetOldRequests(tx: Tx, before: Date, limit: number): Promise<number> {
  await dropPartitionsBehind(tx, REQUESTS, before);
  return forget(
    tx,
    sql`
    with old as materialized (select request_log_id from request_log_rest where at <= ${before} order by at limit ${limit} for update skip locked)
    delete from request_log_rest using old where request_log_rest.request_log_id = old.request_log_id`,
  );
}

/** Drops the partitions of past months, and deletes at most `limit` rows of the default partition. Returns the number of deleted rows. */
export async function forgetOldMeasures(tx: Tx, before: Date, limit: number): Promise<number> {
  await dropPartitionsBehind(tx, MEASURES, before);
  return forget(
    tx,
    sql`
    delete from request_measure_rest where ctid = any (array(
      select ctid from request_measure_rest where at <= ${before} order by at limit ${limit} for update skip locked))`,
  );
}

async function forget(tx: Tx, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(tx);
  return Number(numAffectedRows);
}
