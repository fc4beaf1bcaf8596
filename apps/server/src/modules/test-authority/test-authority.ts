/** The sandbox's certificate authority. It issues test certificates for developers and answers as an authority does. */
import type { Certificate, IssuedCertificates, NewTestCertificates, SignedCertificate, SigningRequest } from '@portico/contract';
import type { TestAuthorityForChecks } from '../provider-identity/index.ts';
import type { AppOwner } from '../tpp-apps/index.ts';
import type { PublishedStatus } from './status/pki-routes.ts';

interface ServerCredentials {
  readonly keyPem: string;
  /** The certificate of the server, then the root. */
  readonly certPem: string;
  readonly caPem: string;
}

export interface TestAuthority extends TestAuthorityForChecks, PublishedStatus {
  /** For the listener of mutual TLS. The certificate is renewed before it ends, so ask again at times. */
  serverCredentials(): Promise<ServerCredentials>;
  /** A QWAC and a QSealC with new keys. @throws UiRefusal 404, 409, 429. */
  issue(owner: AppOwner, wish: NewTestCertificates): Promise<IssuedCertificates>;
  /** A certificate for the key of a signing request. @throws UiRefusal 400, 404, 409, 429. */
  sign(owner: AppOwner, request: SigningRequest): Promise<SignedCertificate>;
  /** Revokes a certificate at once, or undoes it. @throws UiRefusal 404, and 409 when the application has too many others to undo it. */
  setRevoked(owner: AppOwner, certificateId: string, isRevoked: boolean): Promise<Certificate>;
}
