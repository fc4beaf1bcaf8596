/**
 * Certificates that a proxy of the bank passes on, because it ends TLS (`deploy/nginx-mtls.conf`). They count on a port for proxies only, from a
 * trusted address and with a shared secret. Everywhere else these headers are removed unread (`mtls-address.ts`).
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import * as limits from '../http/limits.ts';
import { UiRefusal } from '../http/refusal.ts';
import { keepValues } from '../kept-values.ts';
import { noteProxyRefusal, PROXY_ONLY_HEADERS } from './mtls-address.ts';
import { noteMtlsCall, toMtlsCall } from './mtls-call.ts';

/**
 * - `X-SSL-Client-Cert`: the certificate as percent-encoded PEM, as nginx writes it (`$ssl_client_escaped_cert`).
 * - `Client-Cert`: RFC 9440; the issuers follow in `Client-Cert-Chain`.
 *
 * A proxy sets one of them and may pass on what its caller sent under the other name. So one is believed, and the other is never read.
 */
export const PROXY_HEADERS = ['X-SSL-Client-Cert', 'Client-Cert'] as const;

export interface ProxySettings {
  readonly header: (typeof PROXY_HEADERS)[number];
  readonly secret: string;
  /** Whether an address is one of the proxies'. */
  readonly isTrusted: (address: string) => boolean;
}

const CHAINS_MAX = 500;
/** All headers together: a chain a little beyond the limits, percent-encoded, and what every request may have. */
const HEADER_BYTES_MAX = 96 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PEM = /^-----BEGIN CERTIFICATE-----\n([A-Za-z0-9+/=\n]+)-----END CERTIFICATE-----\n?$/;
/** RFC 8941 §3.3.5: a byte sequence. RFC 9440 §2.1 defines no parameters. */
const BYTES = /^:([A-Za-z0-9+/=]+):$/;

export function createProxyServer(settings: ProxySettings, httpOptions: ServerOptions, route: RequestListener): Server {
  const isSecret = compareWith(settings.secret);
  // The proxy repeats the header in each call of a connection. One object for the same text lets its hash and its examination be found again.
  const ofNginx = keepValues(CHAINS_MAX, readNginx);
  return createServer({ ...httpOptions, maxHeaderSize: HEADER_BYTES_MAX }, (request, response) => {
    const found = readCertificates(settings, isSecret, ofNginx, request);
    if (found instanceof UiRefusal) noteProxyRefusal(request, found);
    noteMtlsCall(request, found instanceof UiRefusal ? { chain: [] } : toMtlsCall(found));
    route(request, response);
  });
}

function readCertificates(
  { header, isTrusted }: ProxySettings,
  isSecret: (given: unknown) => boolean,
  ofNginx: (given: string) => readonly Uint8Array[] | undefined,
  request: IncomingMessage,
): readonly Uint8Array[] | UiRefusal {
  const address = request.socket.remoteAddress ?? '';
  if (!isTrusted(address)) {
    const text = 'This port is for the proxies of the bank. Call the address for mutual TLS instead.';
    return new UiRefusal(403, 'ORIGIN_DENIED', text, { detail: `${address} is not among PORTICO_TRUSTED_PROXIES` });
  }
  if (!isSecret(request.headers['x-portico-proxy-secret'])) {
    const text = 'The proxy did not send the secret that it shares with this server. Its operator must set X-Portico-Proxy-Secret.';
    return new UiRefusal(403, 'ORIGIN_DENIED', text, { path: 'header:X-Portico-Proxy-Secret', detail: 'not PORTICO_MTLS_PROXY_SECRET' });
  }
  if (bytesOfOthers(request) > limits.HEADER_BYTES_MAX)
    return new UiRefusal(431, 'FORMAT_ERROR', 'The headers or the address of the request are too large. Send less.');
  const certificates = header === 'Client-Cert' ? ofRfc9440(request) : ofNginx(String(request.headers['x-ssl-client-cert'] ?? ''));
  if (certificates !== undefined) return certificates;
  return new UiRefusal(400, 'FORMAT_ERROR', `The certificate that the proxy passed on in ${header} cannot be read.`, { path: `header:${header}` });
}

/** Compares digests, so that neither the time nor an error tells anything of the secret, its length included. */
function compareWith(secret: string): (given: unknown) => boolean {
  const digestOf = (text: string) => hash('sha256', text, 'buffer');
  const expected = digestOf(secret);
  return (given) => typeof given === 'string' && timingSafeEqual(digestOf(given), expected);
}

/** As many bytes as a request has at the ordinary address, where the headers of a proxy do not exist. */
function bytesOfOthers({ rawHeaders, url = '' }: IncomingMessage): number {
  let bytes = url.length;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!PROXY_ONLY_HEADERS.includes(name.toLowerCase())) bytes += name.length + (rawHeaders[index + 1]?.length ?? 0);
  }
  return bytes;
}

/** Undefined: not readable. nginx leaves the header out where the caller sent no certificate. */
function readNginx(given: string): readonly Uint8Array[] | undefined {
  if (given === '') return [];
  const [, base64] = PEM.exec(decoded(given)) ?? [];
  const bytes = bytesOf(base64?.replaceAll('\n', ''));
  return bytes && [bytes];
}

function ofRfc9440({ headers: { 'client-cert': own, 'client-cert-chain': chain } }: IncomingMessage): readonly Uint8Array[] | undefined {
  if (own === undefined) return chain === undefined ? [] : undefined;
  const issuers = chain === undefined ? [] : String(chain).split(',');
  const certificates = [String(own), ...issuers].map((item) => bytesOf(BYTES.exec(item.trim())?.[1]));
  return certificates.every((each) => each !== undefined) ? certificates : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const bytesOf = (base64: string | undefined): Uint8Array | undefined =>
  base64 !== undefined && BASE64.test(base64) ? Buffer.from(base64, 'base64') : undefined;
