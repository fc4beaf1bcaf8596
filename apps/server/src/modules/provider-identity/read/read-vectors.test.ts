/** Certificates of providers, test authorities and other projects. `testing/vectors/README.md` names their origins. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVector } from '../testing/read-vector.ts';
import { readCertificate } from './read-certificate.ts';
import { readX509 } from './x509.ts';

/** File, identifier, roles, names of all roles, QcType, findings. */
const ACCEPTED = [
  ['obtk-multicert-psd2-eidas.pem', 'PSDGB-FCA-827001', 'ais pis', 'PSP_AI PSP_PI', 'web', 0],
  ['obtk-dev-transport.pem', 'PSDGB-FFA-5e32851b7b78610010ca821a', 'ais pis piis', 'PSP_IC PSP_AI PSP_PI', 'web', 0],
  ['obtk-ob-transport.pem', 'PSDGB-TEST-123456', 'ais', 'PSP_AI', 'web', 1],
  ['wso2-bafin-104114.pem', 'PSDDE-BAFIN-104114', 'ais pis', 'PSP_AS PSP_AI PSP_PI', 'web', 0],
  ['wso2-obwac.pem', 'PSDGB-OB-Unknown0015800001HQQrZAAX', 'ais pis piis', 'PSP_PI PSP_AI PSP_IC', 'web', 1],
  ['wso2-obseal.pem', 'PSDGB-OB-Unknown0015800001HQQrZAAX', 'ais pis', 'PSP_PI PSP_AI', 'eseal', 1],
  ['wso2-aisp-qwac.pem', 'PSDGB-OB-Unknown1234567891HQQrZAAX', 'ais', 'PSP_AS PSP_AI', 'web', 1],
  ['wso2-aisp-qseal.pem', 'PSDGB-OB-Unknown1234567891HQQrZAAX', 'ais', 'PSP_AS PSP_AI', 'eseal', 1],
  ['wso2-pisp-qwac.pem', 'PSDGB-OB-Unknown001122334HQQrZAAX', 'pis piis', 'PSP_PI PSP_IC', 'web', 1],
  ['wso2-pisp-qseal.pem', 'PSDGB-OB-Unknown001122334HQQrZAAX', 'pis piis', 'PSP_PI PSP_IC', 'web', 1],
  ['wso2-all-qwac.pem', 'PSDGB-OB-Unknown0015800001HQQrZAAX', 'ais pis piis', 'PSP_AS PSP_PI PSP_AI PSP_IC', 'web', 1],
  ['wso2-all-qseal.pem', 'PSDGB-OB-Unknown0015800001HQQrZAAX', 'ais pis piis', 'PSP_AS PSP_PI PSP_AI PSP_IC', 'eseal', 1],
  ['xs2a-valid.crt', 'PSDEU-NCA-1DFD21', 'ais pis', 'PSP_AS PSP_PI PSP_AI', 'eseal', 0],
  ['xs2a-one-statement.crt', 'PSDDE-FAKENCA-87B2AC', 'ais pis', 'PSP_AI PSP_PI', '', 0],
  ['pkilint-psp_roles_good.pem', 'PSDNL-DNB-R161162', 'ais', 'PSP_AI', 'web', 0],
  ['pkilint-psp_invalid_role.pem', 'PSDNL-DNB-R161162', 'ais', 'PSP_AI', 'web', 0],
  ['pkilint-psp_not_unspecified.pem', 'PSDNL-DNB-R161162', '', 'Unspecified', 'web', 0],
  ['pkilint-nca_name_not_latin.pem', 'PSDNL-DNB-R134428', 'ais pis', 'PSP_PI PSP_AI', 'web', 0],
  ['pkilint-badurl.pem', 'PSDFI-FINFSA-2858394-9', 'ais pis piis', 'PSP_AI PSP_AS PSP_IC PSP_PI', 'web', 0],
  ['pkilint-iso639.pem', 'PSDFI-FINFSA-2858394-9', 'ais pis piis', 'PSP_AI PSP_AS PSP_IC PSP_PI', 'web', 0],
  ['pkilint-obsolete_qualified_statement.pem', 'PSDDE-BAFIN-102207', 'ais pis piis', 'PSP_AS PSP_PI PSP_AI PSP_IC', 'web', 0],
  ['pkilint-qc_eupds_good.pem', 'PSDNL-DNB-R161162', 'ais', 'PSP_AI', 'web', 0],
  ['pkilint-validity_period_too_long.pem', 'PSDNL-DNB-R161162', 'ais', 'PSP_AI', 'web', 0],
  ['pkilint-validity_period_too_long_with_psd2_policy.pem', 'PSDNL-DNB-R161162', 'ais', 'PSP_AI', 'web', 0],
] as const;

/** File, field, part of the text. */
const REFUSED = [
  ['obtk-fr-directory.pem', 'qcStatements', /no qcStatements/],
  ['wso2-d-trust-test-ca.pem', 'qcStatements', /no qcStatements/],
  ['wso2-d-trust-test-root.pem', 'qcStatements', /no qcStatements/],
  ['xs2a-tca3.crt', 'qcStatements', /no qcStatements/],
  ['xs2a-invalid.crt', 'version', /version 1/],
  ['pkilint-invalid_orgid_scheme.pem', 'organizationIdentifier', /"PADFR-ACPR-30748" has no known form/],
  ['pkilint-semantics_info_nra_missing.pem', 'organizationIdentifier', /"XX:GR-18050" has no known form/],
  ['pkilint-semantics_info_nra_uri_missing.pem', 'organizationIdentifier', /"XX:GR-18050" has no known form/],
  ['pkilint-nca_id_badiso.pem', 'nCAId', /country and an authority/],
  ['pkilint-nca_id_badstructure.pem', 'nCAId', /country and an authority/],
  ['pkilint-nca_id_invalidid.pem', 'nCAId', /country and an authority/],
  ['pkilint-psp_invalid_oid.pem', 'roles', /OID that ETSI TS 119 495 does not define/],
  ['pkilint-psp_role_mismatch.pem', 'roles', /OID of PSP_AI and the name PSP_AS/],
  ['pkilint-psp_roles_empty.pem', 'roles', /has no role/],
  ['pkilint-qc_eupds_missing.pem', 'qcStatements', /no PSD2 statement/],
] as const;

describe('readCertificate with certificates of other projects', () => {
  it('knows the expected outcome of every file', () => {
    const files = readdirSync(join(import.meta.dirname, '../testing/vectors')).filter((name) => name !== 'README.md');
    expect([...ACCEPTED, ...REFUSED].map(([file]) => file).sort()).toEqual(files.sort());
  });

  it.each(ACCEPTED)('reads %s', (file, id, roles, roleNames, types, findings) => {
    const result = readCertificate(readVector(file));
    if (!result.ok) throw new Error(result.fault.text);
    const { organizationId, qc, roles: found, findings: texts } = result.certificate;
    expect([organizationId, found.join(' '), qc.roleNames.join(' '), qc.types.join(' '), texts.length]).toEqual([
      id,
      roles,
      roleNames,
      types,
      findings,
    ]);
  });

  it.each(REFUSED)('refuses %s because of %s', (file, field, text) => {
    expect(readCertificate(readVector(file))).toEqual({ ok: false, fault: { field, text: expect.stringMatching(text) } });
  });

  it('reads key, signature, usages and addresses', () => {
    const result = readCertificate(readVector('obtk-multicert-psd2-eidas.pem'));
    expect(result.ok && result.certificate).toMatchObject({
      thumbprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      use: 'web',
      name: 'SAFECONNECT LTD',
      serial: '6e6fc1cd28c9db98113b22693df0e255',
      keyType: 'RSA 2048',
      notBefore: new Date('2019-09-17T14:47:12Z'),
      notAfter: new Date('2021-09-17T22:59:59Z'),
      qc: { isQualified: true, ncaName: 'Financial Conduct Authority', ncaId: 'GB-FCA' },
      x509: {
        signatureHash: 'SHA-256',
        isAuthority: false,
        keyUsages: ['digitalSignature', 'keyEncipherment', 'dataEncipherment'],
        extendedKeyUsages: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'],
        ocspAddresses: ['http://ocsp.multicert.com/ocsp'],
        crlAddresses: ['http://pki.multicert.com/crl/crl_ssl001.crl'],
        issuer: { text: expect.stringContaining('O=MULTICERT - Serviços de Certificação Electrónica S.A., ') },
      },
    });
  });

  it('reads certificates of authorities as X.509', () => {
    const result = readX509(readVector('wso2-d-trust-test-ca.pem'));
    expect(result.ok && result.x509).toMatchObject({ isAuthority: true, keyUsages: expect.arrayContaining(['keyCertSign', 'cRLSign']) });
  });
});
