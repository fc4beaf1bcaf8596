/** Where an operation's page is: `{pageUrl}/{apiId}/{operationId}` (specification §2). Ids may hold slashes and worse. */
export function operationPath(pageUrl: string, apiId: string, operationId: string): string {
  return `${pageUrl}/${encodeURIComponent(apiId)}/${encodeURIComponent(operationId)}`;
}

export function operationHref(pageUrl: string, apiId: string, operationId: string): string {
  return `#${operationPath(pageUrl, apiId, operationId)}`;
}
