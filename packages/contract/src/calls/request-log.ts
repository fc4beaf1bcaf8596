/**
 * A developer's own API calls as the server saw them, secrets masked, for 30 days.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/tpp/requests?…` | 200 {@link RequestLogPage}; 400, 401, 403, 404 without an application |
 * | `GET {api}/tpp/requests/{id}` | 200 {@link LoggedRequest}; 404 |
 * | `GET {api}/tpp/usage?period=` | 200 {@link RequestUsage}; 400, 401, 403, 404 without an application |
 *
 * Newest first. `before` is the `next` of the page before. With `after`, the ids greater than it, oldest first; with `wait` seconds
 * too, the answer comes when there is one, or empty at the end: repeat it with the last id for a live view.
 */
import { type Static, Type } from 'typebox';
import { closed, IsoInstant, literals } from '../entities/common.ts';

/** Digits; newer ids are greater. */
const RequestLogId = Type.String({ pattern: '^[0-9]{1,18}$', description: 'an id of the request log: digits' });

export const RequestSummary = Type.Object(
  {
    id: RequestLogId,
    /** The arrival of the request. */
    at: IsoInstant,
    requestId: Type.String(),
    method: Type.String(),
    /** With its query; secrets are masked. */
    path: Type.String(),
    /** From the catalogue; absent where the path belongs to no operation. */
    apiId: Type.Optional(Type.String()),
    operationId: Type.Optional(Type.String()),
    /** 499: the client disconnected before the response. */
    status: Type.Number(),
    durationMs: Type.Number(),
    /** False: the caller named this application without proof, so the request may be another's. Its bodies are not shown. */
    isAuthenticated: Type.Boolean(),
    /** The test customer whose token the request carried, by the id of the list of test customers. */
    customerId: Type.Optional(Type.String()),
    /** True: the request says that a page of the portal sent it, by the header Tpp-Id. It marks a request and hides none. */
    isPortal: Type.Optional(Type.Boolean()),
    /** The error code. */
    code: Type.Optional(Type.String()),
    /** Why the request was refused and what to do, as text. */
    cause: Type.Optional(Type.String()),
  },
  closed,
);
export type RequestSummary = Static<typeof RequestSummary>;

const Headers = Type.Record(Type.String(), Type.String());

/** The certificate of a call at the address for mutual TLS; without a thumbprint the caller sent none. */
export const LoggedCertificate = Type.Object(
  {
    /** SHA-256 of the certificate, lower-case hexadecimal. */
    thumbprint: Type.Optional(Type.String()),
    /** The `organizationIdentifier`, for example `PSDEE-LFSA-4711`. */
    organizationId: Type.Optional(Type.String()),
    roles: Type.Optional(Type.Array(Type.String())),
    /** The code of the check that failed, e.g. `CERTIFICATE_EXPIRED`. */
    fault: Type.Optional(Type.String()),
  },
  closed,
);
export type LoggedCertificate = Static<typeof LoggedCertificate>;

/**
 * Bodies are JSON values, or text where they are not JSON. Empty bodies and bodies above 16 kB are left out. Successful responses to `GET` are never
 * stored, because they contain customers' data.
 */
export const LoggedRequest = Type.Object(
  {
    ...RequestSummary.properties,
    /** Absent: the call came to the ordinary address. */
    certificate: Type.Optional(LoggedCertificate),
    requestHeaders: Headers,
    requestBody: Type.Optional(Type.Unknown()),
    responseHeaders: Headers,
    responseBody: Type.Optional(Type.Unknown()),
  },
  closed,
);
export type LoggedRequest = Static<typeof LoggedRequest>;

export const RequestLogPage = Type.Object({ items: Type.Array(RequestSummary), next: Type.Optional(RequestLogId) }, closed);
export type RequestLogPage = Static<typeof RequestLogPage>;

export const RequestLogQuery = Type.Object(
  {
    requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    status: Type.Optional(literals(['2xx', '3xx', '4xx', '5xx'])),
    method: Type.Optional(literals(['GET', 'POST', 'PUT', 'DELETE'])),
    /** Part of the path and its query, in any case; the id of a consent or payment also finds the call that created it. */
    path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[!-~]+$', description: 'a part of a path: ASCII without spaces' })),
    /** The requests with a token of this test customer. */
    customerId: Type.Optional(Type.String({ maxLength: 64, pattern: '^[!-~]+$', description: 'the id of a test customer' })),
    /** `false`: without the requests of the portal's pages; `true`: these alone. Default: all. */
    portal: Type.Optional(Type.Boolean()),
    apiId: Type.Optional(Type.String({ maxLength: 64 })),
    operationId: Type.Optional(Type.String({ maxLength: 200 })),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'an instant such as 2026-06-01T12:00:00Z' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'an instant such as 2026-06-01T12:00:00Z' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    before: Type.Optional(RequestLogId),
    after: Type.Optional(RequestLogId),
    wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  },
  closed,
);
export type RequestLogQuery = Static<typeof RequestLogQuery>;

/** `period`: default `24h`. */
export const RequestUsageQuery = Type.Object({ period: Type.Optional(literals(['24h', '7d', '30d'])) }, closed);
export type RequestUsageQuery = Static<typeof RequestUsageQuery>;

const usageFigures = {
  calls: Type.Integer({ minimum: 0 }),
  /** Calls with a status from 400 on. */
  failed: Type.Integer({ minimum: 0 }),
  /** Whole milliseconds; absent without calls. */
  p50Ms: Type.Optional(Type.Integer({ minimum: 0 })),
  p95Ms: Type.Optional(Type.Integer({ minimum: 0 })),
};

/** The authenticated calls of an application. Hours and days are those of UTC; the last one is not over yet. */
export const RequestUsage = Type.Object(
  {
    total: Type.Object(usageFigures, closed),
    /** Oldest first, also those without calls: 24 hours, 7 days or 30 days. `from` is the beginning of the step. */
    steps: Type.Array(Type.Object({ from: IsoInstant, ...usageFigures }, closed)),
    /** Failed calls by status and error code, most frequent first. */
    errors: Type.Array(
      Type.Object(
        { status: Type.Integer(), code: Type.Optional(Type.String()), isFallback: Type.Boolean(), calls: Type.Integer({ minimum: 1 }) },
        closed,
      ),
    ),
  },
  closed,
);
export type RequestUsage = Static<typeof RequestUsage>;
