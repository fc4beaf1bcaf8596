/** Where version 2 of the authorization server lives, as the specification's sample calls have it. Paths below {@link PATHS.mount}. */
export const PATHS = {
  mount: '/api/v2',
  authorization: '/am/realms/psd2/protocol/openid-connect/auth',
  token: '/openam/token',
  revocation: '/openam/token/revocation',
  jwks: '/jwks',
  discovery: '/.well-known/openid-configuration',
  metadata: '/.well-known/oauth-authorization-server',
  styles: '/pages.css',
  /** The page of the sign-in module; the interaction cookie lives beneath `{signIn}/{uid}`. */
  signIn: '/bank/sign-in',
} as const;

/**
 * How long an interaction can still be ended. The sign-in module lets customers in for its first minutes only; what outlives those is
 * the way back to the website with `access_denied`.
 */
export const INTERACTION_SECONDS = 24 * 60 * 60;
