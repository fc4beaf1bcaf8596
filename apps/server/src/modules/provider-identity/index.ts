export { certificateUnknown } from './certificates/certificate-refusals.ts';
export type { AppCertificate, Provider } from './certificates/certificate-row.ts';
export { forgetOldCertificates } from './certificates/certificate-store.ts';
export type { Certificates, IssuedForApp } from './certificates/certificates.ts';
export { createCertificates } from './certificates/create-certificates.ts';
export { recordCertificate } from './certificates/record-certificate.ts';
export { CERTIFICATES_PATH, CertificateParams, registerCertificateRoutes } from './certificates/routes.ts';
export { createExamine, type Examine, type ExamineParts } from './check/create-examine.ts';
export type { TrustMode } from './check/find-certificate-fault.ts';
export { type CreatedProviderIdentity, createProviderIdentity } from './create-provider-identity.ts';
export type {
  CertificateCode,
  CertificateFault,
  ExamineOptions,
  IdentifiedApp,
  ProviderCertificate,
  ProviderIdentity,
  Verdict,
} from './provider-identity.ts';
export { type ReadCertificate, type ReadResult, readCertificate } from './read/read-certificate.ts';
export type { ReadFault } from './read/read-fault.ts';
export { type PemResult, readPemChain } from './read/read-pem-chain.ts';
export { readX509, thumbprintOf, type X509, type X509Result } from './read/x509.ts';
export { createSignatureGuard } from './signature/require-signature.ts';
export type { TestAuthorityForChecks, TestCertificates } from './test-certificates.ts';
export type { Anchor } from './trust/anchors.ts';
export { loadAnchors } from './trust/load-anchors.ts';
export type { CertificateStatus } from './trust/revocation/certificate-status.ts';
export { findCertificateStatus, storeCertificateStatus } from './trust/revocation/certificate-status-store.ts';
export { createFindRevocation, type RevocationParts } from './trust/revocation/create-find-revocation.ts';
export { createFetchStatus } from './trust/revocation/fetch-status.ts';
