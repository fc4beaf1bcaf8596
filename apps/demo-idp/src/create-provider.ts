/** A standard OpenID provider for the portal and the console. It asks for no password and no consent. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type ClientMetadata, interactionPolicy, Provider } from 'oidc-provider';
import { createMemory } from './memory.ts';
import { findPerson, type Person } from './people.ts';
import type { Client, Settings } from './settings.ts';

const MINUTES = 60;

export function createProvider({ issuer, portal, console }: Settings): Provider {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return new Provider(issuer, {
    adapter: createMemory(),
    clients: [portal, console].flatMap((client) => (client === undefined ? [] : [toMetadata(client)])),
    jwks: { keys: [{ ...key, alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    // As Google does: the address stands in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy: withAccountChoice(), url: (_ctx, { uid }) => `/choose/${uid}` },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => {
      const person = findPerson(id);
      if (person === undefined) return undefined;
      return { accountId: id, claims: () => toClaims(person) };
    },
    // Choosing a person is the consent.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 30 * MINUTES, Session: 30 * MINUTES, Grant: 30 * MINUTES, IdToken: 5 * MINUTES, AccessToken: 5 * MINUTES },
  });
}

const toMetadata = ({ clientId, clientSecret, redirectUri }: Client): ClientMetadata => ({
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uris: [redirectUri],
  response_types: ['code'],
  grant_types: ['authorization_code'],
  application_type: 'web',
});

function toClaims({ id, name, email, isVerified, group }: Person) {
  return { sub: id, name, email, email_verified: isVerified, ...(group === undefined ? {} : { groups: [group] }) };
}

/** `prompt=select_account`, which Google knows and the library leaves to its users. */
function withAccountChoice() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}
