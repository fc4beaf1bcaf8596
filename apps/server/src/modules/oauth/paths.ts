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

/** How long a customer may take from arriving to having signed in. */
export const SIGN_IN_SECONDS = 15 * 60;
