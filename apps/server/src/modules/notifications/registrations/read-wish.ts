/** Reads `TPP-Notification-URI` and `TPP-Notification-Content-Preferred` (NextGenPSD2 1.3.12 §4.16). */
import { X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { TppRefusal } from '#platform/http/refusal.ts';
import { NOTIFICATION_CONTENTS, type NotificationContent, type NotificationWish } from '../notifications.ts';

const URI = 'TPP-Notification-URI';
const CONTENT = 'TPP-Notification-Content-Preferred';
const URI_LENGTH_MAX = 2_000;
const PREFIX = 'status=';
/** White space, and what a URI must encode; Node joins the values of a repeated header with a comma and a space. */
export const UNENCODED = /[^!-~]|["<>\\^`{|}]/;

/** Undefined: the request has no `TPP-Notification-URI`. @throws TppRefusal 400 FORMAT_ERROR naming the header. */
export function readWishHeaders(headers: IncomingHttpHeaders): NotificationWish | undefined {
  const contents = readContents(headers[CONTENT.toLowerCase()]);
  const url = headers[URI.toLowerCase()];
  if (url === undefined || url === '') return undefined;
  const parsed = typeof url === 'string' && url.length <= URI_LENGTH_MAX && !UNENCODED.test(url) ? URL.parse(url) : null;
  if (typeof url !== 'string' || parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) {
    throw refuse(URI, `The header ${URI} must be one absolute address that begins with https://, of at most ${URI_LENGTH_MAX} characters.`);
  }
  return { url, contents };
}

/** Default: PROCESS. LAST beside PROCESS adds nothing. */
function readContents(given: string | readonly string[] | undefined): readonly NotificationContent[] {
  if (given === undefined || given === '') return ['PROCESS'];
  const names = typeof given === 'string' && given.startsWith(PREFIX) ? given.slice(PREFIX.length).split(',') : [];
  const contents = names.map((name) => NOTIFICATION_CONTENTS.find((known) => known === name.trim()));
  const known = contents.filter((content) => content !== undefined);
  if (known.length > 0 && known.length === contents.length && new Set(known).size === known.length) return known;
  throw refuse(CONTENT, `The header ${CONTENT} has the form status=SCA, PROCESS, LAST: one or more of these three, none of them twice.`);
}

/**
 * NextGenPSD2: the URI lies in the domain that the certificate of the call names. A certificate that names no domain, for example one for seals, limits
 * nothing: the redirect URIs of the application do.
 * @param der the certificate; undefined: the call has none.
 */
export function isInDomainOf(der: Uint8Array | undefined, url: string): boolean {
  if (der === undefined) return true;
  const { subjectAltName = '' } = new X509Certificate(der);
  const domains = subjectAltName.split(', ').flatMap((name) => (name.startsWith('DNS:') ? [name.slice('DNS:'.length).toLowerCase()] : []));
  const { hostname } = new URL(url);
  return domains.length === 0 || domains.some((domain) => isOf(hostname, domain.replace(/^\*\./, '')));
}

const isOf = (hostname: string, domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`);

function refuse(name: string, text: string): TppRefusal {
  return new TppRefusal(400, 'FORMAT_ERROR', text, { path: `header:${name}` });
}
