/** The calls about the certificates of the chosen application (contract `certificates.ts`). */
import type {
  Certificate,
  CertificatesPage,
  IssuedCertificates,
  NewTestCertificates,
  SecuritySettings,
  SignedCertificate,
  SigningRequest,
} from '@portico/contract';
import { isCertificate, isCertificatesPage, isIssuedCertificates, isSignedCertificate } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';

export interface CertificateCalls {
  read(signal: AbortSignal): Promise<CertificatesPage>;
  issue(wanted: NewTestCertificates): Promise<IssuedCertificates>;
  sign(request: SigningRequest): Promise<SignedCertificate>;
  upload(pem: string): Promise<Certificate>;
  /** Plays the authority that revokes a certificate, or the bank that blocks it; `isIn: false` undoes it. */
  mark(certificateId: string, what: 'revocation' | 'block', isIn: boolean): Promise<Certificate>;
  remove(certificateId: string): Promise<void>;
  secure(settings: SecuritySettings): Promise<CertificatesPage>;
}

export function createCertificateCalls(api: ApiClient): CertificateCalls {
  const path = '/tpp/certificates';
  const one = (certificateId: string) => `${path}/${encodeURIComponent(certificateId)}`;
  return {
    read: (signal) => api.json({ path, signal }, isCertificatesPage),
    issue: (body) => api.json({ path, method: 'POST', body }, isIssuedCertificates),
    sign: (body) => api.json({ path: `${path}/signing-requests`, method: 'POST', body }, isSignedCertificate),
    upload: (pem) => api.json({ path: `${path}/uploads`, method: 'POST', body: { pem } }, isCertificate),
    mark: (id, what, isIn) => api.json({ path: `${one(id)}/${what}`, method: isIn ? 'PUT' : 'DELETE' }, isCertificate),
    remove: (id) => api.nothing({ path: one(id), method: 'DELETE' }),
    secure: (body) => api.json({ path: `${path}/profile`, method: 'PUT', body }, isCertificatesPage),
  };
}
