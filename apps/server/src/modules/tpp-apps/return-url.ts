/**
 * Checks URLs to which customers are redirected. The text itself is compared, not only the parsed URL. A URL that a browser would
 * rewrite (upper case, default port, dot segments, backslashes, white space, other alphabets) is refused, so that all programs
 * interpret an accepted URL in the same way.
 */

export interface ReturnUrlRules {
  /** Development: accepts `http` on this machine. */
  readonly allowsLoopbackHttp: boolean;
}

export const URL_LENGTH_MAX = 2048;
/** Scheme, host (ASCII name, IPv4 or bracketed IPv6), port, then path and query; no userinfo, no fragment, no backslash. */
const PLAIN_URL = /^(https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::[1-9][0-9]{0,4})?)((?:[/?][!$%&'()*+,./0-9:;=?@A-Z_a-z~-]*)?)$/;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True when `url` is plain, its scheme is accepted, and its scheme, host and port equal those of a registered redirect URI. */
export function isReturnUrl(url: string, redirectUris: readonly string[], rules: ReturnUrlRules): boolean {
  const origin = plainOrigin(url, rules);
  return origin !== undefined && redirectUris.some((registered) => plainOrigin(registered, rules) === origin);
}

/**
 * Returns `url` if its origin is still that of a redirect URI, else undefined. `url` was a valid return URL when it was stored, so the scheme is
 * not checked again. `redirectUris`: as read by {@link redirectUrisOf}.
 */
export function keptReturnUrl(url: string | null | undefined, redirectUris: readonly string[] | null): string | undefined {
  return url != null && isReturnUrl(url, redirectUris ?? [], { allowsLoopbackHttp: true }) ? url : undefined;
}

/** True for a URL that an application may register. Wildcards are refused, because URLs are compared literally. */
export function isRedirectUri(url: string, rules: ReturnUrlRules): boolean {
  return !url.includes('*') && plainOrigin(url, rules) !== undefined;
}

/** The first character after the host that must be percent-encoded, including a stray `%`. A fragment is reported elsewhere. */
export function firstUnencodedCharacter(url: string): string | undefined {
  const rest = url.replace(/^https?:\/\/[^/?#]*/, '');
  return /[^!$%&'()*+,./0-9:;=?@A-Z_a-z~#-]|%(?![0-9A-Fa-f]{2})/.exec(rest)?.[0];
}

function plainOrigin(url: string, rules: ReturnUrlRules): string | undefined {
  if (url.length > URL_LENGTH_MAX) return undefined;
  const [, origin, rest = ''] = PLAIN_URL.exec(url) ?? [];
  if (origin === undefined) return undefined;
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== origin) return undefined;
  // The URL must equal its canonical form.
  if (parsed.href !== `${origin}${rest.startsWith('/') ? '' : '/'}${rest}`) return undefined;
  if (parsed.protocol === 'https:') return origin;
  return rules.allowsLoopbackHttp && LOOPBACK_HOSTS.has(parsed.hostname) ? origin : undefined;
}
