/** The guard of the XS2A API: finds the holder of a bearer token (RFC 6750) with one lookup by the token's hash. */
import { sha256Hex } from '#platform/crypto/hash.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import type { createTokenFinder } from './artifact-store.ts';
import type { RequireToken, TokenHolder } from './oauth.ts';

/** RFC 6750 §2.1 `b64token`, bounded. */
const BEARER = /^Bearer ([A-Za-z0-9._~+/-]{1,512}=*)$/i;
const PATH = 'header:Authorization';
const SUSPENDED = 'The bank has suspended this application. Nothing was done. Ask the bank’s support why.';

/** `holders` stores the token holder of each request. */
export function createRequireToken(findToken: ReturnType<typeof createTokenFinder>, holders: WeakMap<object, TokenHolder>): RequireToken {
  return async (request) => {
    const header = request.headers.authorization;
    if (header === undefined) {
      throw refusal('TOKEN_UNKNOWN', 'The request carries no access token. Send it as Authorization: Bearer {token}.');
    }
    const token = BEARER.exec(header)?.[1];
    if (token === undefined) {
      throw refusal('TOKEN_INVALID', 'The Authorization header cannot be read. Send it as Authorization: Bearer {token}.', 'invalid_request');
    }
    const found = await findToken(sha256Hex(token));
    if (found === undefined) {
      throw refusal('TOKEN_UNKNOWN', 'This access token is not known or was revoked. Let the customer sign in again.', 'invalid_token');
    }
    if (found.isSuspended) throw new TppRefusal(403, 'SERVICE_BLOCKED', SUSPENDED, { path: PATH });
    if (found.isExpired) throw refusal('TOKEN_EXPIRED', 'This access token has expired. Let the customer sign in again.', 'invalid_token');
    noteProvenCaller(request);
    const { appId, clientId, sandboxId, customerId, bankCountry, locale, roles } = found;
    if (customerId === undefined || bankCountry === undefined || locale === undefined)
      throw new Error('An access token was stored without its customer.');
    const holder = { appId, clientId, sandboxId, customerId, bankCountry, locale, roles };
    holders.set(request, holder);
    return holder;
  };
}

/** RFC 6750 §3: without credentials the challenge names no error. */
function refusal(code: 'TOKEN_UNKNOWN' | 'TOKEN_INVALID' | 'TOKEN_EXPIRED', text: string, error?: string): TppRefusal {
  const challenge = error === undefined ? 'Bearer realm="psd2"' : `Bearer realm="psd2", error="${error}"`;
  return new TppRefusal(401, code, text, { path: PATH, headers: { 'www-authenticate': challenge } });
}
