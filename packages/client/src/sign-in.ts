/** Sign-in of a customer at the bank and tokens: OpenID Connect with PKCE (guide "Sign-in and tokens", version 2), by openid-client. */
import * as openid from 'openid-client';
import { originOf } from './client.ts';
import type { Fetch } from './repetition.ts';
import { requireJson, UnreadableAnswer } from './unreadable-answer.ts';

export interface SignInOptions {
  /** Origin of the bank's portal. */
  readonly bank: string;
  readonly clientId: string;
  /** Keep it on your server. */
  readonly clientSecret: string;
  /** One of the application's redirect URIs. */
  readonly redirectUri: string;
  /** Default: `fetch` of the platform. */
  readonly fetch?: Fetch;
}

/** What your server keeps for this browser until the customer is back. */
export interface Visit {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Each call is rejected with an `UnreadableAnswer` for a success of the bank that is not JSON. */
export interface SignIn {
  /** The address to which you redirect the customer's browser. */
  begin(customer: {
    readonly country: 'ee' | 'lv' | 'lt';
    readonly locale?: 'en' | 'et' | 'lv' | 'lt' | 'ru';
  }): Promise<{ url: string; visit: Visit }>;
  /**
   * @param address with which the customer's browser came back
   * @throws openid.AuthorizationResponseError when the customer turned back (`access_denied`), other errors of openid-client for an answer that is not
   * the bank's to this visit
   */
  finish(address: string | URL, visit: Visit): Promise<Tokens>;
  /** A refresh token works once: store the new pair before you use it. */
  refresh(refreshToken: string): Promise<Tokens>;
  /** Either token of a pair ends both. */
  revoke(token: string): Promise<void>;
}

export function createSignIn({ bank, clientId, clientSecret, redirectUri, fetch: send = fetch }: SignInOptions): SignIn {
  const origin = originOf(bank);
  const issuer = new URL(`${origin}/api/v2`);
  let discovered: Promise<openid.Configuration> | undefined;

  /** openid-client names the address of the customer's return without its query; the bank compares with the registered address (RFC 6749 §4.1.3). */
  const sendWithRedirectUri: openid.CustomFetch = async (url, options) => {
    if (options.body instanceof URLSearchParams && options.body.has('redirect_uri')) options.body.set('redirect_uri', redirectUri);
    // Types of the same options by two authors.
    const response = await send(new Request(url, options as RequestInit));
    // RFC 7009 §2.2: the success of a revocation has no body.
    const isRevocation = options.body instanceof URLSearchParams && options.body.has('token');
    if (response.ok) await requireJson(response, 'Then begin the sign-in again: a code and a refresh token work once.', isRevocation);
    return response;
  };

  /** Once; a failure is tried again by the next call. */
  function discover(): Promise<openid.Configuration> {
    const execute = [openid.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [])];
    const options = { execute, [openid.customFetch]: sendWithRedirectUri };
    discovered ??= openid.discovery(issuer, clientId, {}, openid.ClientSecretPost(clientSecret), options).catch((error: unknown) => {
      discovered = undefined;
      return throwUnwrapped(error);
    });
    return discovered;
  }

  return {
    async begin({ country, locale = 'en' }) {
      const visit = { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() };
      const url = openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid',
        state: visit.state,
        nonce: visit.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(visit.verifier),
        code_challenge_method: 'S256',
        bank_country: country,
        locale,
      });
      return { url: url.href, visit };
    },
    async finish(address, { state, nonce, verifier }) {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      return toTokens(await openid.authorizationCodeGrant(await discover(), new URL(address), checks).catch(throwUnwrapped));
    },
    refresh: async (refreshToken) => toTokens(await openid.refreshTokenGrant(await discover(), refreshToken).catch(throwUnwrapped)),
    revoke: async (token) => openid.tokenRevocation(await discover(), token).catch(throwUnwrapped),
  };
}

/** openid-client puts errors of `fetch` that it does not know into its own. */
function throwUnwrapped(error: unknown): never {
  const { cause } = Object(error);
  throw cause instanceof UnreadableAnswer ? cause : error;
}

function toTokens(answer: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers): Tokens {
  return { accessToken: answer.access_token, refreshToken: answer.refresh_token, expiresAt: Date.now() + (answer.expiresIn() ?? 0) * 1000 };
}

const EARLY_MS = 30_000;

/**
 * For `token` of `createClient`: the access token, refreshed shortly before it expires. Calls at the same time wait for one refresh.
 *
 * @param save stores the new pair before its access token is used, because the old refresh token no longer works. After a failure the next call
 * saves the same pair
 */
export function keepTokens(signIn: Pick<SignIn, 'refresh'>, first: Tokens, save: (tokens: Tokens) => Promise<void>): () => Promise<string> {
  let tokens = first;
  let isSaved = true;
  let renewing: Promise<void> | undefined;

  async function renew(): Promise<void> {
    if (tokens.refreshToken !== undefined && tokens.expiresAt - EARLY_MS <= Date.now()) {
      tokens = await signIn.refresh(tokens.refreshToken);
      isSaved = false;
    }
    if (!isSaved) await save(tokens);
    isSaved = true;
  }

  return async () => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    await renewing;
    return tokens.accessToken;
  };
}
