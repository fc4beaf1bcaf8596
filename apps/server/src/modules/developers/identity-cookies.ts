/** The cookies of the identity service. Only `portico-dev` is sent beyond `/identity`. */
import { DEVELOPER_SESSION_TOTAL_SECONDS, RESET_CODE_SECONDS, VERIFICATION_SECONDS } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import { type SecretCookie, secretCookie } from '#platform/http/secret-cookie.ts';

export const IDENTITY_PATH = '/identity';
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;
export const SOCIAL_SIGN_IN_SECONDS = 10 * 60;

export interface IdentityCookies {
  readonly session: SecretCookie;
  /** A browser in which somebody signed in before. */
  readonly device: SecretCookie;
  /** The browser that signed up. */
  readonly signUp: SecretCookie;
  /** The browser that asked for a reset code. */
  readonly reset: SecretCookie;
  /** The browser that went to sign in elsewhere; Lax, so it comes back with the redirect. */
  readonly social: SecretCookie;
}

export function createIdentityCookies({ publicUrl }: Pick<Config, 'publicUrl'>): IdentityCookies {
  const path = IDENTITY_PATH;
  return {
    session: secretCookie({ publicUrl, name: 'portico-dev', path: '/', maxAgeSeconds: DEVELOPER_SESSION_TOTAL_SECONDS }),
    device: secretCookie({ publicUrl, name: 'portico-dev-device', path, maxAgeSeconds: DEVICE_SECONDS }),
    signUp: secretCookie({ publicUrl, name: 'portico-sign-up', path, maxAgeSeconds: VERIFICATION_SECONDS }),
    reset: secretCookie({ publicUrl, name: 'portico-reset', path, maxAgeSeconds: RESET_CODE_SECONDS }),
    social: secretCookie({ publicUrl, name: 'portico-social', path, maxAgeSeconds: SOCIAL_SIGN_IN_SECONDS }),
  };
}
