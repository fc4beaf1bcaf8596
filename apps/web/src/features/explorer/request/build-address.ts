/** Builds the request's address from base, path template and values. Characters outside RFC 3986 are encoded. */

const PLACEHOLDER = /\{([^{}]+)\}/g;

export type QueryValue = readonly [name: string, value: string];

/**
 *
 * @param base absolute, without a trailing slash
 * @param template OpenAPI's path: `/v1/payments/{payment-product}`
 * @param pathValues by the template's names; the placeholder of a missing value stays, encoded
 */
export function buildAddress(base: string, template: string, pathValues: ReadonlyMap<string, string>, query: readonly QueryValue[]): string {
  const path = template.replaceAll(PLACEHOLDER, (placeholder, name: string) => encodeURIComponent(pathValues.get(name) ?? placeholder));
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return `${base}${path}${search === '' ? '' : `?${search}`}`;
}

/** Why a text cannot be a path segment, or `undefined`. Browsers and servers resolve dot segments, even encoded ones. */
export function pathValueProblem(value: string): string | undefined {
  if (value === '') return 'Fill it in: it is part of the address.';
  if (value === '.' || value === '..') return 'Dots alone mean another path. Give a value.';
  return undefined;
}
