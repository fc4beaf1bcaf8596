/**
 * `form_post` is not offered: its page posts to the website with an inline script, which our content security policy forbids. The library cannot
 * disable it, so requests and the discovery document are rewritten.
 */

const REFUSED = 'form_post';
/** An unknown mode, for which the library returns `unsupported_response_mode` in the query. */
const UNKNOWN = 'form_post_is_not_offered';

/** `url`: path and query of an authorization request. */
export function withoutFormPost(url: string): string {
  const end = url.indexOf('?');
  if (end === -1) return url;
  const query = url
    .slice(end + 1)
    .split('&')
    .map((pair) => (isFormPost(pair) ? `response_mode=${UNKNOWN}` : pair));
  return `${url.slice(0, end)}?${query.join('&')}`;
}

/** `document`: JSON text of the discovery document. */
export function withoutFormPostMetadata(document: string): string {
  const parsed: unknown = JSON.parse(document);
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('The discovery document is no object.');
  return JSON.stringify({ ...parsed, response_modes_supported: ['query', 'fragment'] });
}

function isFormPost(pair: string): boolean {
  return new URLSearchParams(pair).get('response_mode')?.includes(REFUSED) === true;
}
