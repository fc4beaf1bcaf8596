/**
 * Fetches OCSP responses and CRLs. The addresses come from certificates, so a request must not reach anything else (SSRF): plain http on port 80, a
 * host of the trusted authority's list, a public address that is resolved once and then used, no redirects, limited bytes and time.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request } from 'node:http';
import { isPublicAddress } from './public-address.ts';

/** A call waits for the response. */
const CALL_MS = 2_000;
/** Of the job that fetches lists again. */
export const JOB_MS = 15_000;
const HEADER_BYTES_MAX = 8_192;

export interface StatusRequest {
  /** From the certificate. */
  readonly url: string;
  /** The hosts of the trusted authority. */
  readonly hosts: readonly string[];
  /** An OCSP request; undefined: a CRL is read. */
  readonly body?: Uint8Array;
  readonly bytesMax: number;
}

export type StatusBytes = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly text: string };

/** The network as tests replace it: authorities of tests are on loopback. */
export interface StatusNetwork {
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isAllowed: (address: string) => boolean;
  /** The port of an address without a port. */
  readonly port: number;
  /** Ends a request that takes longer. */
  readonly deadline: (ms: number) => AbortSignal;
}

const internet: StatusNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  port: 80,
  deadline: (ms) => AbortSignal.timeout(ms),
};

export type FetchStatus = (request: StatusRequest) => Promise<StatusBytes>;

/** Never rejects: a fault has a text for operators. */
export function createFetchStatus(network: StatusNetwork = internet, timeoutMs = CALL_MS): FetchStatus {
  return async (asked) => {
    const url = URL.canParse(asked.url) ? new URL(asked.url) : undefined;
    if (url === undefined || url.protocol !== 'http:' || url.port !== '' || url.username !== '' || url.password !== '') {
      return { ok: false, text: 'the address is not http on port 80' };
    }
    if (!asked.hosts.includes(url.hostname)) return { ok: false, text: `the host ${url.hostname} is not on the trusted authority's list` };
    try {
      const signal = network.deadline(timeoutMs);
      const addresses = await endedBy(signal, network.resolve(url.hostname));
      const [address] = addresses;
      if (address === undefined || !addresses.every(network.isAllowed)) return { ok: false, text: `the host ${url.hostname} has no public address` };
      return await send(url, asked, { address, port: network.port, signal });
    } catch (error) {
      const isLate = error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
      return { ok: false, text: `${url.hostname} ${isLate ? 'did not respond in time' : 'cannot be reached'}` };
    }
  };
}

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
  readonly address: string;
  readonly port: number;
  readonly signal: AbortSignal;
}

function send(url: URL, { body, bytesMax }: StatusRequest, { address, port, signal }: Target): Promise<StatusBytes> {
  return new Promise((resolve, reject) => {
    const options = {
      host: address,
      port,
      path: `${url.pathname}${url.search}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        host: url.host,
        accept: body === undefined ? 'application/pkix-crl' : 'application/ocsp-response',
        ...(body === undefined ? {} : { 'content-type': 'application/ocsp-request', 'content-length': body.length }),
      },
      agent: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      signal,
    };
    const call = request(options, (response) => {
      readBody(response, bytesMax).then(resolve, reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<StatusBytes> {
  if (response.statusCode !== 200) {
    response.destroy();
    return { ok: false, text: `the response has the status ${response.statusCode}` };
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > bytesMax) return { ok: false, text: `the response has more than ${bytesMax} bytes` };
    chunks.push(chunk);
  }
  return { ok: true, bytes: new Uint8Array(Buffer.concat(chunks)) };
}
