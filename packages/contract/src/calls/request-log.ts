/**
 * A developer's own API calls as the server saw them, secrets masked, for 30 days.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/tpp/requests?…` | 200 {@link RequestLogPage}; 400, 401, 403, 404 without an application |
 * | `GET {api}/tpp/requests/{id}` | 200 {@link LoggedRequest}; 404 |
 *
 * Newest first. `before` is the `next` of the page before. With `after`, the ids greater than it, oldest first; with `wait` seconds
 * too, the answer comes when there is one, or empty at the end: repeat it with the last id for a live view.
 */
import { type Static, Type } from 'typebox';
import { closed, IsoInstant, literals } from '../entities/common.ts';

/** Digits: it grows with time. */
const RequestLogId = Type.String({ pattern: '^[0-9]{1,18}$', description: 'an id of the request log: digits' });

export const RequestSummary = Type.Object(
  {
    id: RequestLogId,
    /** When the request came. */
    at: IsoInstant,
    requestId: Type.String(),
    method: Type.String(),
    /** With its query, masked. */
    path: Type.String(),
    /** Of the catalogue; left out where the address belongs to no operation. */
    apiId: Type.Optional(Type.String()),
    operationId: Type.Optional(Type.String()),
    /** 499: the caller left before the answer. */
    status: Type.Number(),
    durationMs: Type.Number(),
    /** False: the caller named this application and proved nothing, so another may have sent it. Such a request is shown without bodies. */
    isAuthenticated: Type.Boolean(),
    /** The code of a refusal. */
    code: Type.Optional(Type.String()),
    /** Why it was refused and what to do, in words. */
    cause: Type.Optional(Type.String()),
  },
  closed,
);
export type RequestSummary = Static<typeof RequestSummary>;

const Headers = Type.Record(Type.String(), Type.String());

/**
 * Bodies are JSON values, or text where they are none; left out where there is none or it is larger than 16 kB. What a `GET` answered
 * that was not refused is never kept: it is the customer's.
 */
export const LoggedRequest = Type.Object(
  {
    ...RequestSummary.properties,
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
