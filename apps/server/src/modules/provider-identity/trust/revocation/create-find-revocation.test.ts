import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { revocationQuestions } from '#platform/telemetry/instruments.ts';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import { readX509, type X509 } from '../../read/x509.ts';
import { crlAddress, makeAuthority, makeCertificate, ocspAddress, QWAC } from '../../testing/make-certificate.ts';
import { makeCrl, makeOcspFailure, makeOcspResponse, type OcspParts } from '../../testing/make-status.ts';
import { readAnchor } from '../anchors.ts';
import { findCertificateStatus, storeCertificateStatus } from './certificate-status-store.ts';
import { createFindRevocation, type RevocationParts } from './create-find-revocation.ts';
import type { FetchStatus, StatusBytes } from './fetch-status.ts';
import { findList, storeList } from './revocation-list-store.ts';

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const START = new Date('2026-06-01T12:00:00Z');
const HOUR_MS = 3_600_000;
const OCSP = 'http://ocsp.example.com/';
const CRL = 'http://crl.example.com/1.crl';
const issuer = makeAuthority();
const anchor = readAnchor({ der: issuer.der, use: 'web', revocationHosts: ['ocsp.example.com', 'crl.example.com'] });
const read = (extensions: readonly Uint8Array[]): X509 => {
  const result = readX509(makeCertificate({ issuer, extensions: [...QWAC, ...extensions] }));
  if (!result.ok) throw new Error(result.fault.text);
  return result.x509;
};
const certificate = read([ocspAddress(OCSP), crlAddress(CRL)]);

let now = START;
const later = (hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);
beforeEach(async () => {
  now = START;
  await database.query('delete from certificate_status');
  await database.query('delete from revocation_list');
});

const respond = (parts: Partial<OcspParts> = {}): StatusBytes => ({
  ok: true,
  bytes: makeOcspResponse({ issuer, thisUpdate: now, nextUpdate: later(12), ...parts }),
});
const revoked = () => respond({ status: { revokedAt: new Date('2026-05-30T08:00:00Z'), reason: 1 } });
const listOf = (serials: readonly string[], { thisUpdate = now, nextUpdate = later(12) } = {}): StatusBytes => ({
  ok: true,
  bytes: makeCrl({ issuer, thisUpdate, nextUpdate, revoked: serials.map((serial) => ({ serial, at: START, reason: 5 })) }),
});
const list = (...serials: readonly string[]): StatusBytes => listOf(serials);
const SILENT: StatusBytes = { ok: false, text: 'ocsp.example.com did not respond in time' };

/** @param answers by the address; without one the responder is silent. */
function create(answers: Readonly<Record<string, () => StatusBytes>>, parts: Partial<RevocationParts> = {}) {
  const asked: string[] = [];
  const alerts: string[] = [];
  const fetchStatus: FetchStatus = async ({ url }) => {
    asked.push(url);
    return answers[url]?.() ?? SILENT;
  };
  const find = createFindRevocation({
    policy: 'hard',
    store: {
      find: (asked) => findCertificateStatus(database.db, asked),
      store: (asked, kept) => database.db.transaction().execute((tx) => storeCertificateStatus(tx, asked, kept)),
    },
    lists: {
      find: (asked, at) => database.db.transaction().execute((tx) => findList(tx, asked, at)),
      keep: (kept) => database.db.transaction().execute((tx) => storeList(tx, kept)),
    },
    fetchStatus,
    now: () => now,
    alert: (text) => alerts.push(text),
    ...parts,
  });
  return { asked, alerts, find: (each: X509 = certificate) => find(each, anchor.x509, anchor) };
}

const REVOKED = {
  code: 'CERTIFICATE_REVOKE',
  text: 'The issuer revoked the certificate on 2026-05-30 08:00:00 UTC (reason: keyCompromise). Use another certificate, and ask the issuer for a new one.',
};
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', text: expect.stringContaining('The issuer does not respond') };

describe('findRevocation', () => {
  it('accepts a good certificate and asks again after an hour', async () => {
    const { find, asked } = create({ [OCSP]: respond });
    expect(await find()).toBeUndefined();
    now = new Date(later(1).getTime() - 1);
    expect(await find()).toBeUndefined();
    expect(asked).toEqual([OCSP]);
    now = new Date(now.getTime() + 1);
    await find();
    expect(asked).toEqual([OCSP, OCSP]);
  });

  it('asks again at nextUpdate, if that is sooner', async () => {
    const { find, asked } = create({ [OCSP]: () => respond({ nextUpdate: later(0.25) }) });
    await find();
    now = later(0.25);
    await find();
    expect(asked).toHaveLength(2);
  });

  it('refuses a revoked certificate with time and reason, also from the kept status', async () => {
    const { find, asked } = create({ [OCSP]: revoked });
    expect(await find()).toEqual(REVOKED);
    expect(await find()).toEqual(REVOKED);
    expect(asked).toHaveLength(1);
  });

  it('refuses a revoked certificate for as long as its issuer does not respond', async () => {
    await create({ [OCSP]: revoked }).find();
    now = later(1_000);
    expect(await create({}).find()).toEqual(REVOKED);
    expect(await create({}, { policy: 'soft' }).find()).toEqual(REVOKED);
  });

  it('accepts a certificate whose suspension ended', async () => {
    await create({ [OCSP]: () => respond({ status: { revokedAt: START, reason: 6 } }) }).find();
    now = later(2);
    expect(await create({ [OCSP]: respond }).find()).toBeUndefined();
  });

  it.each<[string, () => StatusBytes]>([
    ['is silent', () => SILENT],
    ['fails', () => ({ ok: true, bytes: makeOcspFailure(3) })],
    ['answers about another certificate', () => respond({ serial: '01' })],
    ['lies about its key', () => respond({ signer: makeAuthority({ name: 'Liar' }).key })],
    ['repeats an old response', () => respond({ thisUpdate: later(-48), nextUpdate: later(-24) })],
  ])('reads the CRL if the OCSP responder %s', async (_name, answer) => {
    const good = create({ [OCSP]: answer, [CRL]: () => list('01') });
    expect(await good.find()).toBeUndefined();
    expect(good.asked).toEqual([OCSP, CRL]);
    await database.query('delete from certificate_status');
    await database.query('delete from revocation_list');
    expect(await create({ [OCSP]: answer, [CRL]: () => list('4711') }).find()).toMatchObject({
      code: 'CERTIFICATE_REVOKE',
      text: expect.stringContaining('cessationOfOperation'),
    });
  });

  it.each<[string, () => Readonly<Record<string, () => StatusBytes>>]>([
    ['an older OCSP response that is still valid', () => ({ [OCSP]: () => respond({ thisUpdate: later(-3), nextUpdate: later(12) }) })],
    ['an OCSP response of the same moment', () => ({ [OCSP]: () => respond({ thisUpdate: later(-2) }) })],
    ['an older CRL', () => ({ [CRL]: () => listOf(['01'], { thisUpdate: later(-3) }) })],
  ])('refuses a revoked certificate after %s', async (_name, answers) => {
    await create({ [OCSP]: revoked }).find();
    now = later(2);
    const repeated = create(answers());
    expect(await repeated.find()).toEqual(REVOKED);
    expect(repeated.asked).toEqual([OCSP, CRL]);
    expect(await create({ [OCSP]: respond }).find()).toBeUndefined();
  });

  it('refuses a CRL that is older than a kept one that has run out', async () => {
    await create({ [CRL]: () => listOf(['01'], { nextUpdate: later(1) }) }).find();
    await database.query('delete from certificate_status');
    now = later(2);
    const { find, alerts } = create({ [CRL]: () => listOf([], { thisUpdate: later(-3) }) });
    expect(await find()).toEqual(UNAVAILABLE);
    expect(alerts).toEqual([expect.stringContaining('is not newer than that of')]);
  });

  it('accepts an older CRL that says the same, for as long as the OCSP responder is silent', async () => {
    await create({ [OCSP]: respond }).find();
    now = later(100);
    const { find, asked } = create({ [CRL]: () => listOf(['01'], { thisUpdate: later(-101) }) });
    expect(await find()).toBeUndefined();
    expect(await find()).toBeUndefined();
    expect(asked).toEqual([OCSP, CRL]);
  });

  it('does not read the CRL after a valid OCSP response', async () => {
    const { find, asked } = create({ [OCSP]: respond, [CRL]: () => list('4711') });
    expect(await find()).toBeUndefined();
    expect(asked).toEqual([OCSP]);
  });

  it('refuses with 503 under the policy hard, if no status was ever read', async () => {
    const { find, alerts } = create({});
    expect(await find()).toEqual(UNAVAILABLE);
    expect(alerts).toEqual([expect.stringMatching(/OCSP: ocsp\.example\.com did not respond in time; CRL: .*Its calls are refused/)]);
  });

  it('tolerates 24 hours without a response under the policy hard, with an alert', async () => {
    await create({ [OCSP]: respond }).find();
    const { find, alerts } = create({});
    now = later(24);
    expect(await find()).toBeUndefined();
    expect(alerts).toEqual([expect.stringContaining('The status of 2026-06-01 12:00:00 UTC counts for 24 hours')]);
    now = new Date(now.getTime() + 1);
    expect(await find()).toEqual(UNAVAILABLE);
  });

  it('accepts without a response under the policy soft, with an alert', async () => {
    const { find, alerts } = create({}, { policy: 'soft' });
    expect(await find()).toBeUndefined();
    expect(alerts).toEqual([expect.stringContaining('PORTICO_REVOCATION is soft')]);
  });

  it('refuses a certificate that its issuer does not know under the policy hard only', async () => {
    expect(await create({ [OCSP]: () => respond({ status: 'unknown' }) }).find()).toMatchObject({ code: 'CERTIFICATE_INVALID' });
    const { find, alerts } = create({}, { policy: 'soft' });
    expect(await find()).toBeUndefined();
    expect(alerts).toEqual([expect.stringContaining('does not know the certificate')]);
  });

  it.each([
    ['no address', read([])],
    ['an LDAP address', read([crlAddress('ldap://crl.example.com/1')])],
  ])('asks for nothing if the certificate has %s', async (_name, each) => {
    const { find, asked } = create({});
    expect(await find(each)).toEqual(UNAVAILABLE);
    expect(asked).toEqual([]);
  });

  it('asks the local authority each time, and neither network nor database', async () => {
    let status: 'good' | 'revoked' = 'good';
    const serials: string[] = [];
    const localStatus = async (der: Uint8Array, serial: string) => {
      serials.push(serial);
      return Buffer.from(der).equals(issuer.der) ? { status, revokedAt: START, reason: 'superseded' } : undefined;
    };
    const { find, asked } = create({}, { localStatus });
    expect(await find()).toBeUndefined();
    status = 'revoked';
    expect(await find()).toMatchObject({ code: 'CERTIFICATE_REVOKE', text: expect.stringContaining('superseded') });
    expect([serials, asked]).toEqual([['4711', '4711'], []]);
  });

  it('asks the network if the local authority is another one', async () => {
    const { find, asked } = create({ [OCSP]: respond }, { localStatus: async () => undefined });
    expect(await find()).toBeUndefined();
    expect(asked).toEqual([OCSP]);
  });
});

describe('storeCertificateStatus', () => {
  const keyOf = (thumbprint: string) => ({ thumbprint, contentHash: `content of ${thumbprint}` });
  it('keeps the newer of two statements, and of one time the revocation', async () => {
    const store = (hours: number, status: 'good' | 'revoked') =>
      database.db
        .transaction()
        .execute((tx) => storeCertificateStatus(tx, keyOf('ab'), { status, thisUpdate: later(hours), checkedAt: later(1), nextCheckAt: later(2) }));
    await store(1, 'revoked');
    await store(0, 'good');
    await store(1, 'good');
    expect(await findCertificateStatus(database.db, keyOf('ab'))).toEqual({
      status: 'revoked',
      thisUpdate: later(1),
      checkedAt: later(1),
      nextCheckAt: later(2),
      revokedAt: undefined,
      reason: undefined,
    });
    expect(await findCertificateStatus(database.db, keyOf('cd'))).toBeUndefined();
  });

  it('finds the status of a certificate whose signature was written in another form', async () => {
    const content = { contentHash: 'ef' };
    const store = (thumbprint: string, hours: number, status: 'good' | 'revoked') =>
      database.db
        .transaction()
        .execute((tx) =>
          storeCertificateStatus(
            tx,
            { thumbprint, ...content },
            { status, thisUpdate: later(hours), checkedAt: later(hours), nextCheckAt: later(hours + 1) },
          ),
        );
    await store('e1', 1, 'revoked');
    expect(await findCertificateStatus(database.db, { thumbprint: 'e2', ...content })).toMatchObject({ status: 'revoked' });
    await store('e2', 2, 'good');
    expect(await findCertificateStatus(database.db, { thumbprint: 'e1', ...content })).toMatchObject({ status: 'good' });
  });
});

describe('the metric of questions to authorities', () => {
  it.each<[what: string, answers: Readonly<Record<string, () => StatusBytes>>, counted: readonly object[]]>([
    ['a response', { [OCSP]: respond }, [{ source: 'ocsp', outcome: 'good' }]],
    ['a revocation', { [OCSP]: revoked }, [{ source: 'ocsp', outcome: 'revoked' }]],
    [
      'a list instead of a silent responder',
      { [CRL]: list },
      [
        { source: 'ocsp', outcome: 'failed' },
        { source: 'crl', outcome: 'good' },
      ],
    ],
    [
      'no response at all',
      {},
      [
        { source: 'ocsp', outcome: 'failed' },
        { source: 'crl', outcome: 'failed' },
      ],
    ],
  ])('counts %s', async (_what, answers, counted) => {
    const add = vi.spyOn(revocationQuestions, 'add').mockReturnValue();
    const { find } = create(answers);
    await find();
    expect(add.mock.calls).toEqual(counted.map((attributes) => [1, attributes]));
  });

  it('does not count a kept status', async () => {
    const add = vi.spyOn(revocationQuestions, 'add').mockReturnValue();
    const { find } = create({ [OCSP]: respond });
    await find();
    await find();
    expect(add).toHaveBeenCalledTimes(1);
  });
});
