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

/** The standard requires `PSU-IP-Address` when a resource is created. It is optional when its authorisation starts, because the creation had it. */
export type PsuIpAddressNeed = 'required' | 'optional';

/** @throws TppRefusal 400 naming the header. `isAllowed`: the URL's origin belongs to the application. */
export function requireInitiationHeaders(headers: IncomingHttpHeaders, isAllowed: (url: string) => boolean, need: PsuIpAddressNeed): ReturnUrls {
  checkPsuIpAddress(headers, need);
  return requireReturnUrls(headers, isAllowed);
}

/** @throws TppRefusal 400 naming the header. */
export function requireReturnUrls(headers: IncomingHttpHeaders, isAllowed: (url: string) => boolean): ReturnUrls {
  // A preference only: the bank always responds with `ASPSP-SCA-Approach: REDIRECT`.
  readFlag(headers, 'TPP-Redirect-Preferred');
  return { success: requireReturnUrl(headers, isAllowed), failure: readReturnUrl(headers, 'TPP-Nok-Redirect-URI', isAllowed) };
}

/** True when the application starts the authorisation explicitly. @throws TppRefusal 400 for values other than `true` and `false`. */
export function isExplicitStartWanted(headers: IncomingHttpHeaders): boolean {
  return readFlag(headers, 'TPP-Explicit-Authorisation-Preferred') ?? false;
}

/** The application prefers that the customer signs on their device alone (NextGenPSD2 1.3.12 §5.1.3). */
export interface DeviceWish {
  /** `PSU-ID`. */
  readonly psuId: string;
  /** `PSU-ID-Type`. */
  readonly psuIdType: string | undefined;
  /** Address of the caller. */
  readonly ip: string;
}

/** A preference only: `false` and a missing `PSU-ID` mean the redirect. @throws TppRefusal 400 for values other than `true` and `false`. */
export function readDeviceWish(headers: IncomingHttpHeaders, ip: string): DeviceWish | undefined {
  const psuId = headerOf(headers, 'PSU-ID');
  const isPreferred = readFlag(headers, 'TPP-Decoupled-Preferred');
  if (psuId === undefined || isPreferred !== true) return undefined;
  return { psuId, psuIdType: headerOf(headers, 'PSU-ID-Type'), ip };
}

/** Parses a boolean header: `true` or `false`, in any letter case. @throws TppRefusal 400 for other values. */
function readFlag(headers: IncomingHttpHeaders, name: string): boolean | undefined {
  const given = headerOf(headers, name)?.toLowerCase();
  if (given === undefined) return undefined;
  if (given === 'true' || given === 'false') return given === 'true';
  throw refuse(name, `The header ${name} is true or false, or left out.`);
}

/** Logged only: the customer sees the registered name. */
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
  // White space is also a sign of a repeated header, whose values Node joins with a comma and a space.
  const character = firstUnencodedCharacter(url);
  if (character === undefined && url.length <= URL_LENGTH_MAX && isAllowed(url)) return url;
  if (url.length > URL_LENGTH_MAX)
    throw refuse(name, `The address in the header ${name} has more than ${URL_LENGTH_MAX} characters. Send a shorter one.`);
  if (character !== undefined) throw refuse(name, `The address in the header ${name} holds ${nameOf(character)}. Send it percent-encoded.`);
  const sent = URL.parse(url)?.href;
  if (sent !== undefined && isAllowed(sent))
    throw refuse(name, `The address in the header ${name} is written as a browser would send it. Send ${sent} instead.`);
  throw refuse(name, `The header ${name} must have the scheme, host and port of one of the application's redirect URIs, without fragment and user.`);
}

/** Node decodes headers as Latin-1, so the intended character beyond ASCII is unknown. */
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
