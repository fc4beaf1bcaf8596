/**
 * What the certificate or the signature of a request was found to be, for the log of its application: never a certificate, its serial number or an
 * e-mail address.
 */
import type { IncomingMessage } from 'node:http';
import { mtlsCallOf, thumbprintOf } from './mtls-call.ts';

export interface IdentityNote {
  /** SHA-256 of the caller's certificate, lower-case hexadecimal. Absent: the caller sent none. */
  readonly thumbprint?: string;
  /** `organizationIdentifier` of its subject; absent where it could not be read. */
  readonly organizationId?: string;
  readonly roles?: readonly string[];
  /** The code of the first check that failed, e.g. `CERTIFICATE_EXPIRED`. */
  readonly fault?: string;
}

const notes = new WeakMap<IncomingMessage, IdentityNote>();

/** Called where a certificate was examined. A later note of the same request adds to an earlier one. */
export function noteIdentity(raw: IncomingMessage, note: IdentityNote): void {
  notes.set(raw, { ...notes.get(raw), ...note });
}

/** Undefined: the request came to the ordinary address, and nothing was examined. */
export function identityOf(raw: IncomingMessage): IdentityNote | undefined {
  const call = mtlsCallOf(raw);
  const [leaf] = call?.chain ?? [];
  const note = notes.get(raw);
  if (call === undefined || leaf === undefined) return note ?? (call && {});
  return { thumbprint: thumbprintOf(leaf), ...note };
}
