/**
 * `form_post` is not offered: its page posts to the website by an inline script, which our content policy forbids. The library has
 * no switch for it, so the request and the discovery document are corrected on the way.
 */

const REFUSED = 'form_post';
/** No such mode: the library then answers `unsupported_response_mode` in the query. */
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
