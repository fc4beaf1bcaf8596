/** An application with the profile `fapi2`, as plain HTTP: pushes its request, exchanges the code and calls the API. Each step can be spoiled. */
import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { APP, Browser, type OAuthHouse, REDIRECT_URI } from './oauth-house.ts';
import { CHALLENGE, type Change, FORM, toForm, VERIFIER } from './oauth-journey.ts';
import type { TestCertificate } from './test-certificates.ts';

export const PAR = '/api/v2/openam/par';
export const TOKEN = '/api/v2/openam/token';
const AUTHORIZATION = '/api/v2/am/realms/psd2/protocol/openid-connect/auth';
const WHO = '/api/v1/who';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** `dpop`: private_key_jwt and DPoP; `certificate`: both by the certificate. */
export type Sender = 'dpop' | 'certificate';

export interface Key {
  readonly privateKey: CryptoKey;
  readonly jwk: Awaited<ReturnType<typeof exportJWK>>;
  readonly jkt: string;
  readonly alg: string;
}

export async function createKey(alg = 'ES256', kid?: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), ...(kid === undefined ? {} : { kid }) };
  return { privateKey, jwk, jkt: await calculateJwkThumbprint(jwk), alg };
}

/** Claims to change; undefined: leave out. */
export type Claims = Readonly<Record<string, unknown>>;

/** How one request is spoiled. `assertion` and `proof`: the JWT itself, or undefined for none. */
export interface Spoiled {
  readonly assertion?: string | undefined;
  readonly proof?: string | undefined;
  readonly certificate?: TestCertificate | undefined;
}

export interface FapiAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export type FapiClient = Awaited<ReturnType<typeof createFapiClient>>;

const seconds = () => Math.floor(Date.now() / 1000);
const kept = (claims: Claims) => Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));

export async function createFapiClient(
  house: OAuthHouse,
  database: OpenedDatabase,
  sender: Sender,
  app: Pick<typeof APP, 'appId' | 'clientId'> = APP,
) {
  const { clientId, appId } = app;
  const [key, rsaKey, dpopKey] = await Promise.all([createKey('ES256', 'ec'), createKey('RS256', 'rsa'), createKey()]);
  const certificate = house.certificates.issue(appId);
  const jwks = sender === 'dpop' ? JSON.stringify({ keys: [key.jwk, rsaKey.jwk] }) : null;
  await database.query(`update tpp_app set security_profile = 'fapi2', jwks = $1::jsonb where app_id = $2`, [jwks, appId]);
  const origin = sender === 'dpop' ? house.publicUrl : house.mtlsOrigin;

  const assertion = (change: Claims = {}, { by = key, header = {} }: { by?: Key; header?: object } = {}) => {
    const now = seconds();
    const claims = { iss: clientId, sub: clientId, aud: house.issuer, jti: randomUUID(), iat: now, nbf: now, exp: now + 60, ...change };
    return new SignJWT(kept(claims)).setProtectedHeader({ alg: by.alg, kid: String(by.jwk.kid), ...header }).sign(by.privateKey);
  };

  const proof = (
    at: { method?: string; path: string; token?: unknown },
    change: Claims = {},
    { by = dpopKey, header = {} }: { by?: Key; header?: object } = {},
  ) => {
    const ath = at.token === undefined ? {} : { ath: createHash('sha256').update(String(at.token)).digest('base64url') };
    const claims = { jti: randomUUID(), htm: at.method ?? 'POST', htu: origin + at.path, iat: seconds(), ...ath, ...change };
    return new SignJWT(kept(claims)).setProtectedHeader({ alg: by.alg, typ: 'dpop+jwt', jwk: by.jwk, ...header }).sign(by.privateKey);
  };

  async function post(path: string, form: Change, spoiled: Spoiled, wantsProof = true): Promise<FapiAnswer> {
    const signs = sender === 'dpop';
    const jwt = 'assertion' in spoiled ? spoiled.assertion : signs ? await assertion() : undefined;
    const dpop = 'proof' in spoiled ? spoiled.proof : signs && wantsProof ? await proof({ path }) : undefined;
    const shown = 'certificate' in spoiled ? spoiled.certificate : signs ? undefined : certificate;
    const proven = jwt === undefined ? {} : { client_assertion: jwt, client_assertion_type: ASSERTION_TYPE };
    const response = await fetch(origin + path, {
      method: 'POST',
      body: toForm({ client_id: clientId, ...proven, ...form }),
      headers: { 'content-type': FORM, ...(dpop === undefined ? {} : { dpop }), ...shown?.headers },
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text), headers: response.headers };
  }

  const REQUEST: Change = {
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
    state: 'state-1',
    nonce: 'nonce-1',
    bypass: 'true',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  };
  const push = (change: Change = {}, spoiled: Spoiled = {}) => post(PAR, { ...REQUEST, ...change }, spoiled, false);

  async function requestUri(change: Change = {}, spoiled: Spoiled = {}): Promise<string> {
    const { status, body } = await push(change, spoiled);
    if (status !== 201) throw new Error(`No request_uri came back: ${JSON.stringify(body)}`);
    return String(body.request_uri);
  }

  /** What the website gets: the address it is called back at, or the page that is shown instead. */
  async function authorize(uri: string | undefined, change: Change = {}) {
    const browser = new Browser(house.publicUrl);
    const first = await browser.send(`${AUTHORIZATION}?${toForm({ client_id: clientId, request_uri: uri, ...change })}`);
    const next = first.headers.get('location') ?? '';
    const resume = next.includes('/am/') ? next : undefined;
    const finish = async (address: string) => backOf(await browser.send(address));
    return { ...(await backOf(first)), browser, next, resume, finish };
  }

  async function backOf(response: Response) {
    const location = response.headers.get('location');
    const back = location === null || location.startsWith('/') || location.startsWith(house.publicUrl) ? undefined : new URL(location);
    return { status: response.status, back, text: await response.text() };
  }

  /** The address at which the customer comes back. */
  async function signIn(uri: string, change: Change = {}): Promise<URL> {
    const { resume, back, text, finish } = await authorize(uri, change);
    const reached = resume === undefined ? { back, text } : await finish(resume);
    if (reached.back === undefined) throw new Error(`Nothing came back: ${reached.text}`);
    return reached.back;
  }

  const codeOf = (back: URL): string => {
    const code = back.searchParams.get('code');
    if (code === null) throw new Error(`No code came back: ${back.href}`);
    return code;
  };
  const newCode = async (change: Change = {}, spoiled: Spoiled = {}) => codeOf(await signIn(await requestUri(change, spoiled)));
  const exchange = (code: string, change: Change = {}, spoiled: Spoiled = {}) =>
    post(TOKEN, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER, ...change }, spoiled);

  return {
    ...{
      sender,
      clientId,
      key,
      rsaKey,
      dpopKey,
      certificate,
      origin,
      assertion,
      proof,
      push,
      requestUri,
      authorize,
      signIn,
      codeOf,
      newCode,
      exchange,
    },
    refresh: (token: unknown, spoiled: Spoiled = {}) => post(TOKEN, { grant_type: 'refresh_token', refresh_token: String(token) }, spoiled),
    async newTokens(change: Change = {}) {
      const { status, body } = await exchange(await newCode(change));
      if (status !== 200) throw new Error(`No token came back: ${JSON.stringify(body)}`);
      return body;
    },
    /** Calls the API. `scheme`: default, that of the token. */
    async call(token: unknown, spoiled: Spoiled = {}, scheme = sender === 'dpop' ? 'DPoP' : 'Bearer') {
      const dpop = 'proof' in spoiled ? spoiled.proof : sender === 'dpop' ? await proof({ method: 'GET', path: WHO, token }) : undefined;
      const shown = 'certificate' in spoiled ? spoiled.certificate : sender === 'dpop' ? undefined : certificate;
      const headers = { authorization: `${scheme} ${String(token)}`, ...(dpop === undefined ? {} : { dpop }), ...shown?.headers };
      const response = await fetch(origin + WHO, { headers });
      const who = JSON.parse(await response.text());
      return {
        status: response.status,
        code: who.tppMessages?.[0]?.code,
        text: who.tppMessages?.[0]?.text,
        who,
        challenge: response.headers.get('www-authenticate'),
      };
    },
    whoProof: (token: unknown, change: Claims = {}, options: { by?: Key; header?: object } = {}) =>
      proof({ method: 'GET', path: WHO, token }, change, options),
  };
}
