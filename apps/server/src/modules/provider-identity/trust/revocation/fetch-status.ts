/**
 * Fetches OCSP responses and CRLs. The addresses come from certificates, so a request must not reach anything else (SSRF): plain http on port 80, a
 * host of the trusted authority's list, a public address that is resolved once and then used, no redirects, limited bytes and time.
 */
import { type EgressNetwork, exchange, internet } from '#platform/egress/exchange.ts';

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

export type FetchStatus = (request: StatusRequest) => Promise<StatusBytes>;

/** Never rejects: a fault has a text for operators. */
export function createFetchStatus(network: EgressNetwork = internet, timeoutMs = CALL_MS): FetchStatus {
  return async ({ url: given, hosts, body, bytesMax }) => {
    const url = URL.parse(given);
    if (url?.protocol !== 'http:' || url.port !== '' || url.username !== '' || url.password !== '') {
      return { ok: false, text: 'the address is not http on port 80' };
    }
    if (!hosts.includes(url.hostname)) return { ok: false, text: `the host ${url.hostname} is not on the trusted authority's list` };
    const asked =
      body === undefined
        ? ({ method: 'GET', headers: { accept: 'application/pkix-crl' } } as const)
        : ({ method: 'POST', headers: { accept: 'application/ocsp-response', 'content-type': 'application/ocsp-request' } } as const);
    const limits = { connectMs: timeoutMs, exchangeMs: timeoutMs, headerBytes: HEADER_BYTES_MAX, bodyBytes: bytesMax };
    const result = await exchange({ url, body, ...asked }, limits, network);
    if (!result.ok) return { ok: false, text: result.text };
    if (result.status !== 200) return { ok: false, text: `the response has the status ${result.status}` };
    return { ok: true, bytes: result.body };
  };
}
