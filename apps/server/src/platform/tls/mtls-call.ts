/** What the mutual TLS listener, or a proxy in front of it, knows about the certificate of a call. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Limits of a chain that a caller sends. */
const CHAIN_CERTIFICATES_MAX = 4;
const CERTIFICATE_BYTES_MAX = 8 * 1024;

export interface MtlsCall {
  /** DER forms, the caller's certificate first, then the issuers that it sent; empty: the caller sent no certificate. */
  readonly chain: readonly Uint8Array[];
  /** The caller sent more than the limits above allow. The chain ends with the certificate that is one too many or too large. */
  readonly tooLarge?: true;
}

const calls = new WeakMap<IncomingMessage, MtlsCall>();

/** Called once for each request that reached the mutual TLS address, before its routing. */
export function noteMtlsCall(raw: IncomingMessage, call: MtlsCall): void {
  calls.set(raw, call);
}

/** Undefined: the request came by the ordinary address. */
export const mtlsCallOf = (raw: IncomingMessage): MtlsCall | undefined => calls.get(raw);

const thumbprints = new WeakMap<Uint8Array, string>();

/**
 * SHA-256 of a DER form, lower-case hexadecimal. It is computed once for each object: the calls of one connection have the same one.
 * @param der must not change afterwards
 */
export function thumbprintOf(der: Uint8Array): string {
  const known = thumbprints.get(der) ?? hash('sha256', der, 'hex');
  thumbprints.set(der, known);
  return known;
}

/** @param certificates one at a time, the caller's first; those beyond the limits are not read. */
export function toMtlsCall(certificates: Iterable<Uint8Array>): MtlsCall {
  const chain: Uint8Array[] = [];
  for (const certificate of certificates) {
    chain.push(certificate);
    if (chain.length > CHAIN_CERTIFICATES_MAX || certificate.length > CERTIFICATE_BYTES_MAX) return { chain, tooLarge: true };
  }
  return { chain };
}
