/** The paths of both versions of the authorization server, as in the specification's sample calls. */
export const PATHS = {
  /** Below each version's mount (OpenID Connect Discovery §4; RFC 8414 §3 as most clients implement it). */
  discovery: ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  /** Path of the sign-in page; the interaction cookie's path is `{signIn}/{uid}`. */
  signIn: '/bank/sign-in',
} as const;

/** The two versions differ in their paths and in their PKCE rules; the protection of customers is the same. */
export interface OAuthVersion {
  /** Path of the issuer; the other paths are below it. */
  readonly mount: string;
  readonly authorization: string;
  readonly token: string;
  readonly revocation: string;
  /** RFC 9126. Only a version that offers FAPI serves it. */
  readonly pushedRequest: string;
  readonly jwks: string;
  readonly endSession: string;
  /** RFC 9700 §2.1.1 requires PKCE or a nonce; version 1 accepts a code challenge and then enforces it. */
  readonly asksForPkce: boolean;
  /** The profile `fapi2`: pushed requests, private_key_jwt and DPoP. */
  readonly offersFapi: boolean;
  /** Suffix of its codes and interactions, which are stored separately: a code of one version is invalid in the other. */
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
  pushedRequest: '/openam/par',
  jwks: '/jwks',
  endSession: '/am/realms/psd2/protocol/openid-connect/logout',
  asksForPkce: true,
  offersFapi: true,
  suffix: '',
  cookies: cookiesOf(''),
};

/** Where providers register their applications (RFC 7591), beside the other endpoints of version 2. */
export const REGISTRATION_PATH = `${VERSION_2.mount}/register`;

/** OpenAM's paths, as in the specification's sample calls. */
export const VERSION_1: OAuthVersion = {
  mount: '/api/v1',
  authorization: '/am/oauth2/authorize',
  token: '/openam/oauth2/access_token',
  revocation: '/openam/oauth2/token/revoke',
  pushedRequest: '/openam/oauth2/par',
  jwks: '/openam/oauth2/connect/jwk_uri',
  endSession: '/openam/oauth2/connect/endSession',
  asksForPkce: false,
  offersFapi: false,
  suffix: 'V1',
  cookies: cookiesOf('-v1'),
};

/**
 * How long an interaction can be ended. Customers can sign in during the first minutes only. Afterwards only the way back to the website with
 * `access_denied` remains.
 */
export const INTERACTION_SECONDS = 24 * 60 * 60;

/** On https browsers accept these names from secure responses only; over plain http they would refuse them. */
export function cookieNames({ cookies }: OAuthVersion, publicUrl: string): ProviderCookies {
  const prefix = publicUrl.startsWith('https:') ? '__Secure-' : '';
  return { session: prefix + cookies.session, interaction: prefix + cookies.interaction, resume: prefix + cookies.resume };
}
