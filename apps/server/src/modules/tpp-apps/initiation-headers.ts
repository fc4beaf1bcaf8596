/** The headers with which an application sends its customer to sign (NextGenPSD2 1.3.11 §5.3.1 and §6.3.1), one check per header. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIpAddress } from '#platform/http/ip-address.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { firstUnencodedCharacter } from './return-url.ts';

export interface ReturnUrls {
  readonly success: string;
  readonly failure: string | undefined;
}

const URL_LENGTH_MAX = 2_000;
const BRAND_LENGTH_MAX = 140;

/**
 * The standard requires `PSU-IP-Address` where something is created, and leaves it out where an authorisation of it starts: the address that
 * came with the creation counts there.
 */
export type PsuIpAddressNeed = 'required' | 'optional';

/** @throws TppRefusal 400 naming the header. `isAllowed`: the URL's origin belongs to the application. */
export function requireInitiationHeaders(headers: IncomingHttpHeaders, isAllowed: (url: string) => boolean, need: PsuIpAddressNeed): ReturnUrls {
  checkPsuIpAddress(headers, need);
  return requireReturnUrls(headers, isAllowed);
}

/** @throws TppRefusal 400 naming the header. */
export function requireReturnUrls(headers: IncomingHttpHeaders, isAllowed: (url: string) => boolean): ReturnUrls {
  // A preference: the bank answers with the approach that it takes, `ASPSP-SCA-Approach: REDIRECT`.
  readFlag(headers, 'TPP-Redirect-Preferred');
  return { success: requireReturnUrl(headers, isAllowed), failure: readReturnUrl(headers, 'TPP-Nok-Redirect-URI', isAllowed) };
}

/** The application starts the authorisation itself. @throws TppRefusal 400 for anything but `true` and `false`. */
export function isExplicitStartWanted(headers: IncomingHttpHeaders): boolean {
  return readFlag(headers, 'TPP-Explicit-Authorisation-Preferred') ?? false;
}

/** One reading for every boolean header: `true` or `false`, in capitals or not. @throws TppRefusal 400 for anything else. */
function readFlag(headers: IncomingHttpHeaders, name: string): boolean | undefined {
  const given = headerOf(headers, name)?.toLowerCase();
  if (given === undefined) return undefined;
  if (given === 'true' || given === 'false') return given === 'true';
  throw refuse(name, `The header ${name} is true or false, or left out.`);
}

/** Only logged: what the customer sees is the registered name. */
export function brandOf(headers: IncomingHttpHeaders): string | undefined {
  return headerOf(headers, 'TPP-Brand-Logging-Information')?.slice(0, BRAND_LENGTH_MAX);
}

function checkPsuIpAddress(headers: IncomingHttpHeaders, need: PsuIpAddressNeed): void {
  const name = 'PSU-IP-Address';
  const given = headerOf(headers, name);
  if (given === undefined && need === 'required') throw refuse(name, `Send the customer's IP address in the header ${name}.`);
  if (given !== undefined && !isIpAddress(given)) throw refuse(name, `The header ${name} holds no IPv4 or IPv6 address.`);
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
  const character = firstUnencodedCharacter(url);
  if (character === undefined && url.length <= URL_LENGTH_MAX && isAllowed(url)) return url;
  if (url.length > URL_LENGTH_MAX)
    throw refuse(name, `The address in the header ${name} has more than ${URL_LENGTH_MAX} characters. Send a shorter one.`);
  if (character !== undefined) throw refuse(name, `The address in the header ${name} holds ${nameOf(character)}. Send it percent-encoded.`);
  throw refuse(name, `The header ${name} must have the scheme, host and port of one of the application's redirect URIs, without fragment and user.`);
}

/** A header holds its bytes as Latin-1: beyond ASCII the character that was meant is not known. */
function nameOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 0x7e) return 'a character beyond ASCII';
  return code <= 0x20 ? 'white space' : `the character ${character}`;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function refuse(name: string, text: string): TppRefusal {
  return new TppRefusal(400, 'FORMAT_ERROR', text, { path: `header:${name}` });
}
