/** A third-party application's steps against an authorization server, each as plain HTTP: ask, exchange, refresh, call. */
import { createHash } from 'node:crypto';
import { APP, Browser, type OAuthHouse, REDIRECT_URI, SECRET } from './oauth-house.ts';

/** Undefined: left out. */
export type Change = Readonly<Record<string, string | undefined>>;

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export const VERIFIER = 'v'.repeat(43);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const FORM = 'application/x-www-form-urlencoded';
const AUTHORIZATION = { v1: '/api/v1/am/oauth2/authorize', v2: '/api/v2/am/realms/psd2/protocol/openid-connect/auth' } as const;
const TOKEN = { v1: '/api/v1/openam/oauth2/access_token', v2: '/api/v2/openam/token' } as const;
export type Version = keyof typeof TOKEN;

const REQUEST: Change = {
  client_id: APP.clientId,
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
  state: 'state-1',
  bypass: 'true',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};
const CLIENT: Change = { client_id: APP.clientId, client_secret: SECRET };

export function toForm(values: Change): string {
  return new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString();
}

export type OAuthJourney = ReturnType<typeof createOAuthJourney>;

export function createOAuthJourney(house: OAuthHouse, version: Version = 'v2') {
  const address = (change: Change = {}, suffix = '') => `${house.publicUrl}${AUTHORIZATION[version]}?${toForm({ ...REQUEST, ...change })}${suffix}`;

  /** What the website gets: the address it is called back at, or the page that is shown instead. */
  async function ask(change: Change = {}, suffix = '') {
    const browser = new Browser(house.publicUrl);
    const first = await browser.send(address(change, suffix));
    const next = first.headers.get('location') ?? '';
    const last = next.includes('/am/') ? await browser.send(next) : first;
    const location = last.headers.get('location');
    return {
      status: last.status,
      back: location === null || location.startsWith('/') ? undefined : new URL(location),
      location,
      text: await last.text(),
    };
  }

  async function newCode(change: Change = {}): Promise<string> {
    const { back, text } = await ask(change);
    const code = back?.searchParams.get('code') ?? undefined;
    if (code === undefined) throw new Error(`No code came back: ${back?.href ?? text}`);
    return code;
  }

  async function post(body: string, headers: Readonly<Record<string, string>> = { 'content-type': FORM }, query = ''): Promise<Answer> {
    const response = await fetch(`${house.publicUrl}${TOKEN[version]}${query}`, { method: 'POST', body, headers });
    const parsed: unknown = await response.json();
    return { status: response.status, body: Object.fromEntries(Object.entries(parsed ?? {})) };
  }

  const exchange = (code: string, change: Change = {}) =>
    post(toForm({ ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER, ...change }));
  const refresh = (token: unknown, change: Change = {}) =>
    post(toForm({ ...CLIENT, grant_type: 'refresh_token', refresh_token: String(token), ...change }));
  const revoke = (token: unknown, change: Change = {}) =>
    fetch(`${house.publicUrl}${version === 'v1' ? '/api/v1/openam/oauth2/token/revoke' : '/api/v2/openam/token/revocation'}`, {
      method: 'POST',
      body: toForm({ ...CLIENT, token: String(token), ...change }),
      headers: { 'content-type': FORM },
    });

  return {
    address,
    ask,
    newCode,
    post,
    exchange,
    refresh,
    revoke,
    /** Tokens of a fresh sign-in. */
    async newTokens(change: Change = {}): Promise<Answer['body']> {
      const { status, body } = await exchange(await newCode(change));
      if (status !== 200) throw new Error(`No token came back: ${JSON.stringify(body)}`);
      return body;
    },
    /** What the API says to a token: 200, or 401 with its code. */
    async callApi(token: unknown): Promise<{ status: number; code?: unknown; who?: unknown }> {
      const response = await fetch(`${house.publicUrl}/api/v1/who`, { headers: { authorization: `Bearer ${String(token)}` } });
      const answer: unknown = await response.json();
      const [message] = [Object(answer).tppMessages].flat();
      return { status: response.status, code: Object(message).code, who: answer };
    },
  };
}
