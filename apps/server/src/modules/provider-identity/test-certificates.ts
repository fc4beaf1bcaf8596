/** What this module needs of the sandbox's test authority, which a higher module implements. A server before a bank's own core has none. */
import type { CertificateUse } from '@portico/contract/values';
import type { RawBuilder } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface TestCertificates {
  /** The authority's root, as PEM. Must not be called inside a write: the first call creates the authority. */
  caPem(): Promise<string>;
  /** By thumbprint: those of these certificates that the authority issued. Their dates are those of the sandbox's clock. */
  findIssued(reader: Reader, thumbprints: readonly string[]): Promise<ReadonlyMap<string, { readonly revokedAt: Date | undefined }>>;
  /** The same as SQL, for statements that read other facts of a call too; null: the authority did not issue it. */
  issuedOf(thumbprint: RawBuilder<unknown>): RawBuilder<{ readonly revokedMs: number | null } | null>;
}

/** `unknown`: the authority did not issue it, or its sandbox was deleted. */
export interface LocalStatus {
  /** Of the form that was issued; undefined: the authority does not know the certificate. */
  readonly thumbprint?: string | undefined;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt?: Date | undefined;
}

/** The same authority as the examination of certificates uses it. */
export interface TestAuthorityForChecks extends TestCertificates {
  /** The certificates below which test certificates are trusted, by their use. DER forms. Must not be called inside a write. */
  anchors(): Promise<readonly { readonly use: CertificateUse; readonly der: Uint8Array }[]>;
  /**
   * The status of a certificate, as OCSP answers it, without a network. Undefined: another authority issued it.
   * @param serial lower-case hexadecimal without leading zeros.
   */
  localStatus(issuerDer: Uint8Array, serial: string): Promise<LocalStatus | undefined>;
}
