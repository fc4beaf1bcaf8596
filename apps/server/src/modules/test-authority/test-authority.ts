/** The sandbox's certificate authority. It issues test certificates for developers and answers as an authority does. */
import type { Certificate, IssuedCertificates, NewTestCertificates, SignedCertificate, SigningRequest } from '@portico/contract';
import type { CertificateUse } from '@portico/contract/values';
import type { TestCertificates } from '../provider-identity/index.ts';
import type { AppOwner } from '../tpp-apps/index.ts';
import type { PublishedStatus } from './status/pki-routes.ts';

export interface ServerCredentials {
  readonly keyPem: string;
  /** The certificate of the server, then the root. */
  readonly certPem: string;
  readonly caPem: string;
}

/** `unknown`: the authority did not issue it, or its sandbox was deleted. */
export type LocalStatus = { readonly status: 'good' | 'unknown' } | { readonly status: 'revoked'; readonly revokedAt: Date };

export interface TestAuthority extends TestCertificates, PublishedStatus {
  /** For the listener of mutual TLS. The certificate is renewed before it ends, so ask again at times. */
  serverCredentials(): Promise<ServerCredentials>;
  /** The certificates below which test certificates are trusted, by their use. DER forms. */
  anchors(): Promise<readonly { readonly use: CertificateUse; readonly der: Buffer }[]>;
  /**
   * The status of a certificate, as OCSP answers it, without a network. Undefined: another authority issued it.
   * @param serial lower-case hexadecimal without leading zeros.
   */
  localStatus(issuerDer: Uint8Array, serial: string): Promise<LocalStatus | undefined>;
  /** A QWAC and a QSealC with new keys. @throws UiRefusal 404, 409, 429. */
  issue(owner: AppOwner, wish: NewTestCertificates): Promise<IssuedCertificates>;
  /** A certificate for the key of a signing request. @throws UiRefusal 400, 404, 409, 429. */
  sign(owner: AppOwner, request: SigningRequest): Promise<SignedCertificate>;
  /** Revokes a certificate at once, or undoes it. @throws UiRefusal 404, and 409 when the application has too many others to undo it. */
  setRevoked(owner: AppOwner, certificateId: string, isRevoked: boolean): Promise<Certificate>;
}
