/** Calls of the bank's API, typed by its OpenAPI document. */
import createFetchClient, { type Client as FetchClient, type Middleware } from 'openapi-fetch';
import type { paths } from './recorded/api-types.d.ts';
import { type Fetch, repeatWhenLost } from './repetition.ts';
import { requireJson } from './unreadable-answer.ts';

export interface ClientOptions {
  /** Origin of the bank's portal, such as `https://bank.example`. */
  readonly bank: string;
  /** The customer's access token, or what gets a valid one before each call; see `keepTokens`. */
  readonly token: string | (() => string | Promise<string>);
  /** How often a call is repeated whose answer was lost; 0 to 10, default 3. */
  readonly repetitions?: number;
  /** Default: `fetch` of the platform. */
  readonly fetch?: Fetch;
}

/**
 * `client.GET('/v1/accounts', …)` and so on: paths, parameters, bodies and answers are those of the API's document. Each call resolves to `data` or
 * `error`, with `response`; `orThrow` turns the error into an `ApiError`.
 */
export type Client = FetchClient<paths>;

const NO_CONTENT = 204;
/** Their success has no body (RFC 7009 §2.2). */
const REVOCATIONS: ReadonlySet<string> = new Set<keyof paths>(['/v1/openam/oauth2/token/revoke', '/v2/openam/token/revocation']);

/**
 * Adds the token and a fresh `X-Request-ID` to each call. A call whose answer was lost is repeated with the same id, for which the bank
 * gives its first answer again: nothing is paid twice (guide "API error handling").
 *
 * @throws RangeError for a bank that is no http(s) origin, and for other numbers of repetitions; a call is rejected with one for an id that is empty or
 * consists of dots, and with an `UnreadableAnswer` for a success that is not JSON
 */
export function createClient({ bank, token, repetitions = 3, fetch: send = fetch }: ClientOptions): Client {
  const client = createFetchClient<paths>({ baseUrl: `${originOf(bank)}/api`, fetch: repeatWhenLost(send, repetitions) });
  const identify: Middleware = {
    async onRequest({ request, params }) {
      // An address drops these, encoded or not, and would name another call.
      const odd = Object.entries(params.path ?? {}).find(([, id]) => ['', '.', '..'].includes(String(id)));
      if (odd !== undefined) throw new RangeError(`“${odd[1]}” is no ${odd[0]}.`);
      if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
      if (!request.headers.has('x-request-id')) request.headers.set('x-request-id', crypto.randomUUID());
      return request;
    },
    async onResponse({ request, response, schemaPath, options: { parseAs } }) {
      if (!response.ok || response.status === NO_CONTENT || request.method === 'HEAD' || parseAs !== 'json') return;
      const next = `Then repeat the call with X-Request-ID ${request.headers.get('x-request-id')}: if the bank has executed it, you get its first answer.`;
      await requireJson(response, next, REVOCATIONS.has(schemaPath));
    },
  };
  client.use(identify);
  return client;
}

/** @throws RangeError unless it is an http(s) address without path, query and fragment. */
export function originOf(bank: string): string {
  const url = URL.canParse(bank) ? new URL(bank) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || `${url.pathname}${url.search}${url.hash}` !== '/' || url.username !== '')
    throw new RangeError(`Name the bank by its origin, such as https://bank.example, not by “${bank}”.`);
  return url.origin;
}
