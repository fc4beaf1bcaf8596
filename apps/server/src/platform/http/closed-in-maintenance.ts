/**
 * The routes that maintenance closes: the API and the developers' identity service. Work that has begun can finish: customers' pages, signing calls
 * and the providers' status requests. Content, configuration, pages and health checks stay open.
 */
import { methodOf } from './route-rules.ts';

const CLOSED = /^\/(api|identity)\//;

/** Method and registered route. */
const OPEN: readonly RegExp[] = [
  // Signings, including held ones.
  /^\w+ \/api\/ui\//,
  // The result of an order: a provider asks as soon as its customer has returned.
  /^GET \/api\/v1\/(payments|periodic-payments|bulk-payments)\/:paymentProduct\/:paymentId(\/status)?$/,
  /^GET \/api\/v1\/(consents|transactions-statements)\/:\w+(\/status)?$/,
  /^GET \/api\/fallback\/v1\/payments\/:paymentId$/,
  /^POST \/api\/fallback\/v1\/payments\/:paymentId\/confirmation$/,
  // The authorization servers refuse new sign-ins with a redirect to the application. Signed-in customers get their tokens.
  /^\w+ \/api\/(v2\/|v1\/am\/|v1\/openam\/)/,
  // Information about the maintenance.
  /^GET \/api\/(maintenance|specs\/api-status(\/.*)?)$/,
  // Mails about the maintenance have links to these calls, and mail providers do not repeat a one-click request.
  /^\w+ \/api\/specs\/subscriptions(\/.*)?$/,
];

export function isClosedInMaintenance(method: string, route: string): boolean {
  return CLOSED.test(route) && !OPEN.some((open) => open.test(`${methodOf({ method })} ${route}`));
}
