/**
 * What maintenance closes: the API and the developers' identity. What was begun goes on to its end: customers' pages, signing calls and
 * the providers' look at how it ended. Content, configuration, pages and health are no part of the API.
 */
import { methodOf } from './route-rules.ts';

const CLOSED = /^\/(api|identity)\//;

/** Method and registered route. */
const OPEN: readonly RegExp[] = [
  // Signings, held ones included.
  /^\w+ \/api\/ui\//,
  // How it ended: a provider asks as soon as its customer is back.
  /^GET \/api\/v1\/(payments|periodic-payments|bulk-payments)\/:paymentProduct\/:paymentId(\/status)?$/,
  /^GET \/api\/v1\/(consents|transactions-statements)\/:\w+(\/status)?$/,
  /^GET \/api\/fallback\/v1\/payments\/:paymentId$/,
  /^POST \/api\/fallback\/v1\/payments\/:paymentId\/confirmation$/,
  // The authorization servers refuse new sign-ins in their own way, by the website's return address; who has signed in gets the token.
  /^\w+ \/api\/(v2\/|v1\/am\/|v1\/openam\/)/,
  // What is said about the maintenance itself.
  /^GET \/api\/(maintenance|specs\/api-status(\/.*)?)$/,
];

export function isClosedInMaintenance(method: string, route: string): boolean {
  return CLOSED.test(route) && !OPEN.some((open) => open.test(`${methodOf({ method })} ${route}`));
}
