/** The statements of a qualified certificate of a payment service provider: ETSI EN 319 412-5 and TS 119 495. */
import type { CertificateUse, ProviderRole } from '@portico/contract/values';
import * as asn1js from 'asn1js';
import type { Extension } from 'pkijs';
import { extension } from '../authority/build-certificate.ts';

const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
const QC_COMPLIANCE = '0.4.0.1862.1.1';
const QC_TYPE = '0.4.0.1862.1.6';
const PSD2 = '0.4.0.19495.2';
const TYPES: Readonly<Record<CertificateUse, string>> = { web: '0.4.0.1862.1.6.3', seal: '0.4.0.1862.1.6.2' };
const ROLES: Readonly<Record<ProviderRole, readonly [oid: string, name: string]>> = {
  pis: ['0.4.0.19495.1.2', 'PSP_PI'],
  ais: ['0.4.0.19495.1.3', 'PSP_AI'],
  piis: ['0.4.0.19495.1.4', 'PSP_IC'],
};
/** The authority that the sandbox invents. Each `organizationIdentifier` names it too (`require-provider.ts`). */
const AUTHORITY = { name: 'Sandbox Authority (sandbox)', id: 'EE-SANDBOX' } as const;

export function qcStatements(use: CertificateUse, roles: readonly ProviderRole[]): Extension {
  const statement = (value: string, ...info: asn1js.BaseBlock[]) => new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value }), ...info] });
  const text = (value: string) => new asn1js.Utf8String({ value });
  const listed = roles.map((role) => {
    const [oid, name] = ROLES[role];
    return statement(oid, text(name));
  });
  const psd2 = new asn1js.Sequence({ value: [new asn1js.Sequence({ value: listed }), text(AUTHORITY.name), text(AUTHORITY.id)] });
  const type = new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: TYPES[use] })] });
  return extension(QC_STATEMENTS, new asn1js.Sequence({ value: [statement(QC_COMPLIANCE), statement(QC_TYPE, type), statement(PSD2, psd2)] }));
}
