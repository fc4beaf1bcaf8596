/** Builds a request's address from base, path template and written values. */

const PLACEHOLDER = /\{([^{}]+)\}/g;

/**
 * @param base absolute, without a trailing slash
 * @param template OpenAPI's path: `/v1/payments/{payment-product}`
 * @param pathValues by the template's names, encoded; the placeholder of a missing value stays, encoded
 * @param query encoded pairs
 */
export function buildAddress(base: string, template: string, pathValues: ReadonlyMap<string, string>, query: readonly string[]): string {
  const path = template.replaceAll(PLACEHOLDER, (placeholder, name: string) => pathValues.get(name) ?? encodeURIComponent(placeholder));
  return `${base}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
