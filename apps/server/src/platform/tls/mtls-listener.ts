/**
 * The address for mutual TLS: an https server that asks each caller for a certificate and passes the requests to the routes of the application. Any
 * certificate passes the handshake, because a refused handshake tells a developer nothing; the application refuses it in the call.
 */
import { constants, type X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { TLSSocket, TlsOptions } from 'node:tls';
import { type MtlsCall, noteMtlsCall, toMtlsCall } from './mtls-call.ts';

export interface ServerCredentials {
  readonly keyPem: string;
  /** The server's certificate, then its issuers. */
  readonly certPem: string;
}

/** TLS 1.3, and of TLS 1.2 only what keeps its secrets when the key is lost later, and authenticates what it encrypts (as in `deploy/nginx-tls.conf`). */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/**
 * - An empty list of authorities: none is sent to callers, none is loaded, and Node adds no known issuer to a caller's chain.
 * - Without renegotiation (TLS 1.2; TLS 1.3 has none) the certificate of a connection cannot change after it was read.
 * - Without tickets, and without a store of sessions, which Node does not have unless one is given, no connection continues an earlier one: each
 *   connection proves the caller's key. TLS 1.3 names its tickets otherwise, but the same option makes them point to the store that does not exist.
 */
export function mtlsOptions({ keyPem, certPem }: ServerCredentials): TlsOptions {
  return {
    key: keyPem,
    cert: certPem,
    requestCert: true,
    rejectUnauthorized: false,
    ca: [],
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,
    ALPNProtocols: ['http/1.1'],
  };
}

/** Each request is noted with the chain of its connection ({@link noteMtlsCall}) before `route` gets it. The chain is read once per connection. */
export function createMtlsServer(credentials: ServerCredentials, httpOptions: object, route: RequestListener): Server {
  const calls = new WeakMap<object, MtlsCall>();
  const server = createServer({ ...httpOptions, ...mtlsOptions(credentials) }, (request, response) => {
    noteMtlsCall(request, calls.get(request.socket) ?? { chain: [] });
    route(request, response);
  });
  server.prependListener('secureConnection', (socket) => calls.set(socket, toMtlsCall(certificatesOf(socket))));
  return server;
}

/** What OpenSSL got from the caller, in the order of the issuers. A root is its own issuer. */
function* certificatesOf(socket: TLSSocket): Iterable<Uint8Array> {
  let certificate: X509Certificate | undefined = socket.getPeerX509Certificate();
  while (certificate !== undefined) {
    yield certificate.raw;
    const issuer: X509Certificate | undefined = certificate.issuerCertificate;
    certificate = issuer?.raw.equals(certificate.raw) === true ? undefined : issuer;
  }
}
