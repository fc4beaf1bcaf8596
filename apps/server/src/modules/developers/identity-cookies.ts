/**
 * The cookies of the identity service. Those that make another person's account, or sign in, have the path `/`: no sibling domain can plant a cookie
 * whose name begins with `__Host-`. The others are sent below `/identity` only.
 */
import { DEVELOPER_COOKIE, DEVELOPER_SESSION_TOTAL_SECONDS, RESET_CODE_SECONDS, VERIFICATION_SECONDS } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import { type SecretCookie, secretCookie } from '#platform/http/secret-cookie.ts';

export const IDENTITY_PATH = '/identity';
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;
export const SOCIAL_SIGN_IN_SECONDS = 10 * 60;
export const HALF_SIGN_IN_SECONDS = 10 * 60;

export interface IdentityCookies {
  readonly session: SecretCookie;
  /** Identifies a browser in which a developer has signed in before. */
  readonly device: SecretCookie;
  /** Identifies the browser of a sign-up. */
  readonly signUp: SecretCookie;
  /** Identifies the browser that requested a reset code. */
  readonly reset: SecretCookie;
  /** Identifies the browser during a sign-in at Google; Lax, so that the redirect back carries it. */
  readonly social: SecretCookie;
  /** Identifies a browser that has given the password of an account with a second factor, and no code yet. It is no session. */
  readonly half: SecretCookie;
}

export function createIdentityCookies({ publicUrl }: Pick<Config, 'publicUrl'>): IdentityCookies {
  const path = IDENTITY_PATH;
  return {
    session: secretCookie({ publicUrl, name: DEVELOPER_COOKIE, path: '/', maxAgeSeconds: DEVELOPER_SESSION_TOTAL_SECONDS }),
    device: secretCookie({ publicUrl, name: 'portico-dev-device', path, maxAgeSeconds: DEVICE_SECONDS }),
    signUp: secretCookie({ publicUrl, name: 'portico-sign-up', path: '/', maxAgeSeconds: VERIFICATION_SECONDS }),
    reset: secretCookie({ publicUrl, name: 'portico-reset', path, maxAgeSeconds: RESET_CODE_SECONDS }),
    social: secretCookie({ publicUrl, name: 'portico-social', path: '/', maxAgeSeconds: SOCIAL_SIGN_IN_SECONDS }),
    half: secretCookie({ publicUrl, name: 'portico-dev-half', path: '/', maxAgeSeconds: HALF_SIGN_IN_SECONDS }),
  };
}
