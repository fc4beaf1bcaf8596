/** Base, path template and values → the address that is sent. Characters that RFC 3986 does not know never stand in it. */

const PLACEHOLDER = /\{([^{}]+)\}/g;

export type QueryValue = readonly [name: string, value: string];

/**
 * @param base absolute, without a trailing slash
 * @param template OpenAPI's path: `/v1/payments/{payment-product}`
 * @param pathValues by the template's names; one that is missing stays as the template writes it, encoded
 */
export function buildAddress(base: string, template: string, pathValues: ReadonlyMap<string, string>, query: readonly QueryValue[]): string {
  const path = template.replaceAll(PLACEHOLDER, (placeholder, name: string) => encodeURIComponent(pathValues.get(name) ?? placeholder));
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return `${base}${path}${search === '' ? '' : `?${search}`}`;
}

/** Why this text cannot be one segment of a path, or `undefined`. Browsers and servers take the dots for steps in the path, encoded too. */
export function pathValueProblem(value: string): string | undefined {
  if (value === '') return 'Fill it in: it is part of the address.';
  if (value === '.' || value === '..') return 'Dots alone mean another path. Give a value.';
  return undefined;
}
