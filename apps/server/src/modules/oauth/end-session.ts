/**
 * OpenID Connect RP-Initiated Logout 1.0: a website signs its customer out of the bank, in this browser. The authorization server has no
 * session, so this ends the bank session. Tokens stay valid until they are revoked.
 */
import type { FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { parseAccountId } from './account-id.ts';
import type { OAuthDeps } from './oauth-deps.ts';

/** The hint must have a valid sub, audience and signature; otherwise a link on any page could sign the customer out. */
const HINT_INVALID = 'id_token_hint must be an ID token that this issuer gave to the application; it may have expired';
const HINT_MISSING = 'id_token_hint is missing: send the ID token of the customer who is to be signed out';
const CLIENT_MISMATCH = 'client_id must be the one that id_token_hint was given to';
const RETURN_UNKNOWN = 'post_logout_redirect_uri must be, character by character, a registered redirect URI of the application';

/** RFC 6749 appendix A.1. */
const VISIBLE = /^[\x20-\x7e]+$/;

/** @returns the redirect target; undefined: the bank shows its own page. @throws OIDCProviderError invalid_request */
export async function endSession(deps: OAuthDeps, provider: Provider, request: FastifyRequest, query: string): Promise<string | undefined> {
  const params = readParams(query);
  const hint = params.get('id_token_hint');
  if (hint === undefined) throw new errors.InvalidRequest(HINT_MISSING);
  const client = await clientOf(provider, hint);
  if (params.has('client_id') && params.get('client_id') !== client.clientId) throw new errors.InvalidRequest(CLIENT_MISMATCH);
  const returnTo = params.get('post_logout_redirect_uri');
  if (returnTo !== undefined && client.redirectUris?.includes(returnTo) !== true) throw new errors.InvalidRequest(RETURN_UNKNOWN);
  const { payload } = await provider.IdToken.validate(hint, client).catch((cause: unknown) => {
    throw new errors.InvalidRequest(HINT_INVALID, undefined, { cause });
  });
  await endSessionOf(deps, request, String(payload.sub));
  return returnTo === undefined ? undefined : withState(returnTo, params.get('state'));
}

async function endSessionOf(deps: OAuthDeps, request: FastifyRequest, accountId: string): Promise<void> {
  const owner = parseAccountId(accountId);
  const session = await deps.currentSession(request, { touch: false });
  if (session === undefined || owner === undefined) return;
  // The session now belongs to another customer, so this website may not end it.
  if (session.customerId === owner.customerId && session.sandboxId === owner.sandboxId) await deps.endBankSession(request);
}

/** The application in the token's audience. The claim is not verified here; the validation of the token verifies it. */
async function clientOf(provider: Provider, hint: string) {
  const client = await provider.Client.find(audienceOf(hint));
  if (client === undefined) throw new errors.InvalidRequest(HINT_INVALID);
  return client;
}

function audienceOf(hint: string): string {
  try {
    const payload: unknown = JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString());
    if (typeof payload === 'object' && payload !== null && 'aud' in payload && typeof payload.aud === 'string' && VISIBLE.test(payload.aud)) {
      return payload.aud;
    }
  } catch {
    // Not even JSON.
  }
  throw new errors.InvalidRequest(HINT_INVALID);
}

/** RFC 6749 §3.1: each parameter once; an empty one counts as left out. */
function readParams(query: string): ReadonlyMap<string, string> {
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (params.has(name)) throw new errors.InvalidRequest(`'${name}' parameter must not be provided twice`);
    if (value !== '') params.set(name, value);
  }
  return params;
}

function withState(returnTo: string, state: string | undefined): string {
  const url = new URL(returnTo);
  if (state !== undefined) url.searchParams.append('state', state);
  return url.href;
}
