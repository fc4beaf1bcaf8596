/**
 * The core as a client of the bank's OpenID provider: code flow with PKCE. The nonce begins with the content's hash, so the ID token, which the
 * provider signs, is evidence of who confirmed what.
 */
import * as openid from 'openid-client';
import type { Authentication } from './authentication.ts';
import type { OpenIdClient } from './openid-provider.ts';

/** One attempt of a browser. Opening the page again begins the next one. */
interface Attempt {
  readonly authentication: Authentication;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Confirmed {
  readonly authentication: Authentication;
  /** Undefined: the customer refused. */
  readonly by?: { readonly customerId: string; readonly idToken: string };
}

export function createOpenIdConfirmation(issuer: string, { clientId, clientSecret, redirectUri }: OpenIdClient) {
  const attempts = new Map<string, Attempt>();
  let discovered: Promise<openid.Configuration> | undefined;
  const discover = (): Promise<openid.Configuration> => {
    // The example speaks http on one machine.
    const execute = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    discovered ??= openid.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute: [...execute, openid.enableNonRepudiationChecks] });
    discovered.catch(() => {
      discovered = undefined;
    });
    return discovered;
  };

  return {
    /** @returns the address at the provider, and the `state` that binds the attempt to the browser */
    async begin(authentication: Authentication): Promise<{ readonly address: string; readonly state: string }> {
      const configuration = await discover();
      for (const [known, attempt] of attempts) if (attempt.authentication.state !== 'started') attempts.delete(known);
      const [state, verifier] = [openid.randomState(), openid.randomPKCECodeVerifier()];
      const nonce = `${String(authentication.asked.contentHash)}.${openid.randomNonce()}`;
      attempts.set(state, { authentication, nonce, verifier });
      const parameters = {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      return { address: openid.buildAuthorizationUrl(configuration, parameters).href, state };
    },
    /** What the provider's page shows. A provider in another process gets it as `authorization_details` (RFC 9396). */
    authenticationOf: (state: string): Authentication | undefined => attempts.get(state)?.authentication,
    /**
     * Takes the provider's answer, once.
     *
     * @param state of the browser's cookie
     * @throws Error if the answer belongs to no attempt of this browser, or does not hold
     */
    async finish(answer: URL, state: string): Promise<Confirmed> {
      const attempt = attempts.get(state);
      if (attempt === undefined || answer.searchParams.get('state') !== state) throw new Error('No attempt of this browser has this state.');
      attempts.delete(state);
      const { authentication, nonce: expectedNonce, verifier: pkceCodeVerifier } = attempt;
      if (answer.searchParams.get('error') === 'access_denied') return { authentication };
      const checks = { expectedState: state, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = await openid.authorizationCodeGrant(await discover(), answer, checks);
      return { authentication, by: { customerId: tokens.claims()?.sub ?? '', idToken: tokens.id_token ?? '' } };
    },
  };
}
