/** Developers get a mail 30 and 7 days before a certificate of their application expires. */
import { IssuedCertificates } from '@portico/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExpiryMailParts, mailExpiries } from '#modules/provider-identity/index.ts';
import type { OutgoingMail } from '#platform/mail/mail.ts';
import { setClock } from '../../src/testing/set-clock.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const PATH = '/api/tpp/certificates';
const DAY_MS = 24 * 60 * 60_000;

let house: DevelopersHouse;
const mails: OutgoingMail[] = [];
const erased = new Set<string>();
beforeAll(async () => {
  house = await openDevelopersHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  mails.length = 0;
  await house.database.query('delete from app_certificate');
});

const parts = (): ExpiryMailParts => ({
  ...house.platform,
  tppApps: house.modules.tppApps,
  testCertificates: house.edition.testAuthority,
  findDeveloper: async ({ developerId }) => (erased.has(developerId) ? undefined : { email: `${developerId}@example.com` }),
  mail: { enqueue: async (context, mail) => context.afterCommit(() => void mails.push(mail)) },
});
const run = (changed: Partial<ExpiryMailParts> = {}) => mailExpiries({ ...parts(), ...changed });
const subjects = () => mails.map(({ subject }) => subject.replace(/^.* will expire /, ''));

let made = 0;
async function newDeveloper(): Promise<string> {
  made += 1;
  const developer = `dev_expiry_${made}`;
  expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  return developer;
}
/** A QWAC and a QSealC for a year. */
async function issue(developer: string): Promise<IssuedCertificates['certificates']> {
  const { body } = await house.send(developer, 'POST', PATH, { body: { roles: ['ais'], lifetime: 'year', keyType: 'p256' } });
  return Value.Parse(IssuedCertificates, body).certificates;
}
/** Real time passes until this many days are left, for these certificates or all. */
async function passTimeUntil(days: number, ids?: readonly string[]): Promise<void> {
  await house.database.query(
    `update app_certificate
     set not_after = now() + $1 * interval '1 hour' - interval '1 second', not_before = least(not_before, now() - interval '40 days')
     where $2::text[] is null or certificate_id = any($2::text[])`,
    [days * 24, ids ?? null],
  );
}
const change = (developer: string, method: 'PUT' | 'DELETE', path: string) => house.send(developer, method, `${PATH}/${path}`);
const suspend = (developer: string, isSuspended: boolean) =>
  house.database.query(`update tpp_app set suspended_at = ${isSuspended ? 'now()' : 'null'} where developer_id = $1`, [developer]);

describe('the mail before certificates expire', () => {
  it('comes 30 and 7 days before, once each, and names both certificates', async () => {
    const developer = await newDeveloper();
    const issued = await issue(developer);
    for (const days of [31, 30, 30, 8, 7, 7, 1, 0]) {
      await passTimeUntil(days);
      await run();
    }
    expect(subjects()).toEqual(['in 30 days', 'in 7 days']);
    expect(mails.map(({ to }) => to)).toEqual([`${developer}@example.com`, `${developer}@example.com`]);
    for (const { thumbprint } of issued) expect(mails[0]?.text).toContain(thumbprint);
    expect(mails[0]).toMatchObject({ subject: 'Certificates of My application at Portico will expire in 30 days' });
  });

  it('comes once after an outage of all servers over both days, and never after the end', async () => {
    await issue(await newDeveloper());
    await passTimeUntil(31);
    await run();
    await passTimeUntil(4);
    await run();
    await run();
    expect(subjects()).toEqual(['in 4 days']);
    mails.length = 0;
    await house.database.query('update app_certificate set expiry_mailed_days = null');
    await passTimeUntil(-1);
    await run();
    expect(mails).toEqual([]);
  });

  it('comes once from three servers at the same time', async () => {
    await issue(await newDeveloper());
    await issue(await newDeveloper());
    await passTimeUntil(30);
    await Promise.all([run(), run(), run()]);
    expect(subjects()).toEqual(['in 30 days', 'in 30 days']);
  });

  it('is stored with its mark: a run that fails sends it later', async () => {
    await issue(await newDeveloper());
    await passTimeUntil(30);
    const broken = { enqueue: async () => Promise.reject(new Error('The queue is full.')) };
    await expect(run({ mail: broken })).rejects.toThrow('The queue is full.');
    await run();
    await run();
    expect(subjects()).toEqual(['in 30 days']);
  });

  it('waits in the queue while there is no mail server', async () => {
    const developer = await newDeveloper();
    await issue(developer);
    await passTimeUntil(7);
    await run({ mail: house.modules.mail });
    const waiting = await house.modules.mail.listTo(`${developer}@example.com`);
    expect(waiting.mails.map(({ subject }) => subject)).toEqual(['Certificates of My application at Portico will expire in 7 days']);
    const [{ createdAt, expiresAt } = { createdAt: new Date(0), expiresAt: new Date(0) }] = waiting.mails;
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / DAY_MS)).toBe(7);
  });

  it('leaves the rest to the next run when the server stops', async () => {
    await issue(await newDeveloper());
    await passTimeUntil(30);
    await mailExpiries(parts(), () => true);
    expect(mails).toEqual([]);
  });

  it.each<[string, (developer: string, id: string) => Promise<unknown>]>([
    ['removed', (developer, id) => change(developer, 'DELETE', id)],
    ['revoked', (developer, id) => change(developer, 'PUT', `${id}/revocation`)],
    ['blocked', (developer, id) => change(developer, 'PUT', `${id}/block`)],
    ['not proved', (_developer, id) => house.database.query('update app_certificate set proved_at = null where certificate_id = $1', [id])],
  ])('is not sent for a certificate that is %s', async (_name, end) => {
    const developer = await newDeveloper();
    for (const { certificateId } of await issue(developer)) await end(developer, certificateId);
    await passTimeUntil(30);
    await run();
    expect(mails).toEqual([]);
  });

  it('is not sent while a newer certificate goes on longer, and is sent after that one was removed', async () => {
    const developer = await newDeveloper();
    const old = await issue(developer);
    const newer = await issue(developer);
    await passTimeUntil(
      30,
      old.map(({ certificateId }) => certificateId),
    );
    await run();
    expect(mails).toEqual([]);
    for (const { certificateId } of newer.filter(({ use }) => use === 'web')) await change(developer, 'DELETE', certificateId);
    await run();
    expect(mails.map(({ text }) => [text.includes('QWAC expires'), text.includes('QSealC expires')])).toEqual([[true, false]]);
  });

  it('waits for the end of a suspension', async () => {
    const developer = await newDeveloper();
    await issue(developer);
    await passTimeUntil(30);
    await suspend(developer, true);
    await run();
    expect(mails).toEqual([]);
    await suspend(developer, false);
    await run();
    expect(subjects()).toEqual(['in 30 days']);
  });

  it('is not sent to a deleted account', async () => {
    const developer = await newDeveloper();
    await issue(developer);
    await passTimeUntil(30);
    erased.add(developer);
    await run();
    expect(mails).toEqual([]);
  });

  it('is not sent for a test certificate that the test clock has expired', async () => {
    const developer = await newDeveloper();
    await issue(developer);
    await passTimeUntil(30);
    await setClock(house.database, 40 * DAY_MS);
    try {
      await run();
      expect(mails).toEqual([]);
    } finally {
      await setClock(house.database, 0);
    }
  });
});
