/** A standard OpenID provider with one client. It asks for no password and no consent. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { interactionPolicy, Provider } from 'oidc-provider';
import { createMemory } from './memory.ts';
import { findPerson } from './people.ts';
import type { Settings } from './settings.ts';

const MINUTES = 60;

export function createProvider({ issuer, clientId, clientSecret, redirectUri }: Settings): Provider {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return new Provider(issuer, {
    adapter: createMemory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        application_type: 'web',
      },
    ],
    jwks: { keys: [{ ...key, alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    scopes: ['openid', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // As Google does: the address stands in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy: withAccountChoice(), url: (_ctx, { uid }) => `/choose/${uid}` },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => {
      const person = findPerson(id);
      if (person === undefined) return undefined;
      return { accountId: id, claims: () => ({ sub: id, email: person.email, email_verified: person.isVerified }) };
    },
    // Choosing a person is the consent.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 30 * MINUTES, Session: 30 * MINUTES, Grant: 30 * MINUTES, IdToken: 5 * MINUTES, AccessToken: 5 * MINUTES },
  });
}

/** `prompt=select_account`, which Google knows and the library leaves to its users. */
function withAccountChoice() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}
