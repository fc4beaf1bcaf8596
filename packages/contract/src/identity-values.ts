/** Values that the browser and the identity service share: paths, limits, password rules. */

import { PASSWORD_LENGTH_MIN } from './limits.ts';

/** Name of the cookie with a developer's session; on https with the prefix `__Host-`. */
export const DEVELOPER_COOKIE = 'portico-dev';

/** Relative to `identityBase`; `calls/identity.ts` has the bodies and responses. */
export const IDENTITY_PATHS = {
  session: '/session',
  sessions: '/sessions',
  user: '/user',
  passwordCheck: '/password-check',
  signUp: '/sign-up',
  signIn: '/sign-in',
  /** The second step, for an account with a second factor. */
  signInCode: '/sign-in/code',
  secondFactor: '/second-factor',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  /** Followed by `/{provider}`. */
  social: '/social',
} as const;

/** Query parameters of the portal: the token of a verification mail, and the reason of a failed social sign-in. */
export const IDENTITY_QUERY = { verification: 'verification', socialError: 'socialError' } as const;

export const EMAIL_LENGTH_MAX = 254;
/** Long pass phrases are allowed; the limit only bounds the time of hashing. */
export const PASSWORD_LENGTH_MAX = 256;
export const RESET_CODE_DIGITS = 8;
export const RESET_CODE_SECONDS = 10 * 60;
export const RESET_CODE_TRIES_MAX = 5;
export const VERIFICATION_SECONDS = 24 * 60 * 60;
export const DEVELOPER_SESSION_IDLE_SECONDS = 12 * 60 * 60;
export const DEVELOPER_SESSION_TOTAL_SECONDS = 7 * 24 * 60 * 60;

export const SOCIAL_PROVIDERS = ['google'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

/** Values of the query parameter `socialError`, and the login modal's text for each. */
export const SOCIAL_FAILURES = {
  cancelled: 'You did not sign in with Google. Try again, or use your e-mail address and password.',
  emailNotVerified: 'Google has not verified the e-mail address of this account. Verify it there, or sign up with a password.',
  expired: 'Signing in with Google took too long or was finished already. Start again.',
  failed: 'Google’s answer could not be trusted, you are not signed in. Start again.',
  unavailable: 'Google cannot be reached at the moment. Try again later, or use your e-mail address and password.',
} as const;
export type SocialFailure = keyof typeof SOCIAL_FAILURES;

/** Specification §5: all must be met; in the order of display. */
export const PASSWORD_RULES = [
  { id: 'length', isMet: (password: string) => [...password].length >= PASSWORD_LENGTH_MIN },
  { id: 'lowercase', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { id: 'special', isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
  { id: 'number', isMet: (password: string) => /\p{Nd}/u.test(password) },
  { id: 'capital', isMet: (password: string) => /\p{Lu}/u.test(password) },
] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number]['id'];

/**
 * Returns the rules that a password does not meet in its composed form (NFC), which is hashed. With none, the browser may send it; the server also
 * refuses well-known passwords.
 */
export function unmetPasswordRules(password: string): readonly PasswordRule[] {
  const composed = password.normalize('NFC');
  return PASSWORD_RULES.filter(({ isMet }) => !isMet(composed)).map(({ id }) => id);
}

/** Recovery codes of a second factor that are made together. */
export const RECOVERY_CODES = 10;
