/** Which rule a refused redirect URI breaks, in words for the developer who wrote it: the first one, so that there is one thing to correct. */
import { isRedirectUri, type ReturnUrlRules, URL_LENGTH_MAX } from './return-url.ts';

/** @param uri one that `isRedirectUri` refused */
export function explainRedirectUri(uri: string, rules: ReturnUrlRules): string {
  const schemes = rules.allowsLoopbackHttp ? 'https://, or http:// on this machine' : 'https://';
  if (uri.length > URL_LENGTH_MAX) return `A redirect URI has at most ${URL_LENGTH_MAX} characters. Shorten it.`;
  if (uri.includes('*')) return 'A redirect URI holds no wildcard. Enter each address by itself.';
  const url = URL.parse(uri);
  if (url === null || !/^https?:$/.test(url.protocol)) return `A redirect URI is a complete address that begins with ${schemes}. Correct it.`;
  if (url.username !== '' || url.password !== '') return 'A redirect URI holds no user name and no password. Leave them out.';
  if (uri.includes('#')) return 'A redirect URI has no fragment. Leave out # and what follows.';
  if (url.protocol === 'http:') return `A redirect URI begins with ${schemes}. Correct it.`;
  if (isRedirectUri(url.href, rules)) return `A redirect URI is written as a browser would send it. Write ${url.href} instead.`;
  return 'A redirect URI has letters, figures and hyphens in its host name, and behind it only signs that need no encoding. Correct it.';
}
