/** The authorities that the bank trusts. */
import type { CertificateUse } from '@portico/contract/values';
import { readX509, type X509 } from '../read/x509.ts';

/** An authority that the bank trusts, usually the one that issues: nginx passes the caller's certificate without its issuers. */
export interface Anchor {
  readonly der: Uint8Array;
  /** `both`: it issues QWACs and QSealCs. */
  readonly use: CertificateUse | 'both';
  /** Hosts that may be asked for OCSP responses and CRLs, for example `ocsp.example.com`. Addresses on other hosts are never called. */
  readonly revocationHosts: readonly string[];
}

/** An anchor as the chain check uses it. */
export interface TrustedAuthority extends Anchor {
  readonly x509: X509;
}

const read = new WeakMap<Anchor, TrustedAuthority>();

/** Reads an anchor once. Throws an `Error` if it is no certificate. */
export function readAnchor(anchor: Anchor): TrustedAuthority {
  const known = read.get(anchor);
  if (known !== undefined) return known;
  const result = readX509(anchor.der);
  if (!result.ok) throw new Error(`A trusted authority cannot be read. ${result.fault.text}`);
  const made = { ...anchor, x509: result.x509 };
  read.set(anchor, made);
  return made;
}
