/**
 * An OpenID Connect client: builds the authorization URL and exchanges a code for an identity. better-auth builds the requests and verifies
 * the signature; this file limits the calls. Discovery is repeated on demand, so a provider that was down is used again.
 */
import type { SocialFailure } from '@portico/contract/values';
import { type Static, Type } from 'typebox';
import type { OpenIdClient } from '#platform/config.ts';
import { guardOf } from '#platform/guard-of.ts';
import { fetchJson, ProviderUnavailable } from './fetch-json.ts';

/** Imported on first use, because it loads two hundred files that only this sign-in needs. */
const oauth2 = () => import('better-auth/oauth2');

const DISCOVERY_KEPT_MS = 60 * 60 * 1000;
const SCOPES = ['openid', 'email'];
/** Never `none`, and no algorithm keyed with the client secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 10;

const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
});
type Metadata = Static<typeof Metadata>;
const isMetadata = guardOf(Metadata);
const isKeySet = guardOf(Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() })) }));
const hasIdToken = guardOf(Type.Object({ id_token: Type.String({ maxLength: 20_000 }) }));
const areClaims = guardOf(
  Type.Object({
    sub: Type.String({ minLength: 1, maxLength: 255 }),
    nonce: Type.String(),
    azp: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    email_verified: Type.Optional(Type.Unknown()),
  }),
);

export interface UpstreamIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
}

/** The failure as the portal shows it; the message is for the log. */
export class SocialRefusal extends Error {
  override readonly name = 'SocialRefusal';
  readonly failure: SocialFailure;
  constructor(failure: SocialFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface OpenIdConnect {
  readonly isStandIn: boolean;
  /** @throws SocialRefusal `unavailable`. */
  authorizationUrl(begun: Begun): Promise<string>;
  /** @param issuer the `iss` of the authorization response (RFC 9207), if present. @throws SocialRefusal `failed`, `unavailable`. */
  identify(answer: Omit<Begun, 'state'> & { readonly code: string; readonly issuer: string | undefined }): Promise<UpstreamIdentity>;
}

export interface OpenIdConnectDeps {
  readonly client: OpenIdClient;
  readonly redirectUri: string;
  /** Monotonic milliseconds, for the lifetime of the discovery document. */
  readonly monotonicNow?: () => number;
}

export function createOpenIdConnect({ client, redirectUri, monotonicNow = () => performance.now() }: OpenIdConnectDeps): OpenIdConnect {
  const options = { clientId: client.clientId, clientSecret: client.clientSecret };
  const jwksCacheKey = {};
  let kept: { readonly metadata: Metadata; readonly until: number } | undefined;

  async function discover(): Promise<Metadata> {
    if (kept !== undefined && monotonicNow() < kept.until) return kept.metadata;
    const { body } = await fetchJson(`${client.issuer}/.well-known/openid-configuration`);
    if (!isMetadata(body) || body.issuer.replace(/\/$/, '') !== client.issuer) {
      throw new ProviderUnavailable(`What ${client.issuer} says about itself is no discovery document of that issuer.`);
    }
    kept = { metadata: body, until: monotonicNow() + DISCOVERY_KEPT_MS };
    return body;
  }

  async function exchange(metadata: Metadata, code: string, codeVerifier: string): Promise<string> {
    const { authorizationCodeRequest } = await oauth2();
    const request = await authorizationCodeRequest({ code, codeVerifier, redirectURI: redirectUri, options, authentication: 'basic' });
    const { status, body } = await fetchJson(metadata.token_endpoint, {
      method: 'POST',
      headers: request.headers,
      body: request.body.toString(),
    });
    if (status !== 200 || !hasIdToken(body)) throw new SocialRefusal('failed', `The token endpoint answered ${status} without an ID token.`);
    return body.id_token;
  }

  async function verify(metadata: Metadata, idToken: string, nonce: string): Promise<UpstreamIdentity> {
    const { verifyJwsAccessToken } = await oauth2();
    const payload: unknown = await verifyJwsAccessToken(idToken, {
      jwksFetch: async () => {
        const { body } = await fetchJson(metadata.jwks_uri);
        if (!isKeySet(body)) throw new ProviderUnavailable('The identity provider published no key set.');
        return body;
      },
      jwksCacheKey,
      verifyOptions: {
        issuer: metadata.issuer,
        audience: client.clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp', 'nonce'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      },
    });
    if (!areClaims(payload)) throw new Error('The ID token lacks a claim.');
    if (payload.nonce !== nonce) throw new Error('The ID token answers another sign-in.');
    if (payload.azp !== undefined && payload.azp !== client.clientId) throw new Error('The ID token was issued to another client.');
    return { issuer: metadata.issuer, subject: payload.sub, email: payload.email, isEmailVerified: payload.email_verified === true };
  }

  return {
    isStandIn: client.isStandIn,
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const metadata = await discover().catch(asRefusal);
      const { createAuthorizationURL } = await oauth2();
      const url = await createAuthorizationURL({
        id: 'google',
        options,
        authorizationEndpoint: metadata.authorization_endpoint,
        redirectURI: redirectUri,
        state,
        nonce,
        codeVerifier,
        scopes: SCOPES,
        prompt: 'select_account',
      });
      return url.href;
    },
    async identify({ code, codeVerifier, nonce, issuer }) {
      try {
        const metadata = await discover();
        if (issuer !== undefined && issuer !== metadata.issuer) throw new SocialRefusal('failed', 'The answer came from another issuer.');
        return await verify(metadata, await exchange(metadata, code, codeVerifier), nonce);
      } catch (error) {
        return asRefusal(error);
      }
    },
  };
}

function asRefusal(error: unknown): never {
  if (error instanceof SocialRefusal) throw error;
  if (error instanceof ProviderUnavailable) throw new SocialRefusal('unavailable', error.message, { cause: error });
  throw new SocialRefusal('failed', 'The ID token could not be trusted.', { cause: error });
}
