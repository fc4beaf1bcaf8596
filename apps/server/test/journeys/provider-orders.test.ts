/** Operators find certificates and providers, block a provider, and end the block. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { type Certificate, IssuedCertificates } from '@portico/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAudit } from '#modules/audit/index.ts';
import { noteMtlsCall } from '#platform/tls/mtls-call.ts';
import { EXIT } from '../../src/app/exit-codes.ts';
import { OperatorRefusal } from '../../src/app/operators/operator-refusal.ts';
import { PROVIDER_PLAYS } from '../../src/app/operators/provider-orders.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const PATH = '/api/tpp/certificates';
const PLAYS = new Map(PROVIDER_PLAYS);
/** A certificate of PSDDE-BAFIN-104114. */
const FOREIGN = readFileSync(new URL('../../src/modules/provider-identity/testing/vectors/wso2-bafin-104114.pem', import.meta.url), 'utf8');
const REASON = 'The provider reported a stolen key.';

let house: DevelopersHouse;

/** The lines of an operator's command. */
async function operate(command: string, about = '', reason: string | undefined = undefined): Promise<readonly string[]> {
  const play = PLAYS.get(command);
  if (play === undefined) throw new Error(`There is no command ${command}.`);
  const lines: string[] = [];
  const order = { command, about, operator: 'tester', isConfirmed: false, file: '', options: reason === undefined ? {} : { reason } };
  for await (const line of play(house, order)) lines.push(line);
  return lines;
}
const parsed = async (...order: Parameters<typeof operate>) => (await operate(...order)).map((line): unknown => JSON.parse(line));
/** What a refused command says, and its exit code. */
async function refusalOf(...order: Parameters<typeof operate>) {
  const error: unknown = await operate(...order).catch((thrown: unknown) => thrown);
  if (!(error instanceof OperatorRefusal)) throw new Error('The command was not refused.', { cause: error });
  return { text: error.message, exitCode: error.exitCode };
}
const refused = (text: string | RegExp, exitCode: number = EXIT.failure) => ({ text: expect.stringMatching(text), exitCode });

async function recorded(command: string) {
  const entries = [];
  for await (const entry of exportAudit(house.database.db, { chain: 'operators' })) entries.push(entry);
  return entries.filter(({ event }) => event === `operator.${command.replace(' ', '-')}`);
}

let made = 0;
async function newDeveloper(): Promise<string> {
  made += 1;
  const developer = `dev_provider_orders_${made}`;
  expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  return developer;
}

interface Provider {
  readonly developer: string;
  readonly web: Certificate;
  readonly clientId: string;
  /** The result of a call with its QWAC. */
  identify(): Promise<unknown>;
}

async function newProvider(): Promise<Provider> {
  const developer = await newDeveloper();
  const body = { roles: ['ais'], lifetime: 'year', keyType: 'p256' };
  const issued = Value.Parse(IssuedCertificates, (await house.send(developer, 'POST', PATH, { body })).body);
  const [web] = issued.certificates;
  const [app] = await house.modules.tppApps.listOfDeveloper(house.database.db, developer);
  if (web === undefined || app === undefined) throw new Error('No certificate was issued.');
  const chain = [new X509Certificate(web.pem).raw];
  const identify = () => {
    const raw = new IncomingMessage(new Socket());
    noteMtlsCall(raw, { chain });
    return house.modules.providerIdentity.identify({ raw }, { appId: app.appId, sandboxId: app.sandboxId, profile: 'mtls', roles: undefined });
  };
  return { developer, web, clientId: app.clientId, identify };
}

const upload = async (developer: string, pem: string) =>
  expect((await house.send(developer, 'POST', `${PATH}/uploads`, { body: { pem } })).status).toBe(201);

describe('in the sandbox', () => {
  beforeAll(async () => {
    house = await openDevelopersHouse();
  });
  afterAll(() => house.close());

  it('a blocked provider is refused from the next call on, and works again after the block', async () => {
    const [blocked, other] = [await newProvider(), await newProvider()];
    const id = blocked.web.organizationId;
    const accepted = { certificate: { organizationId: id } };
    // The verdict is kept now.
    expect(await blocked.identify()).toMatchObject(accepted);
    const lines = await operate('provider block', id, ` ${REASON} `);
    expect(lines[0]).toBe(`${id} is blocked: its certificates are refused with 401 CERTIFICATE_BLOCKED.`);
    expect(lines.join('\n')).toMatch(new RegExp(`within 60 seconds[\\s\\S]*app suspend. Applications: ${blocked.clientId}$`));
    expect(await blocked.identify()).toMatchObject({ fault: { code: 'CERTIFICATE_BLOCKED' } });
    expect(await other.identify()).toHaveProperty('certificate');
    expect((await operate('provider unblock', id, 'New key.'))[0]).toMatch(`${id} is not blocked any more`);
    expect(await blocked.identify()).toMatchObject(accepted);
    expect(await recorded('provider block')).toMatchObject([
      { ids: { operator: 'tester', organizationId: id }, content: JSON.stringify({ reason: REASON }) },
    ]);
    expect(await recorded('provider unblock')).toMatchObject([{ ids: { organizationId: id }, content: JSON.stringify({ reason: 'New key.' }) }]);
  });

  it('a second block and a second end of it are refused, and the first block keeps its time', async () => {
    const { web } = await newProvider();
    const id = web.organizationId;
    expect(await refusalOf('provider unblock', id, REASON)).toEqual(refused(`^${id} is not blocked. Nothing was changed.$`));
    await operate('provider block', id, REASON);
    const [before] = await parsed('provider show', id);
    expect(await refusalOf('provider block', id, REASON)).toEqual(refused(`^${id} is blocked already. Nothing was changed.$`));
    expect((await parsed('provider show', id))[0]).toEqual(before);
    await operate('provider unblock', id, REASON);
  });

  it.each(['provider show', 'provider block', 'provider unblock'])('%s is refused without a known and whole identifier', async (command) => {
    const { web } = await newProvider();
    expect(await refusalOf(command, 'PSDEE-EFSA-NONE', REASON)).toEqual(refused(/There is no provider PSDEE-EFSA-NONE\. Nothing.*provider list$/));
    const part = web.organizationId.slice(0, -1).toLowerCase();
    expect(await refusalOf(command, part, REASON)).toEqual(refused(`Give the whole identifier: .*${web.organizationId}`));
    for (const foreign of ['%', "' or true --", '_']) expect(await refusalOf(command, foreign, REASON)).toEqual(refused(/There is no provider/));
  });

  it.each([
    ['', /1 to 500 characters/],
    [' ', /1 to 500 characters/],
    ['x'.repeat(501), /1 to 500 characters/],
    ['stolen\u202e', /shows nothing/],
    ['stolen\u001b[31m', /shows nothing/],
    ['two\nlines', /shows nothing/],
  ])('the reason %j is refused, and nothing is blocked', async (reason, text) => {
    const { web, identify } = await newProvider();
    expect(await refusalOf('provider block', web.organizationId, reason)).toEqual(refused(text, EXIT.usage));
    expect(await identify()).toHaveProperty('certificate');
  });

  it('certificates are found by thumbprint in each notation, by a part of the identifier, and after they were removed', async () => {
    const { web, clientId, developer } = await newProvider();
    const { thumbprint, organizationId } = web;
    const colons = (thumbprint.toUpperCase().match(/../g) ?? []).join(':');
    const expected = { thumbprint, organizationId, clientId, use: 'web', roles: ['ais'], source: 'issued', profile: 'basic' };
    for (const text of [thumbprint, colons, thumbprint.slice(0, 20), ` ${colons} `])
      expect(await parsed('certificate find', text)).toMatchObject([expected]);
    const part = organizationId.slice(6).toLowerCase();
    expect(await parsed('certificate find', part)).toEqual(expect.arrayContaining([expect.objectContaining(expected)]));
    await house.send(developer, 'PUT', `${PATH}/${web.certificateId}/revocation`);
    expect(await parsed('certificate find', thumbprint)).toMatchObject([{ revokedAt: expect.any(String) }]);
    await house.send(developer, 'DELETE', `${PATH}/${web.certificateId}`);
    expect(await parsed('certificate find', thumbprint)).toMatchObject([{ ...expected, removedAt: expect.any(String) }]);
    const [line = ''] = await operate('certificate find', thumbprint);
    for (const secret of ['der', 'sandboxId', 'BEGIN']) expect(line).not.toContain(`"${secret}`);
    expect((await recorded('certificate find')).at(-1)?.ids).toEqual({ operator: 'tester', found: web.certificateId });
  });

  it.each(['0'.repeat(64), '%', '_', "' or 1=1 --", '\\', 'PSDXX-'])('certificate find %j finds nothing', async (text) => {
    await newProvider();
    expect(await refusalOf('certificate find', text)).toEqual(refused(/^No certificate was found\.$/));
  });

  it('blocked providers are listed first', async () => {
    const [first, second] = [await newProvider(), await newProvider()];
    const last = [first.web.organizationId, second.web.organizationId].sort().at(-1) ?? '';
    await operate('provider block', last, REASON);
    const list = await parsed('provider list');
    expect(list[0]).toMatchObject({
      organizationId: last,
      blockedAt: expect.any(String),
      certificates: 2,
      name: expect.stringMatching(/\(sandbox\)$/),
    });
    expect(list.length).toBeGreaterThan(1);
    expect(await recorded('provider list')).toMatchObject([{ ids: { found: String(list.length) } }]);
    await operate('provider unblock', last, REASON);
  });
});

describe('before a bank’s own core', () => {
  beforeAll(async () => {
    house = await openDevelopersHouse({ bank: 'adapter' });
  });
  afterAll(() => house.close());

  it('a provider that only a certificate names is listed, blocked under its name, and unblocked', async () => {
    expect(await operate('provider list')).toEqual(['No provider has had a certificate here.']);
    await upload(await newDeveloper(), FOREIGN);
    await upload(await newDeveloper(), FOREIGN);
    const id = 'PSDDE-BAFIN-104114';
    expect(await parsed('provider list')).toEqual([{ organizationId: id, certificates: 2 }]);
    await operate('provider block', id, REASON);
    expect((await parsed('provider show', id))[1]).not.toHaveProperty('statusCountsUntil');
    await house.database.query(`insert into certificate_status (thumbprint, status, checked_at, next_check_at)
      select distinct thumbprint, 'good', timestamptz '2026-11-29 10:00Z', timestamptz '2026-11-29 11:00Z' from app_certificate`);
    const status = { status: 'good', statusReadAt: '2026-11-29T10:00:00.000Z', statusCountsUntil: '2026-11-29T11:00:00.000Z' };
    expect(await parsed('provider show', id)).toMatchObject([
      { organizationId: id, name: expect.stringMatching(/./), blockedAt: expect.any(String) },
      { organizationId: id, source: 'uploaded', ...status },
      { organizationId: id, source: 'uploaded' },
    ]);
    await operate('provider unblock', id, REASON);
    expect((await parsed('provider list'))[0]).not.toHaveProperty('blockedAt');
  });
});
