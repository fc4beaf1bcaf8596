/** Where both versions of the authorization server live, as the specification's sample calls have it. */
export const PATHS = {
  /** Below each version's mount (OpenID Connect Discovery §4, RFC 8414 §3 as most clients read it). */
  discovery: ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  /** The page of the sign-in module; the interaction cookie lives beneath `{signIn}/{uid}`. */
  signIn: '/bank/sign-in',
} as const;

/** The two versions differ in their addresses, in what they ask of PKCE, and in nothing that protects a customer. */
export interface OAuthVersion {
  /** The issuer's path; the others stand below it. */
  readonly mount: string;
  readonly authorization: string;
  readonly token: string;
  readonly revocation: string;
  readonly jwks: string;
  readonly endSession: string;
  /** RFC 9700 §2.1.1 asks for PKCE or a nonce; version 1 accepts a challenge and then enforces it. */
  readonly asksForPkce: boolean;
  /** Its codes and interactions are kept apart: a code of one version is none to the other. */
  readonly suffix: '' | 'V1';
  readonly cookies: ProviderCookies;
}

interface ProviderCookies {
  readonly session: string;
  readonly interaction: string;
  readonly resume: string;
}

const cookiesOf = (end: string): ProviderCookies => ({
  session: `portico-oauth-session${end}`,
  interaction: `portico-oauth-interaction${end}`,
  resume: `portico-oauth-resume${end}`,
});

export const VERSION_2: OAuthVersion = {
  mount: '/api/v2',
  authorization: '/am/realms/psd2/protocol/openid-connect/auth',
  token: '/openam/token',
  revocation: '/openam/token/revocation',
  jwks: '/jwks',
  endSession: '/am/realms/psd2/protocol/openid-connect/logout',
  asksForPkce: true,
  suffix: '',
  cookies: cookiesOf(''),
};

/** OpenAM's addresses, as the specification's sample calls have them. */
export const VERSION_1: OAuthVersion = {
  mount: '/api/v1',
  authorization: '/am/oauth2/authorize',
  token: '/openam/oauth2/access_token',
  revocation: '/openam/oauth2/token/revoke',
  jwks: '/openam/oauth2/connect/jwk_uri',
  endSession: '/openam/oauth2/connect/endSession',
  asksForPkce: false,
  suffix: 'V1',
  cookies: cookiesOf('-v1'),
};

/**
 * How long an interaction can still be ended. The sign-in module lets customers in for its first minutes only; what outlives those is
 * the way back to the website with `access_denied`.
 */
export const INTERACTION_SECONDS = 24 * 60 * 60;

/** On https browsers take these names from an encrypted answer only; over plain http they would refuse them. */
export function cookieNames({ cookies }: OAuthVersion, publicUrl: string): ProviderCookies {
  const prefix = publicUrl.startsWith('https:') ? '__Secure-' : '';
  return { session: prefix + cookies.session, interaction: prefix + cookies.interaction, resume: prefix + cookies.resume };
}
