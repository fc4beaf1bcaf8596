/**
 * The guard of the XS2A API: finds the holder of an access token with one lookup by the token's hash, and compares the call with what the token is
 * bound to: nothing (RFC 6750), a certificate (RFC 8705) or the key of a DPoP proof (RFC 9449).
 */
import { sha256Hex } from '#platform/crypto/hash.ts';
import { noteSandbox } from '#platform/db/turns.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import { mtlsCallOf, thumbprintOf } from '#platform/tls/mtls-call.ts';
import type { FindToken } from './artifact-store.ts';
import type { RequireToken, TokenHolder } from './oauth.ts';
import { BASIC_GUARD, type BoundCall, createBindingCheck, type GuardSettings } from './security/binding-check.ts';
import { tokenRefusal } from './security/token-refusal.ts';

/** RFC 6750 §2.1 `b64token`, bounded; RFC 9449 §7.1 writes it in the same way. */
const AUTHORIZATION = /^(Bearer|DPoP) ([A-Za-z0-9._~+/-]{1,512}=*)$/i;
/** A sample of a guide that was sent as it is printed: `<your access token>`, `{token}`. */
const PLACEHOLDER = /^(?:Bearer|DPoP) (?:<[^<>]{1,80}>|\{[^{}]{1,80}\})$/i;
const PATH = 'header:Authorization';
const SUSPENDED = 'The bank has suspended this application. Nothing was done. Ask the bank’s support why.';

/** `holders` stores the token holder of each request. */
export function createRequireToken(findToken: FindToken, holders: WeakMap<object, TokenHolder>, settings: GuardSettings = BASIC_GUARD): RequireToken {
  const checkBinding = createBindingCheck(settings);
  const source = settings.isSandbox ? `the token of a test customer, from ${settings.origins.at(-1)}/#/tokens,` : 'the access token of the sign-in';
  const fillIn = `The Authorization header still has the words of a sample. Put ${source} in their place.`;
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      throw tokenRefusal({ code: 'TOKEN_UNKNOWN', text: 'The request carries no access token. Send it as Authorization: Bearer {token}.' });
    }
    const [, scheme = '', token] = AUTHORIZATION.exec(authorization) ?? [];
    if (token === undefined) {
      const text = PLACEHOLDER.test(authorization) ? fillIn : 'The Authorization header cannot be read. Send it as Authorization: Bearer {token}.';
      throw tokenRefusal({ code: 'TOKEN_INVALID', text, error: 'invalid_request' });
    }
    const [leaf] = (request.raw && mtlsCallOf(request.raw)?.chain) ?? [];
    const found = await findToken(sha256Hex(token), leaf && thumbprintOf(leaf));
    if (found === undefined) {
      throw tokenRefusal({
        code: 'TOKEN_UNKNOWN',
        text: 'This access token is not known or was revoked. Let the customer sign in again.',
        error: 'invalid_token',
      });
    }
    if (found.isSuspended) throw new TppRefusal(403, 'SERVICE_BLOCKED', SUSPENDED, { path: PATH });
    if (found.isExpired) {
      throw tokenRefusal({ code: 'TOKEN_EXPIRED', text: 'This access token has expired. Let the customer sign in again.', error: 'invalid_token' });
    }
    const call: BoundCall = { request, token, scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer' };
    const bound = await checkBinding(call, found);
    noteProvenCaller(request);
    noteSandbox(found.sandboxId);
    const { appId, clientId, sandboxId, customerId, bankCountry, locale, roles, signsRequests } = found;
    if (customerId === undefined || bankCountry === undefined || locale === undefined)
      throw new Error('An access token was stored without its customer.');
    const holder = { appId, clientId, sandboxId, customerId, bankCountry, locale, roles, signsRequests, ...bound };
    holders.set(request, holder);
    return holder;
  };
}
