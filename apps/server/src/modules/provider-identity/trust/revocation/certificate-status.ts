/** What an authority says of a certificate. */

export interface CertificateStatus {
  /** `unknown`: the authority does not know the certificate. */
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt?: Date | undefined;
  /** For example `keyCompromise` (RFC 5280 §5.3.1). */
  readonly reason?: string | undefined;
}

/**
 * A status from an OCSP response or a CRL that was verified. `thisUpdate`: the time of the statement. `nextUpdate`: when the authority has a newer
 * one; undefined: at any time.
 */
export type StatusResult =
  | { readonly ok: true; readonly status: CertificateStatus; readonly thisUpdate: Date; readonly nextUpdate: Date | undefined }
  | { readonly ok: false; readonly text: string };

/** By the number in `CRLReason` (RFC 5280 §5.3.1). 7 is not used. */
const REASONS: Readonly<Record<number, string>> = {
  0: 'unspecified',
  1: 'keyCompromise',
  2: 'cACompromise',
  3: 'affiliationChanged',
  4: 'superseded',
  5: 'cessationOfOperation',
  6: 'certificateHold',
  8: 'removeFromCRL',
  9: 'privilegeWithdrawn',
  10: 'aACompromise',
};

export const reasonOf = (code: number | undefined): string | undefined => (code === undefined ? undefined : REASONS[code]);
