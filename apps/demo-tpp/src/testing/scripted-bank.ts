/** The bank as the shop meets it on the network: discovery, keys, token, payment, status, each answer changeable. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Fetch } from '@portico/client';
import type { Settings } from '../settings.ts';

export const ORIGIN = 'http://localhost:3000';
export const ISSUER = `${ORIGIN}/api/v2`;
export const API = `${ORIGIN}/api`;
export const SETTINGS: Settings = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: 'http://127.0.0.1:3001',
  bank: ORIGIN,
  clientId: 'demo-tpp',
  clientSecret: 'canary-client-secret-77',
  databaseFile: ':memory:',
};
export const ACCESS_TOKEN = 'canary-access-token-4711';

export interface ScriptedBank {
  readonly send: Fetch;
  readonly requests: { url: string; method: string; headers: Headers; body: string }[];
  /** Nonce of the authorization request, which the id token repeats. */
  nonce: string;
  /** Path ending → answer instead of the ordinary one. */
  readonly instead: Map<string, () => Response>;
}

export function createScriptedBank(): ScriptedBank {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'ES256' };
  const requests: ScriptedBank['requests'] = [];
  const instead: ScriptedBank['instead'] = new Map();
  const bank: ScriptedBank = { send, requests, nonce: '', instead };

  async function send(request: Request): Promise<Response> {
    const { url, method, headers } = request;
    requests.push({ url, method, headers, body: await request.text() });
    const { pathname } = new URL(url);
    const changed = [...instead].find(([ending]) => pathname.endsWith(ending));
    return changed === undefined ? ordinary(pathname) : changed[1]();
  }

  function ordinary(path: string): Response {
    if (path.endsWith('/.well-known/openid-configuration')) return Response.json(metadata());
    if (path.endsWith('/jwks')) return Response.json({ keys: [jwk] });
    if (path.endsWith('/token')) {
      return Response.json({ access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 3600, scope: 'openid', id_token: idToken() });
    }
    if (path.endsWith('/status')) return Response.json({ transactionStatus: 'ACSC' });
    const _links = { scaRedirect: { href: `${ORIGIN}/bank/sca/canary-reference` }, self: { href: '/x' }, status: { href: '/y' } };
    return Response.json({ transactionStatus: 'RCVD', paymentId: 'pay_1', _links }, { status: 201 });
  }

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: ISSUER, sub: 'demo:cus_1', aud: SETTINGS.clientId, iat: now, exp: now + 600, nonce: bank.nonce };
    const text = [{ alg: 'ES256', kid: 'k1' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  }
  return bank;
}

function metadata() {
  return {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/auth`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
