/** The cookies of the sign-in: one binds a sign-in to its browser, one holds the return secret, one is the bank session. */
import { BANK_COOKIE_SECONDS } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import { type SecretCookie, secretCookie } from '#platform/http/secret-cookie.ts';

/** How long a customer may take to sign in. Real time. */
export const SIGN_IN_SECONDS = 15 * 60;
/** The way back is available longer than the sign-in. */
const SIGN_IN_COOKIE_SECONDS = 24 * 60 * 60;

/** The page's path; the cookie is sent to no other. */
export function signInPath(signInId: string): string {
  return `/bank/sign-in/${signInId}`;
}

export function signInCookie(config: Pick<Config, 'publicUrl'>, signInId: string): SecretCookie {
  return secretCookie({ publicUrl: config.publicUrl, name: 'portico-sign-in', path: signInPath(signInId), maxAgeSeconds: SIGN_IN_COOKIE_SECONDS });
}

/** The secret last segment of the redirect address after a completed sign-in. */
export function returnCookie(config: Pick<Config, 'publicUrl'>, signInId: string): SecretCookie {
  return secretCookie({ publicUrl: config.publicUrl, name: 'portico-return', path: signInPath(signInId), maxAgeSeconds: SIGN_IN_SECONDS });
}

/** Kept longer than any session, because an ended session still decides who may see the way back. */
export function bankCookie(config: Pick<Config, 'publicUrl'>): SecretCookie {
  return secretCookie({ publicUrl: config.publicUrl, name: 'portico-bank', path: '/', maxAgeSeconds: BANK_COOKIE_SECONDS });
}
