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
export { CHAIN_LENGTH_MAX, type PemResult, readPemChain } from './read/read-pem-chain.ts';
export { readX509, thumbprintOf, type X509, type X509Result } from './read/x509.ts';
