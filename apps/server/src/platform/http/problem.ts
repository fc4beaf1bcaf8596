/**
 * Every failure of a request, in neutral words. `error-body.ts` writes it in the format of the route's API. No known case returns 500: an error that
 * is not recognised here is a bug.
 */
import type { TppErrorCode, UiErrorCode } from '@portico/contract/values';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { IdempotencyConflict } from '../db/idempotency-store.ts';
import { Gone } from '../tenant/gone.ts';
import { RATE_LIMIT_CODE } from './limits.ts';
import type { ProblemEntry } from './problem-entry.ts';
import { type OAuthErrorCode, OAuthRefusal, Refusal, TppRefusal, UiRefusal } from './refusal.ts';
import { InvalidRequest } from './validation.ts';

export interface Problem {
  readonly status: number;
  readonly uiCode: UiErrorCode;
  readonly tppCode: TppErrorCode;
  /** Undefined: the status tells the code. */
  readonly oauthCode?: OAuthErrorCode;
  /** At least one; the browser shows the first. */
  readonly entries: readonly [ProblemEntry, ...ProblemEntry[]];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

interface Codes {
  readonly uiCode: UiErrorCode;
  readonly tppCode: TppErrorCode;
}

const FORMAT: Codes = { uiCode: 'FORMAT_ERROR', tppCode: 'FORMAT_ERROR' };

/** Codes for a status where the error's own code belongs to another API. */
const CODES_BY_STATUS = new Map<number, Codes>([
  [400, FORMAT],
  [401, { uiCode: 'FORMAT_ERROR', tppCode: 'TOKEN_UNKNOWN' }],
  [403, { uiCode: 'ORIGIN_DENIED', tppCode: 'SERVICE_BLOCKED' }],
  [404, { uiCode: 'NOT_FOUND', tppCode: 'RESOURCE_UNKNOWN' }],
  [405, { uiCode: 'METHOD_NOT_ALLOWED', tppCode: 'SERVICE_INVALID' }],
  [409, { uiCode: 'SIGNING_STATE_INVALID', tppCode: 'STATUS_INVALID' }],
  [410, { uiCode: 'SIGNING_TERMINATED', tppCode: 'RESOURCE_EXPIRED' }],
  [413, { uiCode: 'PAYLOAD_TOO_LARGE', tppCode: 'FORMAT_ERROR' }],
  [415, { uiCode: 'UNSUPPORTED_MEDIA_TYPE', tppCode: 'FORMAT_ERROR' }],
  [429, { uiCode: 'RATE_LIMITED', tppCode: 'ACCESS_EXCEEDED' }],
  [500, { uiCode: 'INTERNAL_ERROR', tppCode: 'INTERNAL_SERVER_ERROR' }],
  [503, { uiCode: 'UNAVAILABLE', tppCode: 'SERVICE_UNAVAILABLE' }],
]);

/** Errors of Fastify and of the database, by error code. */
const PROBLEMS_BY_CODE = new Map<string, readonly [status: number, text: string]>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', [413, 'The request is too large. Send less data and try again.']],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', [415, 'The Content-Type of the request is not accepted here. Send application/json.']],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', [400, 'The length of the body differs from its Content-Length. Send the request again.']],
  ['FST_ERR_BAD_URL', [400, 'The address of the request cannot be read. Correct its percent-encoding.']],
  ['FST_ERR_MAX_PARAM_LENGTH', [404, 'Page not found']],
  ['FST_ERR_ROUTE_METHOD_NOT_SUPPORTED', [405, 'This method is not offered here.']],
  // PostgreSQL refused a character that it cannot store, from a form or a header.
  ['22021', [400, 'The request holds a character that cannot be stored. Leave it out.']],
  ['22P05', [400, 'The request holds a character that cannot be stored. Leave it out.']],
  [RATE_LIMIT_CODE, [429, 'Too many requests came from this address. Wait a minute and try again.']],
]);

/** Errors of the plugin that sends files, which have no code, by their status. */
const PROBLEMS_OF_FILES = new Map<unknown, string>([
  [412, 'If-Match or If-Unmodified-Since names another version of this file. Send the request without it.'],
  [416, 'This file has no such range. Send the request without Range.'],
]);

/** @param error the value thrown while a request was handled. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Refusal) return refusalProblem(error);
  if (error instanceof InvalidRequest) {
    return { status: 400, ...FORMAT, entries: error.entries, extra: {}, headers: {} };
  }
  if (error instanceof IdempotencyConflict) {
    const text = 'This X-Request-ID was already used for another request, nothing was done. Send the request with a new X-Request-ID.';
    return {
      status: 400,
      uiCode: 'REQUEST_ID_REUSED',
      tppCode: 'FORMAT_ERROR',
      entries: [{ text, path: 'header:X-Request-ID' }],
      extra: {},
      headers: {},
    };
  }
  if (error instanceof Gone) return plainProblem(404, 'What this request is about was deleted at this moment. Nothing was done.');
  if (isAbortedBody(error)) return plainProblem(400, 'The body of the request ended too early, nothing was done. Send it again.');
  if (isDatabaseUnavailable(error)) {
    return plainProblem(503, 'The service is busy for a moment, nothing was changed. Try again.', { 'retry-after': '1' });
  }
  const known = PROBLEMS_BY_CODE.get(codeOf(error));
  if (known !== undefined) return plainProblem(known[0], known[1]);
  const status = statusOf(error);
  const ofFile = PROBLEMS_OF_FILES.get(status);
  if (ofFile !== undefined) return plainProblem(Number(status), ofFile);
  return plainProblem(500, 'Something went wrong on our side. Try again; if it stays, give the request id to support.');
}

/** The client disconnected while its body was read. Fastify sets the status; the code alone could also come from the database. */
function isAbortedBody(error: unknown): boolean {
  return codeOf(error) === 'ECONNRESET' && error instanceof Error && 'statusCode' in error && error.statusCode === 400;
}

/** A problem with a known status and a text only. */
export function plainProblem(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Problem {
  return { status, ...codesOf(status), entries: [{ text }], extra: {}, headers };
}

function refusalProblem(refusal: Refusal): Problem {
  const { path, others = [], extra = {}, headers = {} } = refusal.options;
  const codes = codesOf(refusal.status);
  return {
    status: refusal.status,
    uiCode: refusal instanceof UiRefusal ? refusal.code : codes.uiCode,
    tppCode: refusal instanceof TppRefusal ? refusal.code : codes.tppCode,
    ...(refusal instanceof OAuthRefusal ? { oauthCode: refusal.code } : {}),
    entries: [{ text: refusal.message, ...(path === undefined ? {} : { path }) }, ...others],
    extra,
    headers,
  };
}

function codesOf(status: number): Codes {
  const known = CODES_BY_STATUS.get(status);
  if (known !== undefined) return known;
  return status < 500 ? FORMAT : { uiCode: 'INTERNAL_ERROR', tppCode: 'INTERNAL_SERVER_ERROR' };
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined;
}
