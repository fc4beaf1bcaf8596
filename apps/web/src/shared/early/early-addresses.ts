/**
 * Addresses that both the first script and the page request. Only an equal address finds the early response, so each address is built in one place.
 */
type Query = Readonly<Record<string, string | undefined>>;

interface ReadCall {
  readonly path: string;
  readonly query: Query;
}

interface OperationId {
  readonly apiId: string;
  readonly operationId: string;
}

/** Below the content base. */
export const MENU_PATH = '/dev-portal-menu';
export const HOME_PATH = '/homepage.json';

/** Media query: wide enough for the list of operations beside an operation, as in `operation.module.css`. */
export const HAS_SIDE_LIST = '(min-width: 1200px)';

export function operationCall({ apiId, operationId }: OperationId): ReadCall {
  return { path: `/specs/${encodeURIComponent(apiId)}/operation`, query: { id: operationId, brief: 'true' } };
}

/** The operations that are listed beside this one. */
export function neighboursCall({ apiId, operationId }: OperationId): ReadCall {
  return { path: `/specs/${encodeURIComponent(apiId)}/neighbours`, query: { id: operationId } };
}

/** @param base of the service, without a trailing slash */
export function addressOf(base: string, path: string, query: Query = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) pairs.set(name, value);
  return `${base}${path}${pairs.size > 0 ? `?${pairs}` : ''}`;
}
