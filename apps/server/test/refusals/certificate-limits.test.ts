/** How many certificates an application has, and how many a developer uploads. Rows of the database take the place of the calls that lead to a limit. */
import { X509Certificate } from 'node:crypto';
import { CertificatesPage } from '@portico/contract';
import { member } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, PROVIDER, QWAC, testKey } from '#modules/provider-identity/testing/make-certificate.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const CERTIFICATES = '/api/tpp/certificates';
const DAY_MS = 86_400_000;

let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse();
});
afterAll(() => house.close());

let made = 0;
/** Another certificate at each call, in PEM. */
function newPem(): string {
  made += 1;
  const [notBefore, notAfter] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + 30 * DAY_MS)];
  const [key, serial] = [testKey('P-256', 'limits'), `5e12a1${String(made).padStart(4, '0')}`];
  return new X509Certificate(makeCertificate({ subject: PROVIDER, key, serial, extensions: QWAC, notBefore, notAfter })).toString();
}

async function newDeveloper(id: string): Promise<string> {
  expect((await house.send(id, 'POST', '/api/tpp')).status).toBeLessThan(300);
  return id;
}
const upload = (id: string) => house.send(id, 'POST', `${CERTIFICATES}/uploads`, { body: { pem: newPem() } });
const issue = (id: string) => house.send(id, 'POST', CERTIFICATES, { body: { roles: ['ais'], lifetime: 'year', keyType: 'p256' } });
const listOf = async (id: string) => Value.Parse(CertificatesPage, (await house.send(id, 'GET', CERTIFICATES)).body).certificates;
const remove = async (id: string, certificateId: string) =>
  expect((await house.send(id, 'DELETE', `${CERTIFICATES}/${certificateId}`)).status).toBeLessThan(300);
const tooMany = (text: RegExp) => ({ status: 409, body: { errors: [{ code: 'LIMIT_REACHED', text: expect.stringMatching(text) }] } });

/** Copies of a certificate that have expired, so that they do not count for the limit of valid ones. */
const addExpired = (certificateId: string, count: number) =>
  house.database.query(
    `insert into app_certificate
     select (jsonb_populate_record(known, jsonb_build_object(
       'certificate_id', 'crt_expired_' || number, 'thumbprint', lpad(number::text, 64, '0'),
       'not_before', now() - interval '60 days', 'not_after', now() - interval '30 days'))).*
     from app_certificate as known, generate_series(1, $2::integer) as number where known.certificate_id = $1`,
    [certificateId, count],
  );

describe('an application', () => {
  it('has at most 100 certificates, expired ones included; after one was removed it takes another', async () => {
    const id = await newDeveloper('dev_many');
    const first = String(member((await upload(id)).body, 'certificateId'));
    await addExpired(first, 98);
    expect(await listOf(id)).toHaveLength(99);
    // The authority issues two.
    expect(await issue(id)).toMatchObject(tooMany(/has 100 certificates with the expired and revoked ones.*Remove some/));
    expect((await upload(id)).status).toBe(201);
    expect(await upload(id)).toMatchObject(tooMany(/has 100 certificates with the expired/));
    expect(await listOf(id)).toHaveLength(100);
    await remove(id, 'crt_expired_1');
    expect((await upload(id)).status).toBe(201);
    expect(await listOf(id)).toHaveLength(100);
  });
});

describe('a developer', () => {
  it('uploads at most 100 certificates a day, also if they remove them; other developers still upload', async () => {
    const id = await newDeveloper('dev_uploads');
    await remove(id, String(member((await upload(id)).body, 'certificateId')));
    const { rows } = await house.database.query(
      `update spent_allowance set spent_at = array_fill(spent_at[1], array[99]) where key = 'certificate-upload:dev_uploads' returning key`,
    );
    expect(rows).toHaveLength(1);
    const last = await upload(id);
    expect(last.status).toBe(201);
    await remove(id, String(member(last.body, 'certificateId')));
    const refused = await upload(id);
    expect([refused.status, Number(refused.headers['retry-after']) > 0, member(refused.body, 'errors', '0', 'text')]).toEqual([
      429,
      true,
      expect.stringMatching(/uploaded 100 certificates within 24 hours\. Nothing was changed/),
    ]);
    expect(await listOf(id)).toEqual([]);
    expect((await upload(await newDeveloper('dev_other'))).status).toBe(201);
  });
});
