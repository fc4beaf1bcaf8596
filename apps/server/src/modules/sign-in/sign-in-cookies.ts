/** The cookies of the bank's door: one binds a sign-in to the browser that opened it, one keeps its way on, one is the bank session. */
import { BANK_COOKIE_SECONDS } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import { type SecretCookie, secretCookie } from '#platform/http/secret-cookie.ts';

/** How long a customer may take to sign in. Real time. */
export const SIGN_IN_SECONDS = 15 * 60;
/** The way back outlives the sign-in. */
const SIGN_IN_COOKIE_SECONDS = 24 * 60 * 60;

/** The page's path; the cookie is sent nowhere else. */
export function signInPath(signInId: string): string {
  return `/bank/sign-in/${signInId}`;
}

export function signInCookie(config: Pick<Config, 'publicUrl'>, signInId: string): SecretCookie {
  return secretCookie({ publicUrl: config.publicUrl, name: 'portico-sign-in', path: signInPath(signInId), maxAgeSeconds: SIGN_IN_COOKIE_SECONDS });
}

/** The secret end of the address that a finished sign-in leads to. */
export function returnCookie(config: Pick<Config, 'publicUrl'>, signInId: string): SecretCookie {
  return secretCookie({ publicUrl: config.publicUrl, name: 'portico-return', path: signInPath(signInId), maxAgeSeconds: SIGN_IN_SECONDS });
}

/** Kept longer than any session: an ended one still decides who may see the way back. */
export function bankCookie(config: Pick<Config, 'publicUrl'>): SecretCookie {
  return secretCookie({ publicUrl: config.publicUrl, name: 'portico-bank', path: '/', maxAgeSeconds: BANK_COOKIE_SECONDS });
}
