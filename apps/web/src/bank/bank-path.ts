/** The bank's pages have plain paths: the interaction's cookie and the provider's redirects know them. */

export type BankRoute = { page: 'signIn'; id: string } | { page: 'device' } | { page: 'notFound' };

const SIGN_IN = /^\/bank\/sign-in\/([^/]+)\/?$/;
const DEVICE = /^\/bank\/device\/?$/;

export function bankRouteOf(pathname: string): BankRoute {
  if (DEVICE.test(pathname)) return { page: 'device' };
  const id = decoded(SIGN_IN.exec(pathname)?.[1]);
  return id === undefined ? { page: 'notFound' } : { page: 'signIn', id };
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
