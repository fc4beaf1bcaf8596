/** The checks of a certificate that need nothing but the certificate: strength, dates, type and usage. */
import type { CertificateUse } from '@portico/contract/values';
import type { CertificateFault } from '../provider-identity.ts';
import type { ReadCertificate } from '../read/read-certificate.ts';
import type { X509 } from '../read/x509.ts';
import { dateText, isEarly, isExpired } from '../trust/dates.ts';
import { findWeakness } from '../trust/key-strength.ts';

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** `sandbox` tolerates certificates that are not qualified, and contradictions about the authority. `production` refuses both. */
export type TrustMode = 'sandbox' | 'production';

export const invalid = (text: string): CertificateFault => ({ code: 'CERTIFICATE_INVALID', text });

/** Weak keys and hashes, and extensions that forbid the use of the certificate. */
export function findLimitFault({ x509 }: ReadCertificate): CertificateFault | undefined {
  const weakness = findWeakness(x509);
  if (weakness !== undefined) return invalid(`The certificate ${weakness}`);
  const [unknown] = x509.unknownCritical;
  if (unknown === undefined) return undefined;
  return invalid(
    `The certificate has the critical extension ${unknown}, which Portico does not process (RFC 5280 §4.2). Use a certificate without it.`,
  );
}

/** Every call passes here, so the texts are made for refusals only. */
export function findDateFault(dates: Pick<ReadCertificate, 'notBefore' | 'notAfter'>, at: Date): CertificateFault | undefined {
  const times = () => `from ${dateText(dates.notBefore)} until ${dateText(dates.notAfter)}, and it is ${dateText(at)}`;
  if (isExpired(dates, at)) return { code: 'CERTIFICATE_EXPIRED', text: `The certificate was valid ${times()}. Use a certificate that is valid.` };
  return isEarly(dates, at) ? invalid(`The certificate is valid ${times()}. Use it from its first day.`) : undefined;
}

const TYPES = { web: 'web', seal: 'eseal' } as const;
const NAMES: Readonly<Record<CertificateUse, string>> = { web: 'a QWAC (QcType web) for TLS', seal: 'a QSealC (QcType eseal) for signatures' };

/** QcType and, in production, QcCompliance (ETSI EN 319 412-5 §4.2), and one authority in nCAId and organizationIdentifier. */
export function findTypeFault({ qc, findings }: ReadCertificate, use: CertificateUse, mode: TrustMode): CertificateFault | undefined {
  const [type, more] = qc.types;
  if (type !== TYPES[use] || more !== undefined) {
    const found = qc.types.length === 0 ? 'no QcType' : `the QcType ${qc.types.join(', ')}`;
    return invalid(`The certificate has ${found}. Use ${NAMES[use]}.`);
  }
  if (mode === 'sandbox') return undefined;
  if (!qc.isQualified)
    return invalid(`The certificate is not qualified: it has no QcCompliance (0.4.0.1862.1.1). Use a qualified certificate, ${NAMES[use]}.`);
  const [finding] = findings;
  return finding === undefined ? undefined : invalid(`${finding} Ask the issuer for a certificate with one authority.`);
}

/** Key usage (RFC 5280 §4.2.1.3 and §4.2.1.12). */
export function findUsageFault({ isAuthority, keyUsages, extendedKeyUsages }: X509, use: CertificateUse): CertificateFault | undefined {
  if (isAuthority) return invalid('The certificate is that of an authority (basicConstraints). Use the certificate of the provider.');
  const usages = keyUsages ?? [];
  if (use === 'seal') {
    if (usages.includes('digitalSignature') || usages.includes('nonRepudiation')) return undefined;
    return invalid(`The certificate's keyUsage is ${listText(usages)}. Signatures need digitalSignature or nonRepudiation.`);
  }
  if (!usages.includes('digitalSignature')) return invalid(`The certificate's keyUsage is ${listText(usages)}. TLS needs digitalSignature.`);
  if (extendedKeyUsages?.includes(CLIENT_AUTH) === true) return undefined;
  return invalid(`The certificate's extendedKeyUsage is ${listText(extendedKeyUsages ?? [])}. TLS needs clientAuth (${CLIENT_AUTH}).`);
}

const listText = (usages: readonly string[]): string => (usages.length === 0 ? 'absent' : usages.join(', '));
