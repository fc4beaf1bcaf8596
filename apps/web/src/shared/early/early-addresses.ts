/** What the first script asks for and the page asks for again. Only an equal address finds the early answer, so each is written once. */
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

/** Media query: the list of operations has room beside the page of one, as in `operation.module.css`. */
export const HAS_SIDE_LIST = '(min-width: 1200px)';

export function operationCall({ apiId, operationId }: OperationId): ReadCall {
  return { path: `/specs/${encodeURIComponent(apiId)}/operation`, query: { id: operationId, brief: 'true' } };
}

/** The operations that are listed beside this one. */
export function neighboursCall({ apiId, operationId }: OperationId): ReadCall {
  return { path: `/specs/${encodeURIComponent(apiId)}/neighbours`, query: { id: operationId } };
}

/** @param base of the service, without a slash at its end */
export function addressOf(base: string, path: string, query: Query = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) pairs.set(name, value);
  return `${base}${path}${pairs.size > 0 ? `?${pairs}` : ''}`;
}
