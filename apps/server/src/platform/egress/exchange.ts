/**
 * Sends one HTTP request to a host that others chose (SSRF): every address of the host is checked, the connection uses a checked address, no redirect
 * is followed, nothing is decompressed, and bytes and time are limited.
 */
import { type LookupAddress, promises } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { certificateFault } from '../tls/certificate-fault.ts';
import { openTunnel } from './open-tunnel.ts';
import { isPublicAddress } from './public-address.ts';

/** The network as tests replace it: servers of tests are on loopback. */
export interface EgressNetwork {
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isAllowed: (address: string) => boolean;
  /** Ends a request that takes longer. */
  readonly deadline: (ms: number) => AbortSignal;
  /** In place of the port in the address. Undefined: that port. */
  readonly port?: number;
  /** PEM of the authorities in place of the public ones and those of NODE_EXTRA_CA_CERTS. */
  readonly authorities?: string;
}

export const internet: EgressNetwork = {
  resolve: async (host) => (await promises.lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  deadline: (ms) => AbortSignal.timeout(ms),
};

export interface EgressRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** An http proxy that resolves and checks the host in place of this server (CONNECT). Only for https. Undefined: none. */
  readonly proxy?: string | undefined;
}

export interface EgressLimits {
  /** Milliseconds until the TLS connection exists, with the time to resolve the name. */
  readonly connectMs: number;
  /** Milliseconds of the whole exchange. */
  readonly exchangeMs: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
}

/** `address`: not called, because its URL or an address of its host is refused. */
type EgressFault = 'address' | 'certificate' | 'late' | 'too_large' | 'unreachable';

/** The status of a response is any, such as 301 or 500. The text of a fault is for people: it names the host, and no IP address. */
export type Exchange =
  | { readonly ok: true; readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Uint8Array }
  | { readonly ok: false; readonly fault: EgressFault; readonly text: string };

/** Never rejects. */
export async function exchange(asked: EgressRequest, limits: EgressLimits, network: EgressNetwork): Promise<Exchange> {
  const host = asked.url.hostname.replace(/^\[(.*)\]$/, '$1');
  try {
    const signal = network.deadline(limits.exchangeMs);
    const connecting = network.deadline(limits.connectMs);
    const path = asked.proxy === undefined ? await findAddresses(host, connecting, network) : await tunnelTo(asked.url, asked.proxy, connecting);
    if (path === undefined) return { ok: false, fault: 'address', text: `the host ${host} has no public address` };
    const response = await send(asked, { host, path, network, headerBytes: limits.headerBytes, signal, connecting });
    return await readResponse(response, limits.bodyBytes);
  } catch (error) {
    return faultOf(host, error);
  }
}

/** DNS: there is no such name, or it has no address. */
const NO_ADDRESS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Returns undefined unless all addresses of the host are allowed: a caller cannot choose which of them is used. A name without an address has the same
 * result: otherwise a developer could find out the names of hosts inside the bank.
 */
async function findAddresses(host: string, connecting: AbortSignal, network: EgressNetwork): Promise<LookupAddress[] | undefined> {
  const addresses = await endedBy(connecting, network.resolve(host)).catch((error: unknown) => {
    if (NO_ADDRESS.has(Object(error).code)) return [];
    throw error;
  });
  if (addresses.length === 0 || !addresses.every(network.isAllowed)) return undefined;
  return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

const tunnelTo = (url: URL, proxy: string, signal: AbortSignal): Promise<Socket> =>
  openTunnel({ proxy, authority: `${url.hostname}:${url.port || '443'}`, signal });

/** Resolving a name cannot be aborted, so the deadline wins a race. */
function endedBy<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

interface Target {
  readonly host: string;
  /** Checked addresses, or a tunnel through the proxy. */
  readonly path: LookupAddress[] | Socket;
  readonly network: EgressNetwork;
  readonly headerBytes: number;
  readonly signal: AbortSignal;
  readonly connecting: AbortSignal;
}

function send(
  { url, method, headers, body }: EgressRequest,
  { host, path, network, headerBytes, signal, connecting }: Target,
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const tls = { servername: host, minVersion: 'TLSv1.2', rejectUnauthorized: true, ca: network.authorities } as const;
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port: network.port ?? (url.port || (isTls ? 443 : 80)),
      path: `${url.pathname}${url.search}`,
      method,
      headers: { host: url.host, 'accept-encoding': 'identity', ...headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
      maxHeaderSize: headerBytes,
      signal,
      ...(Array.isArray(path) ? { agent: false, ...connectingTo(path) } : { createConnection: () => connectTls({ ...tls, socket: path }) }),
    };
    const call = isTls ? requestHttps({ ...options, ...tls }) : requestHttp(options);
    let isConnected = false;
    call.on('socket', (socket: Socket) => {
      socket.once('connect', () => {
        if (Array.isArray(path) && !network.isAllowed(socket.remoteAddress ?? '')) call.destroy(new Error('The connection has another address.'));
      });
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    connecting.addEventListener('abort', () => isConnected || call.destroy(connecting.reason), { once: true });
    call.on('error', reject);
    call.on('response', resolve);
    call.end(body);
  });
}

/** The name is not resolved again: its DNS server could return another address than the checked ones. */
const connectingTo = (addresses: LookupAddress[]) => ({
  autoSelectFamily: true,
  lookup: (_host: string, _options: object, done: (error: null, addresses: LookupAddress[]) => void) => done(null, addresses),
});

async function readResponse(response: IncomingMessage, bytesMax: number): Promise<Exchange> {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > bytesMax) return { ok: false, fault: 'too_large', text: `the response (status ${status}) has more than ${bytesMax} bytes` };
    chunks.push(chunk);
  }
  return { ok: true, status, headers: response.headers, body: new Uint8Array(Buffer.concat(chunks)) };
}

function faultOf(host: string, error: unknown): Exchange {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError' || name === 'TimeoutError') return { ok: false, fault: 'late', text: `${host} did not respond in time` };
  const certificate = certificateFault(error);
  if (certificate !== undefined) return { ok: false, fault: 'certificate', text: `${host} cannot be called, because ${certificate}` };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const fault = code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'unreachable';
  return { ok: false, fault, text: `${host} cannot be reached${code === undefined ? '' : ` (${code})`}` };
}
