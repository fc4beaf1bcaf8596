/** The address of an operation's page with the parameters of a logged request. The form of the names is that of the explorer's shared links. */
import type { LoggedRequest } from '@portico/contract';

/** The log hides values behind these characters; a hidden value is not filled in. */
const HIDDEN = /[•…]/;
const CAPITALS = new Set(['id', 'psu', 'tpp', 'uri']);
const OWN = new Set(['x-request-id', 'content-length', 'content-type', 'accept', 'user-agent']);

type Repeated = Pick<LoggedRequest, 'apiId' | 'operationId' | 'path' | 'requestHeaders'>;

/** @param template the path of the operation, such as `/v1/consents/{consentId}`; undefined: without the parameters of the path */
export function repeatAddress({ apiId = '', operationId = '', path, requestHeaders }: Repeated, template: string | undefined): string {
  const url = new URL(path, 'http://log.invalid');
  const names = template?.split('/') ?? [];
  const segments = url.pathname.split('/').slice(-names.length);
  const ofPath = names.flatMap((name, place) =>
    /^\{[^{}]+\}$/.test(name) ? [[`path:${name.slice(1, -1)}`, decoded(segments[place])] as const] : [],
  );
  const ofQuery = [...url.searchParams].map(([name, value]) => [`query:${name}`, value] as const);
  const ofHeaders = Object.entries(requestHeaders).flatMap(([name, value]) =>
    OWN.has(name) ? [] : [[`header:${asDocumented(name)}`, value] as const],
  );
  const query = new URLSearchParams();
  for (const [key, value] of [...ofPath, ...ofQuery, ...ofHeaders]) if (value !== '' && !HIDDEN.test(value)) query.set(`p.${key}`, value);
  const page = `#/api-explorer/${encodeURIComponent(apiId)}/${encodeURIComponent(operationId)}`;
  return query.size === 0 ? page : `${page}?${query}`;
}

function decoded(segment = ''): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** The log has header names in lower case, the form of the explorer has them as the document: `Consent-ID`. */
function asDocumented(name: string): string {
  return name
    .split('-')
    .map((word) => (CAPITALS.has(word) ? word.toUpperCase() : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`))
    .join('-');
}
