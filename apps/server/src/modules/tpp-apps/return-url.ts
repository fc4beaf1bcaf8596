/**
 * Where a customer may be sent back to. The text is compared, not only what a parser makes of it: whatever a browser would
 * rewrite (upper case, default port, dot segments, backslashes, white space, other alphabets) is refused, so no two programs can
 * read one URL differently.
 */

export interface ReturnUrlRules {
  /** Development: `http` on this machine is accepted. */
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
 * `url`, which was a return URL when it was stored, while its origin is still one of the application's; undefined afterwards. The scheme was
 * judged when `url` and the redirect URIs were stored. `redirectUris`: as {@link redirectUrisOf} reads them.
 */
export function keptReturnUrl(url: string | null | undefined, redirectUris: readonly string[] | null): string | undefined {
  return url != null && isReturnUrl(url, redirectUris ?? [], { allowsLoopbackHttp: true }) ? url : undefined;
}

/** True for what an application may register. Nothing here is a pattern, so nothing may look like one. */
export function isRedirectUri(url: string, rules: ReturnUrlRules): boolean {
  return !url.includes('*') && plainOrigin(url, rules) !== undefined;
}

/** The first character behind the host that an address holds only percent-encoded, `%` among them; a fragment is another fault. */
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
  // Equal to its own canonical form: nothing was normalised away.
  if (parsed.href !== `${origin}${rest.startsWith('/') ? '' : '/'}${rest}`) return undefined;
  if (parsed.protocol === 'https:') return origin;
  return rules.allowsLoopbackHttp && LOOPBACK_HOSTS.has(parsed.hostname) ? origin : undefined;
}
