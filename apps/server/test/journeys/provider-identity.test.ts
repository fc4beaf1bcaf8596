/** Which application a certificate identifies: its own, another of the same provider, and no application of others. */
import { X509Certificate } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Certificate, CertificatesPage, IssuedCertificates } from '@portico/contract';
import type { SecurityProfile } from '@portico/contract/values';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IdentifiedApp } from '#modules/provider-identity/index.ts';
import { makeCertificate } from '#modules/provider-identity/testing/make-certificate.ts';
import { secondForm } from '#modules/provider-identity/testing/second-form.ts';
import { identityRefusals } from '#platform/telemetry/instruments.ts';
import { noteMtlsCall } from '#platform/tls/mtls-call.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const PATH = '/api/tpp/certificates';
const DAY_MS = 86_400_000;
let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse();
});
afterAll(() => house.close());

interface Developer {
  readonly id: string;
  readonly clientId: string;
  readonly app: IdentifiedApp;
  send(method: string, url: string, body?: unknown): ReturnType<DevelopersHouse['send']>;
}

let made = 0;
/** `of`: another application of this developer. */
async function newApplication(of?: Developer): Promise<Developer> {
  made += 1;
  const id = of?.id ?? `dev_identity_${made}`;
  const clientName = `Number ${made}`;
  await house.send(id, 'POST', of === undefined ? '/api/tpp' : '/api/tpp/applications', of === undefined ? {} : { body: { clientName } });
  const apps = await house.modules.tppApps.listOfDeveloper(house.database.db, id);
  const app = apps.at(-1);
  if (app === undefined) throw new Error('No application was made.');
  const { appId, sandboxId, clientId } = app;
  const headers = { 'tpp-client-id': clientId };
  return {
    id,
    clientId,
    app: { appId, sandboxId, profile: 'basic', roles: undefined },
    send: (method, url, body) => house.send(id, method, url, { headers, ...(body === undefined ? {} : { body }) }),
  };
}

async function issue(developer: Developer, wish: object = {}): Promise<{ chain: readonly Buffer[]; seal: readonly Buffer[]; web: Certificate }> {
  const { body } = await developer.send('POST', PATH, { roles: ['ais'], lifetime: 'year', keyType: 'p256', ...wish });
  const { certificates, files } = Value.Parse(IssuedCertificates, body);
  const [web] = certificates;
  if (web === undefined) throw new Error('No certificate was issued.');
  return { chain: chainOf(files['qwac.pem'] ?? ''), seal: chainOf(files['qseal.pem'] ?? ''), web };
}
const chainOf = (pem: string) => (pem.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map((each) => new X509Certificate(each).raw);

/** @param chain undefined: the call came by the ordinary address. */
function identify({ app }: Developer, chain: readonly Uint8Array[] | undefined, profile: SecurityProfile = 'mtls') {
  const raw = new IncomingMessage(new Socket());
  if (chain !== undefined) noteMtlsCall(raw, { chain });
  return house.modules.providerIdentity.identify({ raw }, { ...app, profile });
}
const refused = (code: string, text: RegExp) => ({ fault: { code, text: expect.stringMatching(text) } });
const list = async ({ send }: Developer) => Value.Parse(CertificatesPage, (await send('GET', PATH)).body).certificates;
const events = async ({ app }: Developer) => {
  const { rows } = await house.database.query(`select event from audit_entry where chain = 'application:${app.appId}' order by position`);
  return rows.map((row) => String(Object(row).event)).filter((event) => event.startsWith('certificate.'));
};

describe('a call', () => {
  it('without a certificate identifies nothing, and only the profile basic goes on', async () => {
    const developer = await newApplication();
    for (const chain of [undefined, []]) {
      expect(await identify(developer, chain, 'basic')).toBeUndefined();
      for (const profile of ['mtls', 'fapi2'] as const)
        expect(await identify(developer, chain, profile)).toMatchObject(
          refused('CERTIFICATE_MISSING', /without a certificate.*https:\/\/.*--cert qwac\.pem --key qwac\.key/),
        );
    }
  });

  it('with an issued certificate identifies its application, with and without its issuer', async () => {
    const developer = await newApplication();
    const { chain, web } = await issue(developer, { roles: ['piis', 'ais'] });
    for (const sent of [chain, chain.slice(0, 1)]) {
      for (const profile of ['basic', 'mtls', 'fapi2'] as const)
        expect(await identify(developer, sent, profile)).toMatchObject({
          certificate: { thumbprint: web.thumbprint, organizationId: web.organizationId, use: 'web', roles: expect.arrayContaining(['ais', 'piis']) },
        });
    }
    expect((await list(developer))[0]?.lastUsedAt).toEqual(expect.any(String));
    expect(await events(developer)).toEqual(['certificate.issued', 'certificate.issued']);
  });

  it('records its use at most once a minute', async () => {
    const developer = await newApplication();
    const { chain } = await issue(developer);
    const lastUse = async () => (await list(developer))[0]?.lastUsedAt;
    await identify(developer, chain);
    const first = await lastUse();
    await identify(developer, chain);
    expect(await lastUse()).toBe(first);
    await house.database.query(`update app_certificate set last_used_at = now() - interval '61 seconds' where app_id = '${developer.app.appId}'`);
    const before = await lastUse();
    await identify(developer, chain);
    expect(await lastUse()).not.toBe(before);
  });

  it('finds its certificate, also a removed one, without reading those of all applications', async () => {
    const asked = "from app_certificate where app_id = 'app_1' and thumbprint = 'ab' order by removed_at desc nulls first limit 1";
    // The table of a test has a few rows, which PostgreSQL reads faster than an index.
    const { rows } = await house.database.query(`set enable_seqscan = off; explain select certificate_id ${asked}; reset enable_seqscan`);
    expect(JSON.stringify(rows)).toContain('Index Scan using app_certificate_of_call');
  });

  it('is refused with the certificate of another developer, also with the profile basic', async () => {
    const [ada, ben, newcomer] = [await newApplication(), await newApplication(), await newApplication()];
    const [own, { chain, web }] = [await issue(ada), await issue(ben)];
    for (const profile of ['basic', 'mtls'] as const) {
      const text = new RegExp(`names ${web.organizationId}, and the application belongs to ${own.web.organizationId}`);
      expect(await identify(ada, chain, profile)).toMatchObject(refused('CERTIFICATE_INVALID', text));
      expect(await identify(newcomer, chain, profile)).toMatchObject(refused('CERTIFICATE_INVALID', /application has no certificate yet/));
    }
    // The right certificate behind the other's changes nothing.
    expect(await identify(ada, [...chain, ...own.chain])).toMatchObject(refused('CERTIFICATE_INVALID', /belongs to/));
    expect(await list(ada)).toHaveLength(2);
  });

  it('is accepted with the certificate of another application of the developer once both have a provider', async () => {
    const first = await newApplication();
    const second = await newApplication(first);
    const { chain, web } = await issue(first);
    expect(await identify(second, chain)).toMatchObject(refused('CERTIFICATE_INVALID', /no certificate yet/));
    await issue(second);
    const answers = await Promise.all([identify(second, chain), identify(second, chain)]);
    for (const answer of answers) expect(answer).toMatchObject({ certificate: { thumbprint: web.thumbprint } });
    expect((await list(second)).filter(({ source }) => source === 'call')).toMatchObject([{ thumbprint: web.thumbprint, state: 'active' }]);
    expect(await events(second)).toEqual(['certificate.issued', 'certificate.issued', 'certificate.used-first']);
  });

  it('proves the key of an uploaded certificate', async () => {
    const [ada, ben] = [await newApplication(), await newApplication()];
    const { chain, web } = await issue(ben);
    const pem = (chain[0] && new X509Certificate(chain[0]).toString()) ?? '';
    const uploaded = Value.Parse(Certificate, (await ada.send('POST', `${PATH}/uploads`, { pem })).body);
    expect(uploaded.state).toBe('unproved');
    expect(await identify(ada, chain)).toMatchObject({ certificate: { thumbprint: web.thumbprint } });
    expect((await list(ada))[0]).toMatchObject({ state: 'active', source: 'uploaded' });
    expect(await events(ada)).toEqual(['certificate.uploaded', 'certificate.proved']);
  });

  it('is refused while its certificate is revoked or blocked, at once and only for that application', async () => {
    const [ada, ben] = [await newApplication(), await newApplication()];
    const { chain, web } = await issue(ada);
    const at = `${PATH}/${web.certificateId}`;
    const pem = (chain[0] && new X509Certificate(chain[0]).toString()) ?? '';
    const copy = Value.Parse(Certificate, (await ben.send('POST', `${PATH}/uploads`, { pem })).body);
    expect(await identify(ada, chain)).toHaveProperty('certificate');
    // A developer who blocks a copy blocks the copy only.
    await ben.send('PUT', `${PATH}/${copy.certificateId}/block`);
    expect(await identify(ada, chain)).toHaveProperty('certificate');
    await ada.send('PUT', `${at}/block`);
    expect(await identify(ada, chain)).toMatchObject(refused('CERTIFICATE_BLOCKED', /Contact the bank/));
    await ada.send('DELETE', `${at}/block`);
    expect(await identify(ada, chain)).toHaveProperty('certificate');
    await ada.send('PUT', `${at}/revocation`);
    expect(await identify(ada, chain)).toMatchObject(refused('CERTIFICATE_REVOKE', /revoked/));
    await ada.send('DELETE', `${at}/revocation`);
    expect(await identify(ada, chain)).toHaveProperty('certificate');
  });

  it('is refused at once when another server revoked its certificate', async () => {
    const developer = await newApplication();
    const { chain, web } = await issue(developer);
    expect(await identify(developer, chain)).toHaveProperty('certificate');
    await house.database.query(`update test_certificate set revoked_at = now() where thumbprint = '${web.thumbprint}'`);
    expect(await identify(developer, chain)).toMatchObject(refused('CERTIFICATE_REVOKE', /revoked/));
  });

  it('is refused when its connection brought more certificates, or larger ones, than a call may have', async () => {
    const developer = await newApplication();
    const { chain } = await issue(developer);
    const raw = new IncomingMessage(new Socket());
    noteMtlsCall(raw, { chain, tooLarge: true });
    const found = await house.modules.providerIdentity.identify({ raw }, developer.app);
    expect(found).toMatchObject(refused('CERTIFICATE_INVALID', /more than four certificates, or one larger than 8 KiB/));
  });

  it('is refused after the certificate was removed, until it is uploaded again', async () => {
    const developer = await newApplication();
    const { chain, web } = await issue(developer);
    await developer.send('DELETE', `${PATH}/${web.certificateId}`);
    expect(await identify(developer, chain)).toMatchObject(refused('CERTIFICATE_INVALID', /was removed/));
    const pem = (chain[0] && new X509Certificate(chain[0]).toString()) ?? '';
    expect((await developer.send('POST', `${PATH}/uploads`, { pem })).status).toBe(201);
    expect(await identify(developer, chain)).toHaveProperty('certificate');
  });

  it('is refused with a second form of a certificate that was blocked, removed or revoked, as of one that counts', async () => {
    const [ada, ben] = [await newApplication(), await newApplication()];
    const second = await newApplication(ada);
    await issue(second);
    const { chain, web } = await issue(ada);
    const [leaf = Buffer.alloc(0), issuer = Buffer.alloc(0)] = chain;
    const form = secondForm(leaf);
    const at = `${PATH}/${web.certificateId}`;
    const isOther = refused('CERTIFICATE_INVALID', new RegExp(`changed form of the known one with the thumbprint ${web.thumbprint}`));
    expect(new X509Certificate(form).verify(new X509Certificate(issuer).publicKey)).toBe(true);
    for (const change of [undefined, ['PUT', `${at}/block`], ['PUT', `${at}/revocation`], ['DELETE', at]] as const) {
      if (change !== undefined) await ada.send(change[0], change[1]);
      expect(await identify(ada, [form, issuer])).toMatchObject(isOther);
      // An application that never had the certificate, of the same developer.
      expect(await identify(second, [form, issuer])).toMatchObject(isOther);
    }
    expect((await ada.send('POST', `${PATH}/uploads`, { pem: new X509Certificate(form).toString() })).body).toMatchObject({
      errors: [{ code: 'FORMAT_ERROR', path: 'pem', text: expect.stringContaining(web.thumbprint) }],
    });
    expect((await list(ada)).map(({ thumbprint }) => thumbprint)).not.toContain(web.thumbprint);
    expect(await identify(ben, [form, issuer])).toHaveProperty('fault');
  });

  it('is refused with a second form of a certificate of another authority that the application removed', async () => {
    const developer = await newApplication();
    const made = Buffer.from(makeCertificate({ notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) }));
    const upload = (der: Buffer) => developer.send('POST', `${PATH}/uploads`, { pem: new X509Certificate(der).toString() });
    const { certificateId, thumbprint } = Value.Parse(Certificate, (await upload(made)).body);
    expect(await identify(developer, [made])).toHaveProperty('certificate');
    await developer.send('DELETE', `${PATH}/${certificateId}`);
    expect(await upload(secondForm(made))).toMatchObject({ status: 400, body: { errors: [{ text: expect.stringContaining(thumbprint) }] } });
    expect((await upload(made)).status).toBe(201);
  });

  it('is refused when the bank blocked the provider', async () => {
    const developer = await newApplication();
    const { chain } = await issue(developer);
    await house.database.query(`update provider set blocked_at = now() where developer_id = '${developer.id}'`);
    expect(await identify(developer, chain)).toMatchObject(refused('CERTIFICATE_BLOCKED', /./));
  });

  it('counts in the metric of refusals by its code, and an accepted one does not', async () => {
    const [ada, ben] = [await newApplication(), await newApplication()];
    const [{ chain, seal }] = [await issue(ada), await issue(ben)];
    const add = vi.spyOn(identityRefusals, 'add').mockReturnValue();
    const codes = () => add.mock.calls.splice(0).map(([amount, attributes]) => [amount, attributes?.code]);
    await identify(ada, chain);
    await identify(ada, [], 'basic');
    expect(codes()).toEqual([]);
    await identify(ada, undefined);
    await identify(ben, chain);
    await house.modules.providerIdentity.identifySeal(seal[0] ?? Buffer.alloc(0), ben.app);
    expect(codes()).toEqual([
      [1, 'CERTIFICATE_MISSING'],
      [1, 'CERTIFICATE_INVALID'],
      [1, 'CERTIFICATE_INVALID'],
    ]);
  });

  it('is judged by the sandbox’s clock', async () => {
    const developer = await newApplication();
    const [{ chain: day }, { chain: expired }] = [await issue(developer, { lifetime: 'day' }), await issue(developer, { lifetime: 'expired' })];
    expect(await identify(developer, day)).toHaveProperty('certificate');
    expect(await identify(developer, expired)).toMatchObject(refused('CERTIFICATE_EXPIRED', /valid from/));
    await developer.send('POST', '/api/tpp/clock/advance', { days: 2 });
    expect(await identify(developer, day)).toMatchObject(refused('CERTIFICATE_EXPIRED', /valid from/));
    const { chain: later } = await issue(developer);
    expect(await identify(developer, later)).toHaveProperty('certificate');
    await developer.send('DELETE', '/api/tpp/clock', { confirm: true });
    expect(await identify(developer, later)).toMatchObject(refused('CERTIFICATE_INVALID', /Use it from its first day/));
  });

  it('is refused with a QSealC, an authority, and bytes that are no certificate', async () => {
    const developer = await newApplication();
    const { chain, seal } = await issue(developer);
    const [, ca = Buffer.alloc(1)] = chain;
    expect(await identify(developer, seal)).toMatchObject(refused('CERTIFICATE_INVALID', /QSealC|eseal|trust/));
    expect(await identify(developer, [ca])).toMatchObject(refused('CERTIFICATE_INVALID', /./));
    expect(await identify(developer, [Buffer.from('text')])).toMatchObject(refused('CERTIFICATE_INVALID', /./));
    expect(await identify(developer, [Buffer.alloc(9000, 0x30)])).toMatchObject(refused('CERTIFICATE_INVALID', /9000 bytes/));
    expect(await identify(developer, [...chain, ...chain, ...chain])).toMatchObject(refused('CERTIFICATE_INVALID', /6 certificates/));
  });
});
