/** Lists of revoked certificates: calls use the kept one, and the job fetches it again. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import { readX509, type X509 } from '../../read/x509.ts';
import { crlAddress, makeAuthority, makeCertificate, QWAC, testKey } from '../../testing/make-certificate.ts';
import { type CrlParts, makeCrl } from '../../testing/make-status.ts';
import { createOpensslAuthority } from '../../testing/openssl-authority.ts';
import { serveStatus } from '../../testing/serve-status.ts';
import { type Anchor, readAnchor } from '../anchors.ts';
import { findCertificateStatus, storeCertificateStatus } from './certificate-status-store.ts';
import { createFindRevocation, type RevocationParts } from './create-find-revocation.ts';
import { CRL_BYTES_MAX } from './crl.ts';
import { createFetchStatus, type FetchStatus, type StatusBytes } from './fetch-status.ts';
import { refreshLists } from './refresh-lists.ts';
import { findList, forgetOldLists, listDue, storeList } from './revocation-list-store.ts';

const START = new Date('2026-06-01T12:00:00Z');
const HOUR_MS = 3_600_000;
const CRL = 'http://crl.example.com/1.crl';
const issuer = makeAuthority();
const HOSTS = ['crl.example.com'];
const trusted: Anchor = { der: issuer.der, use: 'web', revocationHosts: HOSTS };
const read = (der: Uint8Array): X509 => {
  const result = readX509(der);
  if (!result.ok) throw new Error(result.fault.text);
  return result.x509;
};
/** Its authority has no OCSP. */
const certificate = read(makeCertificate({ issuer, extensions: [...QWAC, crlAddress(CRL)] }));
const SILENT: StatusBytes = { ok: false, text: 'crl.example.com did not respond in time' };

let database: OpenedDatabase;
let now = START;
const later = (hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  now = START;
  await database.query('delete from certificate_status');
  await database.query('delete from revocation_list');
});
afterAll(() => database.close());

const list = (serials: readonly string[] = [], parts: Partial<CrlParts> = {}): StatusBytes => ({
  ok: true,
  bytes: makeCrl({ issuer, thisUpdate: now, nextUpdate: later(24), revoked: serials.map((serial) => ({ serial, at: START, reason: 1 })), ...parts }),
});

/** A server: its calls and its job. @param answer what the authority says; it can be replaced. */
function open(answer: () => StatusBytes, { policy = 'hard', anchor = trusted }: Partial<Pick<RevocationParts, 'policy'>> & { anchor?: Anchor } = {}) {
  const asked: string[] = [];
  const alerts: string[] = [];
  const server = { answer };
  const fetchStatus: FetchStatus = async ({ url, bytesMax }) => {
    asked.push(`${url} ${bytesMax}`);
    return server.answer();
  };
  const inside = <Result>(work: (tx: Parameters<typeof storeList>[0]) => Promise<Result>) => database.db.transaction().execute(work);
  const lists = {
    find: (key: { issuer: string; url: string }, at: Date) => inside((tx) => findList(tx, key, at)),
    keep: (kept: Parameters<typeof storeList>[1]) => inside((tx) => storeList(tx, kept)),
    due: (times: Parameters<typeof listDue>[1]) => listDue(database.db, times),
  };
  const common = { lists, fetchStatus, now: () => now, alert: (text: string) => void alerts.push(text) };
  const find = createFindRevocation({
    ...common,
    policy,
    store: {
      find: (thumbprint) => findCertificateStatus(database.db, thumbprint),
      store: (thumbprint, kept) => inside((tx) => storeCertificateStatus(tx, thumbprint, kept)),
    },
  });
  const authority = readAnchor(anchor);
  return {
    asked,
    alerts,
    server,
    call: (each: X509 = certificate) => find(each, authority.x509, authority),
    refresh: (anchors: readonly Anchor[] = [anchor]) => refreshLists({ ...common, anchors: async () => anchors }),
  };
}
const REVOKED = { code: 'CERTIFICATE_REVOKE', text: expect.stringContaining('keyCompromise') };
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE' };

describe('a call of a certificate whose authority has no OCSP', () => {
  it('fetches the list once; from then on calls use the kept one, also of other servers and for other certificates', async () => {
    const first = open(list);
    expect(await first.call()).toBeUndefined();
    expect(first.asked).toEqual([`${CRL} ${CRL_BYTES_MAX}`]);
    const second = open(() => SILENT);
    now = later(2);
    expect(await second.call()).toBeUndefined();
    expect(await second.call(read(makeCertificate({ issuer, serial: '99', extensions: [...QWAC, crlAddress(CRL)] })))).toBeUndefined();
    expect(second.asked).toEqual([]);
  });

  it('is refused with the list that the job fetched, without a question', async () => {
    const server = open(list);
    expect(await server.call()).toBeUndefined();
    now = later(1.5);
    server.server.answer = () => list(['4711']);
    await server.refresh();
    server.asked.length = 0;
    expect(await server.call()).toMatchObject(REVOKED);
    expect(server.asked).toEqual([]);
  });

  it.each<[RevocationParts['policy'], unknown]>([
    ['hard', UNAVAILABLE],
    ['soft', undefined],
  ])('under the policy %s, when the list ran out and its authority has been silent for more than 24 hours', async (policy, expected) => {
    const server = open(list, { policy });
    await server.call();
    server.server.answer = () => SILENT;
    now = later(24.5);
    expect(await server.call()).toEqual(expected === undefined ? undefined : expect.objectContaining(UNAVAILABLE));
    expect(server.alerts.length).toBeGreaterThan(0);
  });

  it('does not use a kept list of a host that is no longer on the list of the trusted authority', async () => {
    await open(list).call();
    now = later(2);
    const moved = open(() => SILENT, { anchor: { ...trusted, revocationHosts: ['other.example.com'] } });
    await database.query('delete from certificate_status');
    expect(await moved.call()).toMatchObject(UNAVAILABLE);
  });

  it('keeps no list that it refuses', async () => {
    for (const bytes of [makeCrl({ issuer, signer: testKey('P-256', 'liar'), thisUpdate: now, nextUpdate: later(1) }), new Uint8Array([1, 2, 3])])
      expect(await open(() => ({ ok: true, bytes })).call()).toMatchObject(UNAVAILABLE);
    expect((await database.query('select url from revocation_list')).rows).toEqual([]);
  });
});

describe('the job', () => {
  const kept = async () => (await database.query('select der, fetched_at from revocation_list')).rows;

  it('fetches lists that are an hour old, and younger ones only if they run out within an hour', async () => {
    const server = open(list);
    await server.call();
    server.asked.length = 0;
    now = new Date(START.getTime() + HOUR_MS);
    await server.refresh();
    expect(server.asked).toEqual([]);
    now = new Date(now.getTime() + 1);
    await server.refresh();
    expect(server.asked).toHaveLength(1);
    await server.refresh();
    expect(server.asked).toHaveLength(1);
    server.server.answer = () => list([], { nextUpdate: later(0.9) });
    now = later(2);
    await server.refresh();
    await server.refresh();
    expect(server.asked).toHaveLength(3);
  });

  it('fetches no list that calls have not used for a week, of an authority that is not trusted any more, or of another host', async () => {
    const server = open(list);
    await server.call();
    server.asked.length = 0;
    now = later(2);
    await server.refresh([]);
    expect(server.asked).toEqual([]);
    now = later(7 * 24);
    await server.refresh();
    expect(server.asked).toEqual([]);
    await open(list).call();
    now = later(2);
    const fetched = createFetchStatus();
    const alerts: string[] = [];
    await refreshLists({
      anchors: async () => [{ ...trusted, revocationHosts: [] }],
      lists: { due: (times) => listDue(database.db, times), keep: async () => expect.unreachable('The list is of another host.') },
      fetchStatus: fetched,
      now: () => now,
      alert: (text) => void alerts.push(text),
    });
    expect(alerts).toEqual([expect.stringContaining('is not on the trusted authority')]);
  });

  it.each<[what: string, answer: () => StatusBytes]>([
    ['is silent', () => SILENT],
    ['sends what is no list', () => ({ ok: true, bytes: new Uint8Array([0x30, 0x00]) })],
    ['sends the list of another authority', () => list([], { issuer: makeAuthority({ key: testKey('P-256', 'other') }) })],
    ['sends a list that another key signed', () => list([], { signer: testKey('P-256', 'liar') })],
    ['sends a list that ran out', () => list([], { thisUpdate: START, nextUpdate: START })],
    ['sends a list of the future', () => list([], { thisUpdate: later(1), nextUpdate: later(2) })],
    ['sends a list of more than 10 MiB', () => ({ ok: true, bytes: new Uint8Array(CRL_BYTES_MAX + 1) })],
  ])('leaves the kept list if the authority %s, with an alert', async (_what, answer) => {
    const server = open(() => list(['4711']));
    await server.call();
    const before = await kept();
    now = later(2);
    server.server.answer = answer;
    await server.refresh();
    expect(await kept()).toEqual(before);
    expect(server.alerts).toEqual([expect.stringMatching(/^The CRL http:\/\/crl\.example\.com\/1\.crl cannot be read: .* counts until 2026-06-02/)]);
    expect(await server.call()).toMatchObject(REVOKED);
  });

  it('replaces no list by an older one, which does not name the latest revocations', async () => {
    const old = makeCrl({ issuer, thisUpdate: later(-5), nextUpdate: later(24) });
    const server = open(() => list(['4711']));
    await server.call();
    const before = await kept();
    now = later(2);
    server.server.answer = () => ({ ok: true, bytes: old });
    await server.refresh();
    expect(await kept()).toEqual(before);
    await database.query('delete from certificate_status');
    expect(await server.call()).toMatchObject(REVOKED);
  });

  it('may run twice at the same time', async () => {
    const [one, two] = [open(list), open(list)];
    await one.call();
    now = later(2);
    await Promise.all([one.refresh(), two.refresh()]);
    expect(await kept()).toMatchObject([{ fetched_at: now }]);
  });
});

describe('a list that openssl signed', () => {
  it('is fetched over http by a call and again by the job, and then refuses the revoked certificate', async () => {
    const openssl = createOpensslAuthority(read(makeCertificate()).qcStatements ?? new Uint8Array());
    const real = read(openssl.issue('revoked'));
    const responder = await serveStatus((_request, response) => void response.end(openssl.makeCrl()));
    const fetchStatus = createFetchStatus(responder.network);
    // The program uses real time. Its OCSP responder, which is asked first, is not there: the address serves lists only.
    now = real.notBefore;
    const server = open(() => SILENT, { anchor: { der: openssl.authority, use: 'web', revocationHosts: HOSTS } });
    let next: StatusBytes = SILENT;
    server.server.answer = () => next;
    next = await fetchStatus({ url: CRL, hosts: HOSTS, bytesMax: CRL_BYTES_MAX });
    expect(await server.call(real)).toBeUndefined();
    openssl.revoke('revoked', 'keyCompromise');
    now = later(2);
    next = await fetchStatus({ url: CRL, hosts: HOSTS, bytesMax: CRL_BYTES_MAX });
    await server.refresh();
    next = SILENT;
    expect(await server.call(real)).toMatchObject(REVOKED);
    await responder.close();
    await openssl.close();
  });
});

it('forgets lists by their last use, which calls record to the hour', async () => {
  const server = open(list);
  await server.call();
  now = later(2);
  await server.call();
  const forget = (before: Date) => database.db.transaction().execute((tx) => forgetOldLists(tx, before, 10));
  expect(await forget(now)).toBe(0);
  expect(await forget(new Date(now.getTime() + 1))).toBe(1);
});
