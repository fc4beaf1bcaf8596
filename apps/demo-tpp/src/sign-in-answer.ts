/** What the bank says instead of a code (RFC 6749 §4.1.2.1), in the shop's words. */

const TITLES: Readonly<Record<string, string>> = {
  access_denied: 'You did not sign in',
  temporarily_unavailable: 'The bank asks to come back later',
};

/** @param answer query of the return address; has `error` */
export function describeSignInError(answer: URLSearchParams): { readonly title: string; readonly detail: string } {
  const error = answer.get('error') ?? '';
  return {
    title: (Object.hasOwn(TITLES, error) ? TITLES[error] : undefined) ?? 'The bank did not open a sign-in',
    detail: [error, answer.get('error_description')].filter((part) => part !== null).join(': '),
  };
}
