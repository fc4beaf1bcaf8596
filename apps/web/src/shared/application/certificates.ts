/** What pages say and write of the certificates of an application. */
import type { Certificate, CertificatesPage } from '@portico/contract';
import type { CertificateUse } from '@portico/contract/values';

/** `5E:21…C4` */
export function shortThumbprint(thumbprint: string): string {
  const hex = thumbprint.toUpperCase();
  return `${hex.slice(0, 2)}:${hex.slice(2, 4)}…${hex.slice(-2)}`;
}

/** Newest first. */
export function activeCertificates({ certificates }: Pick<CertificatesPage, 'certificates'>, use: CertificateUse): readonly Certificate[] {
  return certificates.filter((certificate) => certificate.use === use && certificate.state === 'active');
}

/** The algorithm of signatures with the application's newest active QSealC; without one that of a new test certificate. */
export function sealAlgorithm(page: Pick<CertificatesPage, 'certificates'>): 'rsa-sha256' | 'ecdsa-sha256' {
  return activeCertificates(page, 'seal')[0]?.keyType.startsWith('RSA') === true ? 'rsa-sha256' : 'ecdsa-sha256';
}

/** The same address at the origin of mutual TLS, which serves the same API. */
export function atMtlsOrigin(address: string, mtlsOrigin: string): string {
  return address.replace(/^https?:\/\/[^/?#]*/i, () => mtlsOrigin);
}
