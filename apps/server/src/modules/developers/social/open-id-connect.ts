/**
 * An OpenID Connect client: builds the authorization URL and exchanges a code for an identity. openid-client builds the requests and verifies the
 * responses and ID tokens; `fetch-provider.ts` limits the calls. Discovery is repeated on demand, so a provider that was down is used again.
 */
import type { SocialFailure } from '@portico/contract/values';
import * as openid from 'openid-client';
import { Type } from 'typebox';
import type { OpenIdClient } from '#platform/config.ts';
import { guardOf } from '#platform/guard-of.ts';
import { fetchProvider, ProviderUnavailable, TIMEOUT_SECONDS } from './fetch-provider.ts';

const DISCOVERY_KEPT_MS = 60 * 60 * 1000;
const CLOCK_TOLERANCE_SECONDS = 10;
/** OpenID Connect Discovery 1.0, section 3: what a provider with the code flow must name. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

const areClaims = guardOf(
  Type.Object({
    iss: Type.String(),
    sub: Type.String({ minLength: 1, maxLength: 255 }),
    azp: Type.Optional(Type.Unknown()),
    email: Type.Optional(Type.String()),
    email_verified: Type.Optional(Type.Unknown()),
  }),
);

export interface UpstreamIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** All claims of the ID token. */
  readonly claims: Readonly<Record<string, unknown>>;
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

/** @param scope default: the person's address. */
export function createOpenIdConnect(client: OpenIdClient, redirectUri: string, scope = 'openid email'): OpenIdConnect {
  let kept: { readonly metadata: openid.ServerMetadata; readonly until: number } | undefined;

  const execute = [
    // An ID token counts by its signature, not only by the connection it came over.
    openid.enableNonRepudiationChecks,
    // The configuration allows http on this machine only.
    ...(client.issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
  ];

  async function discover(): Promise<openid.ServerMetadata> {
    if (kept !== undefined && performance.now() < kept.until) return kept.metadata;
    const options = { execute, timeout: TIMEOUT_SECONDS, [openid.customFetch]: fetchProvider };
    const discovered = await openid.discovery(new URL(client.issuer), client.clientId, undefined, undefined, options).catch((cause: unknown) => {
      throw new ProviderUnavailable(`The discovery of ${client.issuer} failed.`, { cause });
    });
    const metadata = discovered.serverMetadata();
    const { protocol } = new URL(client.issuer);
    const wrong = ENDPOINTS.filter((name) => URL.parse(metadata[name] ?? '')?.protocol !== protocol);
    if (wrong.length > 0) throw new ProviderUnavailable(`The discovery document of ${client.issuer} has no usable ${wrong.join(', ')}.`);
    kept = { metadata, until: performance.now() + DISCOVERY_KEPT_MS };
    return metadata;
  }

  /** Made for each sign-in, because it keeps the provider's keys, and a provider may change them at any time. */
  async function configure(): Promise<openid.Configuration> {
    const metadata = { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const configuration = new openid.Configuration(await discover(), client.clientId, metadata, openid.ClientSecretBasic(client.clientSecret));
    configuration.timeout = TIMEOUT_SECONDS;
    configuration[openid.customFetch] = fetchProvider;
    for (const extend of execute) extend(configuration);
    return configuration;
  }

  return {
    isStandIn: client.isStandIn,
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const configuration = await configure().catch(asRefusal);
      return openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }).href;
    },
    async identify({ code, codeVerifier, nonce, issuer }) {
      const answered = new URL(redirectUri);
      answered.searchParams.set('code', code);
      if (issuer !== undefined) answered.searchParams.set('iss', issuer);
      // `finishSocialSignIn` has used up the state.
      const checks: openid.AuthorizationCodeGrantChecks = {
        pkceCodeVerifier: codeVerifier,
        expectedNonce: nonce,
        expectedState: openid.skipStateCheck,
      };
      try {
        const claims = (await openid.authorizationCodeGrant(await configure(), answered, checks)).claims();
        if (!areClaims(claims)) throw new Error('The ID token lacks a claim.');
        // openid-client compares it only when there are several audiences.
        if (claims.azp !== undefined && claims.azp !== client.clientId) throw new Error('The ID token was issued to another client.');
        return { issuer: claims.iss, subject: claims.sub, email: claims.email, isEmailVerified: claims.email_verified === true, claims };
      } catch (error) {
        return asRefusal(error);
      }
    },
  };
}

function asRefusal(error: unknown): never {
  const unavailable = causesOf(error).find((cause) => cause instanceof ProviderUnavailable);
  if (unavailable !== undefined) throw new SocialRefusal('unavailable', unavailable.message, { cause: error });
  throw new SocialRefusal('failed', 'The response of the identity provider was refused.', { cause: error });
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
