/** What the mutual TLS listener, or a proxy in front of it, knows about the certificate of a call. */
import type { IncomingMessage } from 'node:http';

export interface MtlsCall {
  /** DER forms, the caller's certificate first, then the issuers that it sent; empty: the caller sent no certificate. */
  readonly chain: readonly Uint8Array[];
}

const calls = new WeakMap<IncomingMessage, MtlsCall>();

/** Called once for each request that reached the mutual TLS address, before its routing. */
export function noteMtlsCall(raw: IncomingMessage, call: MtlsCall): void {
  calls.set(raw, call);
}

/** Undefined: the request came by the ordinary address. */
export const mtlsCallOf = (raw: IncomingMessage): MtlsCall | undefined => calls.get(raw);
