/**
 * What a browser brings along in the real query: an OAuth redirect URI and `/bank/sca/…` cannot use the fragment. Once,
 * before the router starts, the query moves into the hash; the secrets in it (`entry` ticket, `code`,
 * `verification` of a mail) leave the address at once and live in memory only.
 */
const SECRETS = ['entry', 'code', 'verification'] as const;

export interface InitialQuery {
  /** One-use entry ticket of a signing session; the first call takes it, later calls get nothing. */
  takeEntryTicket(): string | undefined;
  /** Token of a verification mail; given once. */
  takeVerification(): string | undefined;
  /** Authorization code; may be looked at again, because its modal shows it. */
  readonly code: string | undefined;
}

type Page = { readonly location: Pick<Location, 'search' | 'hash' | 'pathname'>; readonly history: Pick<History, 'replaceState' | 'state'> };

/** @param page normally `window`. `/?m=x&entry=t` becomes `/#/?m=x`; `/?a=1#/welcome?b=2` becomes `/#/welcome?b=2&a=1`. */
export function moveQueryIntoHash(page: Page): InitialQuery {
  const brought = new URLSearchParams(page.location.search);
  const [hashPath = '', hashQuery = ''] = splitOnce(page.location.hash.replace(/^#/, ''), '?');
  const query = new URLSearchParams(hashQuery);
  for (const [name, value] of brought) query.set(name, value);
  const secrets = new Map<string, string>();
  for (const name of SECRETS) {
    const value = query.get(name);
    if (value !== null) secrets.set(name, value);
    query.delete(name);
  }
  if (brought.size > 0 || secrets.size > 0) {
    const rest = query.toString();
    page.history.replaceState(
      page.history.state,
      '',
      `${page.location.pathname}#${hashPath === '' ? '/' : hashPath}${rest === '' ? '' : `?${rest}`}`,
    );
  }
  const take = (name: (typeof SECRETS)[number]) => {
    const value = secrets.get(name);
    secrets.delete(name);
    return value;
  };
  return {
    takeEntryTicket: () => take('entry'),
    takeVerification: () => take('verification'),
    code: secrets.get('code'),
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
