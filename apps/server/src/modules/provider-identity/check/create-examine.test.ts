import { describe, expect, it } from 'vitest';
import type { CertificateFault, ExamineOptions } from '../provider-identity.ts';
import {
  CLIENT_AUTH,
  CN,
  extendedKeyUsage,
  extension,
  keyUsage,
  makeAuthority,
  makeCertificate,
  type NameParts,
  O,
  ORGANIZATION_ID,
  PROVIDER,
  QSEALC,
  QWAC,
  qcStatements,
  testKey,
} from '../testing/make-certificate.ts';
import { readVector } from '../testing/read-vector.ts';
import { ascii, bool, sequence, tlv, utf8 } from '../testing/write-der.ts';
import { createExamine, type ExamineParts } from './create-examine.ts';

const AT = new Date('2026-06-01T00:00:00Z');
const issuer = makeAuthority();
const anchor = { der: issuer.der, use: 'both', revocationHosts: [] } as const;

interface Recorded {
  readonly asked: string[];
}
function create(parts: Partial<ExamineParts> = {}): ReturnType<typeof createExamine> & Recorded {
  const asked: string[] = [];
  const anchors = [anchor];
  const examine = createExamine({
    mode: 'production',
    anchors: () => anchors,
    findRevocation: async ({ subject }) => {
      asked.push(subject.text);
      return undefined;
    },
    isBlocked: async () => false,
    supportContact: 'tpp@bank.example',
    mtlsOrigin: 'https://mtls.bank.example',
    ...parts,
  });
  return Object.assign(examine, { asked });
}
const web = (at: Date | string = AT): ExamineOptions => ({ use: 'web', at: new Date(at) });
const seal: ExamineOptions = { use: 'seal', at: AT };
const issue = (extensions: readonly Uint8Array[] = QWAC, parts = {}): Uint8Array => makeCertificate({ issuer, extensions, ...parts });
const withSubject = (subject: NameParts): Uint8Array => issue(QWAC, { subject });
const replaced = (type: string, ...values: readonly string[]): NameParts => [
  ...PROVIDER.filter(([each]) => each !== type),
  ...values.map((value) => [type, utf8(value)] as const),
];

describe('examine', () => {
  it('accepts a QWAC, with its identifier and roles', async () => {
    const examine = create();
    const verdict = await examine([issue()], web());
    expect(verdict).toMatchObject({
      ok: true,
      certificate: { use: 'web', organizationId: 'PSDEE-FI-4711', name: 'Example Provider', roles: ['ais', 'pis'], keyType: 'P-256', serial: '4711' },
    });
    expect(examine.asked).toHaveLength(1);
  });

  it.each([
    ['a QSealC with nonRepudiation', issue(QSEALC), seal],
    ['a QSealC with digitalSignature', issue([keyUsage(0x80), qcStatements({ types: ['eseal'] })]), seal],
    ['P-384', issue(QWAC, { key: testKey('P-384') }), web()],
    ['RSA 2048', issue(QWAC, { key: testKey('RSA 2048') }), web()],
    ['a certificate that begins in 5 minutes', issue(), web('2025-12-31T23:55:00Z')],
    ['a certificate that ended 5 minutes ago', issue(), web('2027-01-01T00:05:00Z')],
    ['PSP_AS only, without a role that opens anything', issue([...QWAC.slice(0, 2), qcStatements({ roles: ['PSP_AS'] })]), web()],
    ['an identifier of the trade register', withSubject(replaced(ORGANIZATION_ID, 'NTREE-12345678')), web()],
    ['a VAT number', withSubject(replaced(ORGANIZATION_ID, 'VATEL-123456789')), web()],
    ['an LEI', withSubject(replaced(ORGANIZATION_ID, 'LEIXG-529900T8BM49AURSDO55')), web()],
    [
      'a number with hyphens',
      issue([...QWAC.slice(0, 2), qcStatements({ ncaId: 'FI-FINFSA' })], { subject: replaced(ORGANIZATION_ID, 'PSDFI-FINFSA-2858394-9') }),
      web(),
    ],
    ['a name in Cyrillic', withSubject(replaced(O, 'Пример Банк')), web()],
    ['a name in Greek', withSubject(replaced(O, 'Παράδειγμα')), web()],
    ['a name in Arabic', withSubject(replaced(O, 'مثال')), web()],
    ['a name in Chinese', withSubject(replaced(O, '示例银行')), web()],
  ])('accepts %s', async (_name, der, options) => {
    expect(await create()([der], options)).toMatchObject({ ok: true });
  });

  const [usage, purpose, statements] = [keyUsage(0x80), extendedKeyUsage(CLIENT_AUTH), qcStatements()];
  const authority = extension('2.5.29.19', sequence(bool(true)), true);
  const statementsOf = (...args: Parameters<typeof qcStatements>) => issue([usage, purpose, qcStatements(...args)]);

  it.each<[string, Uint8Array, ExamineOptions, CertificateFault['code'], RegExp]>([
    ['more than 8 KiB', new Uint8Array(8_193), web(), 'CERTIFICATE_INVALID', /8193 bytes. At most 8192/],
    ['no certificate', new Uint8Array(100), web(), 'CERTIFICATE_INVALID', /no DER/],
    ['RSA 1024', issue(QWAC, { key: testKey('RSA 1024') }), web(), 'CERTIFICATE_INVALID', /public key RSA 1024\. Use RSA of 2048/],
    ['P-521', issue(QWAC, { key: testKey('P-521') }), web(), 'CERTIFICATE_INVALID', /public key P-521/],
    ['Ed25519', issue(QWAC, { key: testKey('ed25519') }), web(), 'CERTIFICATE_INVALID', /public key ed25519/],
    ['SHA-1', issue(QWAC, { hash: 'SHA-1' }), web(), 'CERTIFICATE_INVALID', /signed with SHA-1/],
    [
      'a precertificate',
      issue([...QWAC, extension('1.3.6.1.4.1.11129.2.4.3', tlv(5), true)]),
      web(),
      'CERTIFICATE_INVALID',
      /critical extension 1\.3\.6\.1\.4\.1\.11129/,
    ],
    ['an extension twice', issue([...QWAC, usage]), web(), 'CERTIFICATE_INVALID', /extension 2\.5\.29\.15 more than once/],
    ['qcStatements twice', issue([...QWAC, statements]), web(), 'CERTIFICATE_INVALID', /more than once/],
    [
      'an expired certificate',
      issue(),
      web('2027-01-01T00:05:01Z'),
      'CERTIFICATE_EXPIRED',
      /from 2026-01-01 00:00:00 UTC until 2027-01-01 00:00:00 UTC, and it is 2027-01-01 00:05:01/,
    ],
    [
      'an early certificate',
      issue(),
      web('2025-12-31T23:54:59Z'),
      'CERTIFICATE_INVALID',
      /from 2026-01-01 00:00:00 UTC until 2027-01-01 00:00:00 UTC, and it is 2025-12-31/,
    ],
    ['a certificate of this year, by a clock one day ahead', issue(), web('2027-01-02T00:00:00Z'), 'CERTIFICATE_EXPIRED', /it is 2027-01-02 00:00/],
    ['a certificate of this year, by a clock one day behind', issue(), web('2025-12-31T00:00:00Z'), 'CERTIFICATE_INVALID', /it is 2025-12-31 00:00/],
    [
      'an unknown issuer',
      makeCertificate({ issuer: makeAuthority({ name: 'Other' }) }),
      web(),
      'CERTIFICATE_INVALID',
      /issuer "CN=Other" is no trusted/,
    ],
    ['a self-signed certificate', makeCertificate(), web(), 'CERTIFICATE_INVALID', /is no trusted authority/],
    [
      'a forged signature',
      makeCertificate({ issuer: makeAuthority({ key: testKey('P-256', 'forger') }) }),
      web(),
      'CERTIFICATE_INVALID',
      /did not sign it/,
    ],
    ['a QSealC for TLS', issue([usage, purpose, qcStatements({ types: ['eseal'] })]), web(), 'CERTIFICATE_INVALID', /QcType eseal\. Use a QWAC/],
    ['a QWAC for a signature', issue(), seal, 'CERTIFICATE_INVALID', /QcType web\. Use a QSealC/],
    ['a personal certificate', statementsOf({ types: ['esign'] }), web(), 'CERTIFICATE_INVALID', /QcType esign/],
    ['no type', statementsOf({ types: [] }), web(), 'CERTIFICATE_INVALID', /no QcType/],
    ['two types', statementsOf({ types: ['web', 'eseal'] }), web(), 'CERTIFICATE_INVALID', /QcType web, eseal/],
    ['a certificate that is not qualified', statementsOf({ isQualified: false }), web(), 'CERTIFICATE_INVALID', /not qualified/],
    ['two authorities', statementsOf({ ncaId: 'GB-FCA' }), web(), 'CERTIFICATE_INVALID', /"GB-FCA".*"PSDEE-FI-4711" name two authorities/],
    ['no PSD2 role', statementsOf({ roles: [] }), web(), 'CERTIFICATE_INVALID', /has no role/],
    ['an authority of no country', statementsOf({ ncaId: 'XY-FI' }), web(), 'CERTIFICATE_INVALID', /nCAId/],
    ['no qcStatements', issue([usage, purpose]), web(), 'CERTIFICATE_INVALID', /no qcStatements/],
    [
      'the wrong key usage',
      issue([keyUsage(0x20), purpose, statements]),
      web(),
      'CERTIFICATE_INVALID',
      /keyUsage is keyEncipherment\. TLS needs digitalSignature/,
    ],
    ['no key usage', issue([purpose, statements]), web(), 'CERTIFICATE_INVALID', /keyUsage is absent/],
    [
      'a QSealC for encryption',
      issue([keyUsage(0x20), qcStatements({ types: ['eseal'] })]),
      seal,
      'CERTIFICATE_INVALID',
      /need digitalSignature or nonRepudiation/,
    ],
    [
      'no clientAuth',
      issue([usage, extendedKeyUsage('1.3.6.1.5.5.7.3.1'), statements]),
      web(),
      'CERTIFICATE_INVALID',
      /extendedKeyUsage is 1\.3\.6\.1\.5\.5\.7\.3\.1\. TLS needs clientAuth/,
    ],
    ['no extended key usage', issue([usage, statements]), web(), 'CERTIFICATE_INVALID', /extendedKeyUsage is absent/],
    ['any extended key usage', issue([usage, extendedKeyUsage('2.5.29.37.0'), statements]), web(), 'CERTIFICATE_INVALID', /needs clientAuth/],
    ['an authority as caller', issue([...QWAC, authority]), web(), 'CERTIFICATE_INVALID', /that of an authority/],
    ['no identifier', withSubject(replaced(ORGANIZATION_ID)), web(), 'CERTIFICATE_INVALID', /no organizationIdentifier/],
    [
      'two identifiers',
      withSubject(replaced(ORGANIZATION_ID, 'PSDEE-FI-4711', 'PSDEE-FI-4712')),
      web(),
      'CERTIFICATE_INVALID',
      /organizationIdentifier more than once/,
    ],
    [
      'an identifier of no scheme',
      withSubject(replaced(ORGANIZATION_ID, 'PADEE-FI-4711')),
      web(),
      'CERTIFICATE_INVALID',
      /"PADEE-FI-4711" has no known form/,
    ],
    [
      'an identifier with letters that look alike',
      withSubject(replaced(ORGANIZATION_ID, 'PSDEE-FI-471О')),
      web(),
      'CERTIFICATE_INVALID',
      /has no known form/,
    ],
    [
      'an identifier with an invisible character',
      withSubject(replaced(ORGANIZATION_ID, 'PSDEE-FI-4711\u200b')),
      web(),
      'CERTIFICATE_INVALID',
      /cannot be shown/,
    ],
    ['two names', withSubject(replaced(O, 'Example Provider', 'Example Bank')), web(), 'CERTIFICATE_INVALID', /has O more than once/],
    ['a name with a direction mark', withSubject(replaced(O, 'Example \u202eknaB')), web(), 'CERTIFICATE_INVALID', /cannot be shown/],
    ['a name with a NUL', withSubject(replaced(O, 'Example\u0000.bank')), web(), 'CERTIFICATE_INVALID', /cannot be shown/],
    [
      'a name that is no UTF-8',
      withSubject([...PROVIDER, [CN, tlv(0x0c, Uint8Array.of(0xc3, 0x28))]]),
      web(),
      'CERTIFICATE_INVALID',
      /no valid text/,
    ],
    ['a name of no text type', withSubject([...PROVIDER, [CN, tlv(0x02, Uint8Array.of(1))]]), web(), 'CERTIFICATE_INVALID', /no valid text/],
    ['an ASCII name with other bytes', withSubject([...PROVIDER, [CN, ascii('\u00ff')]]), web(), 'CERTIFICATE_INVALID', /no valid text/],
  ])('refuses %s', async (_name, der, options, code, text) => {
    const examine = create();
    expect(await examine([der], options)).toMatchObject({ ok: false, fault: { code, text: expect.stringMatching(text) } });
    expect(examine.asked).toEqual([]);
  });

  it('refuses a call without a certificate, and says how to send one', async () => {
    expect(await create()([], web())).toEqual({
      ok: false,
      fault: {
        code: 'CERTIFICATE_MISSING',
        text: 'The call came without a certificate. Call https://mtls.bank.example with your QWAC. With curl: --cert qwac.pem --key qwac.key',
      },
    });
    expect(await create()([], seal)).toMatchObject({
      fault: { code: 'CERTIFICATE_MISSING', text: expect.stringContaining('TPP-Signature-Certificate') },
    });
  });

  it('refuses five certificates without reading them', async () => {
    const five = Array.from({ length: 5 }, () => issue());
    expect(await create()(five, web())).toMatchObject({ ok: false, fault: { text: 'The caller sent 5 certificates. At most 4 are accepted.' } });
  });

  it('refuses a revoked certificate before a blocked one', async () => {
    const fault = { code: 'CERTIFICATE_REVOKE', text: 'Revoked.' } as const;
    expect(await create({ findRevocation: async () => fault, isBlocked: async () => true })([issue()], web())).toMatchObject({ ok: false, fault });
  });

  it('refuses a blocked certificate, and names the contact', async () => {
    expect(await create({ isBlocked: async () => true })([issue()], web())).toMatchObject({
      ok: false,
      fault: { code: 'CERTIFICATE_BLOCKED', text: 'The bank blocked the certificate. Contact the bank: tpp@bank.example' },
      certificate: { organizationId: 'PSDEE-FI-4711' },
    });
  });

  it('asks for the revocation of issuers that the caller sent', async () => {
    const middle = makeAuthority({ name: 'Middle', issuer });
    const examine = create();
    expect(await examine([makeCertificate({ issuer: middle }), middle.der], web())).toMatchObject({ ok: true });
    expect(examine.asked).toEqual([expect.stringContaining('PSDEE-FI-4711'), 'CN=Middle']);
  });

  it('ignores sent issuers that cannot be read', async () => {
    expect(await create()([issue(), new Uint8Array(9_000), new Uint8Array()], web())).toMatchObject({ ok: true });
  });
});

describe('examine in the sandbox', () => {
  const foreign = makeCertificate({
    issuer: makeAuthority({ name: 'Other' }),
    extensions: [...QWAC.slice(0, 2), qcStatements({ ncaId: 'GB-FCA', isQualified: false })],
  });

  it('accepts a certificate that is not qualified and names two authorities, and reports the second', async () => {
    const der = issue([...QWAC.slice(0, 2), qcStatements({ ncaId: 'GB-FCA', isQualified: false })]);
    expect(await create({ mode: 'sandbox' })([der], web())).toMatchObject({
      ok: true,
      certificate: { findings: [expect.stringContaining('two authorities')] },
    });
  });

  it('accepts an uploaded certificate of any issuer, without asking for its revocation', async () => {
    const examine = create({ mode: 'sandbox', isTrustedByUpload: async () => true });
    expect(await examine([foreign], web())).toMatchObject({ ok: true, isUploaded: true });
    expect(examine.asked).toEqual([]);
  });

  it('does not call a certificate of a trusted authority uploaded, also if it was', async () => {
    const verdict = await create({ mode: 'sandbox', isTrustedByUpload: async () => true })([issue()], web());
    expect(verdict).toMatchObject({ ok: true });
    expect(verdict).not.toHaveProperty('isUploaded');
  });

  it.each<[string, Partial<ExamineParts>, RegExp]>([
    [
      'a certificate that was not uploaded',
      { mode: 'sandbox', isTrustedByUpload: async () => false },
      /Use a test certificate of the portal, or upload/,
    ],
    ['a foreign certificate without uploads', { mode: 'sandbox' }, /issuer "CN=Other" is no trusted authority/],
    ['an uploaded certificate in production', { mode: 'production', isTrustedByUpload: async () => true }, /EU trusted lists/],
  ])('does not trust %s', async (_name, parts, text) => {
    expect(await create(parts)([foreign], web())).toMatchObject({
      ok: false,
      fault: { code: 'CERTIFICATE_INVALID', text: expect.stringMatching(text) },
    });
  });

  it('refuses an uploaded certificate that expired, is weak, or is blocked', async () => {
    const parts = { mode: 'sandbox', isTrustedByUpload: async () => true } as const;
    expect(await create(parts)([foreign], web('2028-01-01T00:00:00Z'))).toMatchObject({ fault: { code: 'CERTIFICATE_EXPIRED' } });
    expect(await create(parts)([makeCertificate({ hash: 'SHA-1' })], web())).toMatchObject({ fault: { text: expect.stringContaining('SHA-1') } });
    expect(await create({ ...parts, isBlocked: async () => true })([foreign], web())).toMatchObject({ fault: { code: 'CERTIFICATE_BLOCKED' } });
  });
});

describe('kept verdicts', () => {
  function createAged(parts: Partial<ExamineParts> = {}) {
    let now = 0;
    const examine = create({ steadyNow: () => now, ...parts });
    return { examine, wait: (ms: number) => (now += ms) };
  }

  it('are used for 60 seconds', async () => {
    const { examine, wait } = createAged();
    await examine([issue(QWAC, { serial: '01' })], web());
    const der = issue();
    await examine([der], web());
    wait(59_999);
    await examine([der], web());
    expect(examine.asked).toHaveLength(2);
    wait(1);
    await examine([der], web());
    expect(examine.asked).toHaveLength(3);
  });

  it('are of one certificate: another one with its subject, serial number and dates is examined, and refused for its own faults', async () => {
    const { examine } = createAged();
    expect(await examine([issue()], web())).toMatchObject({ ok: true });
    const forger = makeAuthority({ key: testKey('P-256', 'forger') });
    expect(await examine([makeCertificate({ issuer: forger })], web())).toMatchObject({
      ok: false,
      fault: { text: expect.stringMatching(/did not sign it/) },
    });
    expect(await examine([issue(QWAC, { key: testKey('RSA 1024') })], web())).toMatchObject({
      ok: false,
      fault: { text: expect.stringMatching(/RSA 1024/) },
    });
    expect(await examine([issue(QWAC, { key: testKey('P-384') })], web())).toMatchObject({ ok: true, certificate: { keyType: 'P-384' } });
  });

  it('are shared by calls at once', async () => {
    const { examine } = createAged();
    const der = issue();
    await Promise.all([examine([der], web()), examine([der], web())]);
    expect(examine.asked).toHaveLength(1);
  });

  it('do not outlive the certificate', async () => {
    const { examine } = createAged();
    const der = issue(QWAC, { notAfter: new Date('2026-06-01T12:00:00Z') });
    expect(await examine([der], web('2026-06-01T12:05:00Z'))).toMatchObject({ ok: true });
    expect(await examine([der], web('2026-06-01T12:05:01Z'))).toMatchObject({ ok: false, fault: { code: 'CERTIFICATE_EXPIRED' } });
  });

  it('are forgotten for one certificate', async () => {
    let isBlocked = false;
    const { examine } = createAged({ isBlocked: async () => isBlocked });
    const der = issue();
    const verdict = await examine([der], web());
    isBlocked = true;
    expect(await examine([der], web())).toMatchObject({ ok: true });
    examine.forget('00');
    expect(await examine([der], web())).toMatchObject({ ok: true });
    examine.forget(verdict.certificate?.thumbprint ?? '');
    expect(await examine([der], web())).toMatchObject({ ok: false });
  });

  it('do not refuse a provider after another caller sent its certificate with a wrong issuer', async () => {
    const middle = makeAuthority({ name: 'Middle', issuer });
    const der = makeCertificate({ issuer: middle });
    const { examine } = createAged();
    expect(await examine([der], web())).toMatchObject({ ok: false });
    expect(await examine([der, middle.der], web())).toMatchObject({ ok: true });
  });

  it('are not kept when the examination failed', async () => {
    let fails = true;
    const { examine } = createAged({
      isBlocked: async () => {
        if (fails) throw new Error('The database does not respond.');
        return false;
      },
    });
    const der = issue();
    await expect(examine([der], web())).rejects.toThrow('database');
    fails = false;
    expect(await examine([der], web())).toMatchObject({ ok: true });
  });

  it('are at most 1,000', async () => {
    const { examine } = createAged();
    const first = issue();
    await examine([first], web());
    for (let day = 0; day < 1_000; day += 1) await examine([new Uint8Array(day + 1)], web());
    await examine([first], web());
    expect(examine.asked).toHaveLength(2);
  });
});

describe('examine with certificates of other projects', () => {
  const bafin = { der: readVector('wso2-d-trust-test-ca.pem'), use: 'web', revocationHosts: [] } as const;
  const microsec = { der: readVector('xs2a-tca3.crt'), use: 'seal', revocationHosts: [] } as const;
  const anchors = [bafin, microsec];

  it.each([
    ['wso2-bafin-104114.pem', 'web', '2020-05-20T00:00:00Z', undefined],
    ['wso2-bafin-104114.pem', 'web', '2026-06-01T00:00:00Z', 'CERTIFICATE_EXPIRED'],
    ['wso2-bafin-104114.pem', 'web', '2019-06-01T00:00:00Z', 'CERTIFICATE_INVALID'],
    ['wso2-bafin-104114.pem', 'seal', '2020-05-20T00:00:00Z', 'CERTIFICATE_INVALID'],
    ['xs2a-valid.crt', 'seal', '2018-04-29T00:00:00Z', undefined],
    ['xs2a-valid.crt', 'web', '2018-04-29T00:00:00Z', 'CERTIFICATE_INVALID'],
    ['xs2a-one-statement.crt', 'web', '2020-01-01T00:00:00Z', 'CERTIFICATE_INVALID'],
    ['obtk-multicert-psd2-eidas.pem', 'web', '2020-05-20T00:00:00Z', 'CERTIFICATE_INVALID'],
    ['wso2-obwac.pem', 'web', '2021-05-20T00:00:00Z', 'CERTIFICATE_INVALID'],
    ['wso2-aisp-qwac.pem', 'web', '2023-05-20T00:00:00Z', 'CERTIFICATE_INVALID'],
    ['wso2-pisp-qseal.pem', 'seal', '2023-05-20T00:00:00Z', 'CERTIFICATE_INVALID'],
    ['pkilint-psp_roles_good.pem', 'web', '2024-05-20T00:00:00Z', 'CERTIFICATE_INVALID'],
  ] as const)('gives %s as %s at %s the code %s', async (file, use, at, code) => {
    const verdict = await create({ anchors: () => anchors })([readVector(file)], { use, at: new Date(at) });
    expect(verdict.ok ? undefined : verdict.fault.code).toBe(code);
  });
});
