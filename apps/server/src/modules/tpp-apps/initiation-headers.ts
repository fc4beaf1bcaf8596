/** The headers with which an application sends its customer to sign (NextGenPSD2 1.3.11 §5.3.1 and §6.3.1), one check per header. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { TppRefusal } from '#platform/http/refusal.ts';

export interface ReturnUrls {
  readonly success: string;
  readonly failure: string | undefined;
}

const URL_LENGTH_MAX = 2_000;
const BRAND_LENGTH_MAX = 140;

/** @throws TppRefusal 400 naming the header. `isAllowed`: the URL's origin belongs to the application. */
export function requireInitiationHeaders(headers: IncomingHttpHeaders, isAllowed: (url: string) => boolean): ReturnUrls {
  requirePsuIpAddress(headers);
  return requireReturnUrls(headers, isAllowed);
}

/** @throws TppRefusal 400 naming the header. */
export function requireReturnUrls(headers: IncomingHttpHeaders, isAllowed: (url: string) => boolean): ReturnUrls {
  requireRedirectPreferred(headers);
  return { success: requireReturnUrl(headers, isAllowed), failure: readReturnUrl(headers, 'TPP-Nok-Redirect-URI', isAllowed) };
}

/** The application starts the authorisation itself. @throws TppRefusal 400 for anything but `true` and `false`. */
export function isExplicitStartWanted(headers: IncomingHttpHeaders): boolean {
  const name = 'TPP-Explicit-Authorisation-Preferred';
  const given = headers[name.toLowerCase()];
  if (given === undefined || given === 'false') return false;
  if (given === 'true') return true;
  throw refuse(name, `The header ${name} is true or false, or left out.`);
}

/** Only logged: what the customer sees is the registered name. */
export function brandOf(headers: IncomingHttpHeaders): string | undefined {
  return headerOf(headers, 'TPP-Brand-Logging-Information')?.slice(0, BRAND_LENGTH_MAX);
}

/** Mandatory: the customer is present when something is to be signed. */
function requirePsuIpAddress(headers: IncomingHttpHeaders): void {
  const name = 'PSU-IP-Address';
  const given = headerOf(headers, name);
  if (given === undefined) throw refuse(name, `Send the customer's IP address in the header ${name}.`);
  if (isIP(given) === 0) throw refuse(name, `The header ${name} holds no IPv4 or IPv6 address.`);
}

/** Redirect is the only approach offered; a wish for another is refused rather than ignored. */
function requireRedirectPreferred(headers: IncomingHttpHeaders): void {
  const name = 'TPP-Redirect-Preferred';
  const given = headerOf(headers, name)?.toLowerCase();
  if (given === undefined || given === 'true') return;
  if (given !== 'false') throw refuse(name, `The header ${name} is true, or left out.`);
  const text = 'Customers authorise by redirect only. Send TPP-Redirect-Preferred: true, or leave the header out.';
  throw new TppRefusal(400, 'PARAMETER_NOT_SUPPORTED', text, { path: `header:${name}` });
}

function requireReturnUrl(headers: IncomingHttpHeaders, isAllowed: (url: string) => boolean): string {
  const name = 'TPP-Redirect-URI';
  const url = readReturnUrl(headers, name, isAllowed);
  if (url === undefined) throw refuse(name, `Send the address the customer returns to in the header ${name}.`);
  return url;
}

function readReturnUrl(headers: IncomingHttpHeaders, name: string, isAllowed: (url: string) => boolean): string | undefined {
  const url = headerOf(headers, name);
  if (url === undefined) return undefined;
  // White space also tells a header that was sent twice: Node joins the values with a comma and a space.
  if (url.length <= URL_LENGTH_MAX && !/\s/.test(url) && isAllowed(url)) return url;
  throw refuse(name, `The header ${name} must have the scheme, host and port of one of the application's redirect URIs, without fragment and user.`);
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function refuse(name: string, text: string): TppRefusal {
  return new TppRefusal(400, 'FORMAT_ERROR', text, { path: `header:${name}` });
}
