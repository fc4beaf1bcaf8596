/** Checks addresses from the server again before the browser follows them. */

/** The address unchanged when it is an absolute http or https URL, else undefined (`javascript:`, `data:` …). */
export function safeUrl(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? url : undefined;
}

/** As {@link safeUrl}, and also allows a path of our own server: `/bank/sca/…`, never `//host`. */
export function safeLocation(location: string): string | undefined {
  return /^\/(?![/\\])/.test(location) ? location : safeUrl(location);
}
