/** An operation's address among operations and pages. */
export interface OperationAddress {
  readonly apiId: string;
  readonly operationId: string;
}

/** Neither part can hold a line break. */
export function sliceKey({ apiId, operationId }: OperationAddress): string {
  return `${apiId}\n${operationId}`;
}

/** Where an operation's page is: `{pageUrl}/{apiId}/{operationId}` (specification §2). Ids may hold slashes and worse. */
export function operationPath(pageUrl: string, apiId: string, operationId: string): string {
  return `${pageUrl}/${encodeURIComponent(apiId)}/${encodeURIComponent(operationId)}`;
}

export function operationHref(pageUrl: string, apiId: string, operationId: string): string {
  return `#${operationPath(pageUrl, apiId, operationId)}`;
}

/** Of the query's names that carry parameters in a shared link. */
export const SHARED_PREFIX = 'p.';
