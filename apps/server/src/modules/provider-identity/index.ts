export type {
  CertificateCode,
  CertificateFault,
  ExamineOptions,
  IdentifiedApp,
  ProviderCertificate,
  ProviderIdentity,
  Verdict,
} from './provider-identity.ts';
