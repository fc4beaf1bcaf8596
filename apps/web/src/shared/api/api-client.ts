/**
 * The only HTTP client of the pages (specification §7, "Generic request behaviour"). It handles headers, bodies and error responses, but shows no
 * toast and does not navigate. Callbacks decide what an error response means for the whole page.
 */
import { HEADERS } from '@portico/contract/values';
import { addressOf } from '../early/early-addresses.ts';
import type { EarlyCall } from '../early/first-script.ts';
import { genericHeaders } from '../early/generic-headers.ts';
import { harmlessText } from '../format/harmless-text.ts';
import { type ApiError, lateAnswer, lostConnection, refusalOf, tooLargeAnswer, unreadableAnswer } from './api-error.ts';
import { readTextWithin, TooLargeError } from './read-text-within.ts';

interface ApiBases {
  readonly api: string;
  readonly content: string;
  /** The identity service for developers; the form that sent the call handles its error responses. */
  readonly identity: string;
  /** The server's origin; the bank's pages call paths below their own address. */
  readonly root: string;
}

export interface ApiCall {
  /** Path below the base, with leading slash. */
  path: string;
  /** Default `api`. */
  base?: keyof ApiBases;
  /** Default `GET`. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters that are `undefined` are left out. */
  query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Added to the generic headers; a header of the same name replaces the generic one. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** The browser finishes the call after the page is closed. */
  keepalive?: boolean;
  /** Limit for the whole response; without it the browser's own timeout applies. */
  timeoutMs?: number;
  /** Largest JSON body in bytes; the client stops reading a larger one. */
  bytesMax?: number;
  /**
   * The authentication of an API-base call. Only a refused `developer` call (the default) means that the developer's session has ended. A
   * `customer` call uses the signing session, a `bearer` call an access token. Applications wrote texts that customers see, so the client replaces
   * misleading characters from the responses to customers.
   */
  caller?: 'developer' | 'customer' | 'bearer';
}

export interface ApiClient {
  /** Returns the JSON body; `check` rejects content that the page cannot show. */
  json<T>(call: ApiCall, check?: (value: unknown) => value is T): Promise<T>;
  blob(call: ApiCall): Promise<Blob>;
  /** For calls without an expected response body; the client discards the body. */
  nothing(call: ApiCall): Promise<void>;
}

/** The application that a developer's calls are about. */
export interface CallApplication {
  /** Sent as `Tpp-Client-Id`; null: the developer's oldest one is meant, and the header is left out. */
  readonly clientId: string | null;
  /** Aborted once another application is chosen, so that no answer about the former one reaches a page. */
  readonly signal: AbortSignal;
  /** Called after a 404. True: the developer has no such application any more, and another one is chosen. */
  isGone(): Promise<boolean>;
}

export interface ApiClientOptions {
  bases: ApiBases;
  /** `caller` of the calls that do not set one. */
  caller?: ApiCall['caller'];
  /** Subject id of the signed-in developer, null when signed out. */
  subject: () => string | null;
  /** Called before each call that is about one application. */
  application?: () => CallApplication | undefined;
  /** Called for 401 or 403 to a developer's API-base call. */
  onLoggedOut: (error: ApiError) => void;
  /** Called for 503 MAINTENANCE to a call of another caller than a customer. Default: the call only fails with the error. */
  onMaintenance?: () => void;
  /** Called for 410 to a customer's API-base call; the error's body may carry the way back. */
  onTerminated: (error: ApiError) => void;
  fetch?: typeof globalThis.fetch;
  /** A call to this address that the page's first script has already sent. */
  takeEarlyCall?: (url: string) => EarlyCall | undefined;
  newRequestId?: () => string;
}

/** Every method throws {@link ApiError}, or the signal's reason when aborted. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const complete = (call: ApiCall) => withApplication({ ...call, caller: call.caller ?? options.caller ?? 'developer' }, options.application);
  return {
    async json<T>(given: ApiCall, check?: (value: unknown) => value is T): Promise<T> {
      const call = complete(given);
      const { response, requestId } = await sendCall(options, call);
      try {
        const body: T = await readBody(response, call);
        call.signal?.throwIfAborted();
        if (check === undefined || check(body)) return body;
      } catch (cause) {
        call.signal?.throwIfAborted();
        throw brokenAnswer(response.status, requestId, cause);
      }
      throw unreadableAnswer(response.status, requestId);
    },
    async blob(given) {
      const call = complete(given);
      const { response } = await sendCall(options, call);
      const bytes = await response.blob();
      call.signal?.throwIfAborted();
      return bytes;
    },
    async nothing(given) {
      const call = complete(given);
      const { response } = await sendCall(options, call);
      await response.body?.cancel();
      call.signal?.throwIfAborted();
    },
  };
}

type WholeCall = ApiCall & Partial<Pick<CallApplication, 'isGone'>>;

function withApplication(call: ApiCall, read: ApiClientOptions['application']): WholeCall {
  // A call that names an application itself is about that one.
  if (read === undefined || !isAboutOneApplication(call) || call.headers?.[HEADERS.application] !== undefined) return call;
  const application = read();
  if (application === undefined) return call;
  const { clientId, signal } = application;
  return {
    ...call,
    ...(clientId === null ? {} : { headers: { ...call.headers, [HEADERS.application]: clientId }, isGone: () => application.isGone() }),
    signal: call.signal === undefined ? signal : AbortSignal.any([call.signal, signal]),
  };
}

/** Contract `calls/tpp.ts`. `POST /tpp` and `/tpp/applications` are about the developer. */
function isAboutOneApplication({ base = 'api', caller, path, method }: ApiCall): boolean {
  if (base !== 'api' || caller !== 'developer') return false;
  if (path === '/tpp') return method !== 'POST';
  return path === '/prefills' || (path.startsWith('/tpp/') && path !== '/tpp/applications');
}

/** A body that breaks off is a lost connection. A complete body that is too large or not JSON is not. */
function brokenAnswer(status: number, requestId: string, cause: unknown): ApiError {
  if (cause instanceof SyntaxError) return unreadableAnswer(status, requestId, cause);
  return cause instanceof TooLargeError ? tooLargeAnswer(status, requestId, cause) : noAnswer(requestId, cause);
}

function noAnswer(requestId: string, cause: unknown): ApiError {
  const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
  return isLate ? lateAnswer(requestId, cause) : lostConnection(requestId, cause);
}

/** The signal aborts when the caller aborts, or when the timeout has passed. */
function signalOf({ signal, timeoutMs }: ApiCall): { signal?: AbortSignal } {
  if (timeoutMs === undefined) return signal === undefined ? {} : { signal };
  const time = AbortSignal.timeout(timeoutMs);
  return { signal: signal === undefined ? time : AbortSignal.any([signal, time]) };
}

async function sendCall(options: ApiClientOptions, call: WholeCall): Promise<{ response: Response; requestId: string }> {
  const url = urlOf(options.bases, call);
  const early = (call.method ?? 'GET') === 'GET' ? options.takeEarlyCall?.(url) : undefined;
  const requestId = early?.requestId ?? (options.newRequestId ?? (() => crypto.randomUUID()))();
  const response = await answerOf(call, requestId, () => (early === undefined ? fetchAnswer(options, call, url, requestId) : joinEarly(early, call)));
  if (response.status < 400) return { response, requestId };
  const error = await refusalOf(response, requestId, (answer) => readBody(answer, call));
  // The call aborts with the choice of another application.
  if (error.status === 404 && (await call.isGone?.()) === true) call.signal?.throwIfAborted();
  reportRefusal(options, call, error);
  throw error;
}

/** Waits for an early call as long as for a call that this client sends. */
function joinEarly(early: EarlyCall, call: ApiCall): Promise<Response> {
  const { signal } = signalOf(call);
  if (signal?.aborted) early.abort(signal.reason);
  signal?.addEventListener('abort', () => early.abort(signal.reason), { once: true });
  return early.response;
}

async function answerOf(call: ApiCall, requestId: string, ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (cause) {
    call.signal?.throwIfAborted();
    throw noAnswer(requestId, cause);
  }
}

function fetchAnswer(options: ApiClientOptions, call: ApiCall, url: string, requestId: string): Promise<Response> {
  const send = options.fetch ?? globalThis.fetch;
  return send(url, {
    method: call.method ?? 'GET',
    headers: { ...genericHeaders(options.subject(), requestId), ...call.headers },
    credentials: 'include',
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.keepalive === undefined ? {} : { keepalive: call.keepalive }),
    ...signalOf(call),
  });
}

function urlOf(bases: ApiBases, call: ApiCall): string {
  return addressOf(bases[call.base ?? 'api'], call.path, call.query);
}

async function readBody(response: Response, { caller, bytesMax }: ApiCall) {
  if (bytesMax !== undefined) return JSON.parse(await readTextWithin(response, bytesMax));
  if (caller !== 'customer') return response.json();
  return JSON.parse(await response.text(), (_name, value: unknown) => (typeof value === 'string' ? harmlessLines(value) : value));
}

/** Keeps the line breaks, which separate the lines in a receipt's cell. Elsewhere the page draws a line break as a space. */
const harmlessLines = (text: string): string => text.split('\n').map(harmlessText).join('\n');

function reportRefusal(options: ApiClientOptions, call: ApiCall, error: ApiError): void {
  if (error.code === 'MAINTENANCE' && call.caller !== 'customer') options.onMaintenance?.();
  if ((call.base ?? 'api') !== 'api') return;
  const isDeveloper = call.caller === 'developer';
  // ORIGIN_DENIED is about the origin of the call and says nothing about the session.
  const isDenied = error.code === 'ORIGIN_DENIED';
  if (isDeveloper && !isDenied && (error.status === 401 || error.status === 403)) options.onLoggedOut(error);
  // Nothing of a signing ends with the call of a developer (decision 0090).
  if (error.status === 410 && call.caller === 'customer') options.onTerminated(error);
}
