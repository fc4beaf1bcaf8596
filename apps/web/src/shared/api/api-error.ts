/** A failed call, with the text for the page (specification §8). */
const NO_CONNECTION_TEXT = 'The connection was lost. Check your network and try again.';
const UNREADABLE_TEXT = 'The service sent an unexpected answer. Try again in a moment.';
const LATE_TEXT = 'The service takes too long to answer. Try again in a moment.';
const TOO_LARGE_TEXT = 'The service answered with more than this page can show.';

export interface ApiErrorParts {
  /** HTTP status; 0 when there was no response. */
  status: number;
  /** `errors[0].code` of the body. */
  code?: string | undefined;
  /** `errors[0].path`: the invalid field. */
  path?: string | undefined;
  /** The request id for the support. */
  requestId?: string | undefined;
  /** From `Retry-After`. */
  retryAfterSeconds?: number | undefined;
  /** The first `errors[].text` of the body, otherwise its `message`. */
  serverText?: string | undefined;
  /** The JSON body, for members that only some callers know (the way back in a 410). */
  body?: unknown;
  cause?: unknown;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  readonly path: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly serverText: string | undefined;
  readonly body: unknown;

  constructor(message: string, parts: ApiErrorParts) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.status = parts.status;
    this.code = parts.code;
    this.path = parts.path;
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.serverText = parts.serverText;
    this.body = parts.body;
  }

  /** True without a response, or with a proxy's response: the page may repeat the call automatically. */
  get isPassing(): boolean {
    return [0, 502, 503, 504].includes(this.status) && this.code !== 'MAINTENANCE';
  }
}

export function lostConnection(requestId: string, cause: unknown): ApiError {
  return new ApiError(NO_CONNECTION_TEXT, { status: 0, requestId, cause });
}

export function unreadableAnswer(status: number, requestId: string, cause?: unknown): ApiError {
  return new ApiError(UNREADABLE_TEXT, { status, requestId, cause });
}

export function lateAnswer(requestId: string, cause: unknown): ApiError {
  return new ApiError(LATE_TEXT, { status: 0, requestId, cause });
}

export function tooLargeAnswer(status: number, requestId: string, cause: unknown): ApiError {
  return new ApiError(TOO_LARGE_TEXT, { status, requestId, cause });
}

/** Reads an error response: the text is the first `errors[].text` (`tppMessages[].text` of the bank's APIs), otherwise the body's `message`. */
export async function refusalOf(
  response: Response,
  sentRequestId: string,
  read: (response: Response) => Promise<unknown> = (answer) => answer.json(),
): Promise<ApiError> {
  const body = await readJson(response, read);
  const first = firstError(body);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const serverText = first?.text ?? messageOf(body);
  return new ApiError(serverText ?? UNREADABLE_TEXT, {
    status: response.status,
    serverText,
    code: first?.code,
    path: first?.path,
    requestId: response.headers.get('x-request-id') ?? sentRequestId,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    body,
  });
}

async function readJson(response: Response, read: (response: Response) => Promise<unknown>): Promise<unknown> {
  try {
    return await read(response);
  } catch {
    return undefined;
  }
}

function firstError(body: unknown): { text: string | undefined; code: string | undefined; path: string | undefined } | undefined {
  if (!isRecord(body)) return undefined;
  const errors = body.errors ?? body.tppMessages;
  if (!Array.isArray(errors)) return undefined;
  const first: unknown = errors[0];
  return isRecord(first) ? { text: textOf(first.text), code: textOf(first.code), path: textOf(first.path) } : undefined;
}

function messageOf(body: unknown): string | undefined {
  return isRecord(body) ? textOf(body.message) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** True for a JSON object; used by the content checks of features. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
