/** Reads certificates of providers: QWAC and QSealC with a PSD2 statement (ETSI TS 119 495). */
import type { ProviderCertificate } from '../provider-identity.ts';
import { ORGANIZATION, ORGANIZATION_IDENTIFIER, onlyValue } from './distinguished-name.ts';
import { readOrganizationId } from './organization-id.ts';
import { type QcStatements, readQcStatements } from './qc-statements.ts';
import { type ReadFault, readSafely, refuse } from './read-fault.ts';
import { readX509, type X509 } from './x509.ts';

/** A certificate of a provider with what the checks need. It is read, not trusted. */
export interface ReadCertificate extends ProviderCertificate {
  readonly x509: X509;
  /** `qc.types` may be empty: then `use` says `web`, and the checks refuse the certificate. */
  readonly qc: QcStatements;
  /** Contradictions that the sandbox tolerates and production refuses, as texts. */
  readonly findings: readonly string[];
}

export type ReadResult = { readonly ok: true; readonly certificate: ReadCertificate } | { readonly ok: false; readonly fault: ReadFault };

/**
 * Reads one certificate of a provider. Synchronous, without input or output; never throws, for any bytes. Limits: 8 KiB; qcStatements of
 * depth 12 and 200 values.
 * @param der the DER form.
 */
export function readCertificate(der: Uint8Array): ReadResult {
  const result = readX509(der);
  if (!result.ok) return result;
  const provider = readSafely(() => read(result.x509));
  return provider.ok ? { ok: true, certificate: provider.value } : provider;
}

function read(x509: X509): ReadCertificate {
  const qc = readQcStatements(x509.qcStatements);
  const text = onlyValue(x509.subject, ORGANIZATION_IDENTIFIER);
  const organization =
    readOrganizationId(text) ??
    refuse(
      'organizationIdentifier',
      `The certificate's organizationIdentifier "${text}" has no known form. Expected is for example "PSDDE-BAFIN-123456", or one that begins with NTR, VAT or LEI.`,
    );
  return {
    thumbprint: x509.thumbprint,
    use: qc.types.includes('eseal') ? 'seal' : 'web',
    organizationId: organization.id,
    name: onlyValue(x509.subject, ORGANIZATION),
    roles: qc.roles,
    keyType: x509.keyType,
    serial: x509.serial,
    notBefore: x509.notBefore,
    notAfter: x509.notAfter,
    x509,
    qc,
    findings:
      organization.authority === undefined || organization.authority === qc.ncaId
        ? []
        : [`The certificate's nCAId "${qc.ncaId}" and its organizationIdentifier "${organization.id}" name two authorities.`],
  };
}
