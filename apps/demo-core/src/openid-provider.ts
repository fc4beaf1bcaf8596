/**
 * The bank's OpenID provider, below `/openid`. A real bank has one already, beside its core; this one makes the example complete. It asks for no
 * password: its page shows what is confirmed, and the customer chooses who they are.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

const PREFIX = '/openid';
const MINUTES = 60;

export interface OpenIdClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export function createOpenIdProvider(origin: string, { clientId, clientSecret, redirectUri }: OpenIdClient) {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const issuer = `${origin}${PREFIX}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    scopes: ['openid'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${PREFIX}/sign-in/${uid}` },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    // Signing in is the consent: the only client is the bank itself.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 10 * MINUTES, Session: 10 * MINUTES, Grant: 10 * MINUTES, IdToken: 5 * MINUTES, AccessToken: 5 * MINUTES },
  });
  const callback = provider.callback();

  return {
    issuer,
    /** Serves the provider's own routes: discovery, authorization, token, keys. */
    serve(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): void {
      request.originalUrl = request.url ?? '';
      request.url = request.originalUrl.slice(PREFIX.length);
      request.headers.cookie = withoutSession(request.headers.cookie);
      void callback(request, response);
    },
    /** The `state` of the authorization request whose page the browser has opened. @throws Error if it has ended or belongs to another browser */
    async stateOf(request: IncomingMessage, response: ServerResponse): Promise<string> {
      const { params } = await provider.interactionDetails(request, response);
      return String(params.state);
    },
    /** @param customerId who signed in; undefined: refused. @returns where the browser goes on */
    finish(request: IncomingMessage, response: ServerResponse, customerId: string | undefined): Promise<string> {
      const result = customerId === undefined ? { error: 'access_denied' } : { login: { accountId: customerId, remember: false } };
      return provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
    },
  };
}

/** Each confirmation needs a new sign-in, also if another customer has signed in in the same browser. */
function withoutSession(cookies = ''): string {
  return cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith('_session'))
    .join('; ');
}
