/** To which part of the house a request belongs. Files and health checks belong to none: they say nothing about the service. */

const PARTS: readonly (readonly [prefix: string, service: string])[] = [
  ['/api/ui/', 'signing'],
  ['/bank/', 'bank-sign-in'],
  ['/api/v1/am/', 'login'],
  ['/api/v1/openam/', 'oauth2'],
  ['/api/v2/am/', 'login'],
  ['/api/v2/openam/', 'oauth2'],
  ['/api/v2/', 'login'],
  ['/api/v1/', 'api'],
  ['/api/fallback/', 'fallback'],
  ['/identity/', 'identity'],
  ['/content/', 'content'],
  ['/api/', 'portal'],
];

/** @param route as it is registered; undefined: there is none. */
export function serviceOf(route: string | undefined, operation: { readonly apiId: string } | undefined): string | undefined {
  // Its sections are one service.
  if (route?.startsWith('/api/fallback/')) return 'fallback';
  if (operation !== undefined) return operation.apiId;
  return route === undefined ? undefined : PARTS.find(([prefix]) => route.startsWith(prefix))?.[1];
}
