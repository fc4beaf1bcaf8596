/** What an operator vetted of an application is bound: what its owner changes afterwards waits for approval. Review of 25 November 2026, S2, S12, B2. */
import { ApplicationIdentity } from '@portico/contract';
import { jsonOf, member, openBrowser } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAudit } from '#modules/audit/index.ts';
import { APPLICATION_PLAYS } from '../../src/app/operators/application-orders.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const BANKS = ['adapter', 'sandbox'] as const;
const ENTRY = { name: 'Lumen Finance OÜ', number: 'PSDEE-EFSA-12345678', roles: 'pis,ais' };
const PLAYS = new Map(APPLICATION_PLAYS);
const AUTHORIZE = '/api/v2/am/realms/psd2/protocol/openid-connect/auth';

describe.each(BANKS)('an application at the %s bank', (bank) => {
  let house: DevelopersHouse;
  let developers = 0;
  beforeAll(async () => {
    house = await openDevelopersHouse({ bank });
  });
  afterAll(() => house.close());

  /** The lines of an operator's command. */
  async function operate(
    command: string,
    about = '',
    options: Readonly<Record<string, string>> = {},
    isConfirmed = false,
  ): Promise<readonly string[]> {
    const play = PLAYS.get(command);
    if (play === undefined) throw new Error(`There is no command ${command}.`);
    const lines: string[] = [];
    const order = { command, about, operator: 'tester', isConfirmed, file: '', options };
    for await (const line of play(house, order)) lines.push(line);
    return lines;
  }

  async function read(clientId: string) {
    const [line = '{}'] = await operate('app find', clientId);
    return { fingerprint: String(member(JSON.parse(line), 'fingerprint')) };
  }

  /** A developer with an application of known values, which the operator has not admitted. */
  async function register() {
    developers += 1;
    const developer = `dev_${developers}`;
    const send = (method: string, path = '/api/tpp', body?: object) => house.send(developer, method, path, body === undefined ? {} : { body });
    const identity = async () => Value.Parse(ApplicationIdentity, (await send('GET')).body);
    const change = (body: object) => send('PUT', '/api/tpp', body);
    expect((await send('POST')).status).toBe(204);
    const vetted = { clientName: 'Lumen Shop', redirectionUris: ['https://lumen.example/cb'], contacts: ['ops@lumen.example'] };
    expect((await change(vetted)).body).toMatchObject(vetted);
    const { clientId } = await identity();
    return { developer, clientId, vetted, send, identity, change };
  }

  async function admitted() {
    const app = await register();
    await operate('app admit', app.clientId, { ...ENTRY, ...(await read(app.clientId)) });
    return app;
  }

  async function waitingId(clientId: string): Promise<string> {
    const lines = (await operate('app changes')).map((line): unknown => JSON.parse(line));
    return String(
      member(
        lines.find((line) => member(line, 'clientId') === clientId),
        'changeId',
      ),
    );
  }

  /** The registered name on the customer's sign-in page, or the status of the refusal. */
  async function askCustomer(clientId: string, redirectUri: string): Promise<unknown> {
    const query = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid', bank_country: 'ee' };
    const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    const browser = openBrowser(overInject(house.app, house.config.publicUrl), house.config.publicUrl);
    const { status, headers } = await browser.send('GET', `${AUTHORIZE}?${new URLSearchParams({ ...query, ...pkce })}`);
    if (status !== 303) return status;
    return member(jsonOf(await browser.send('GET', `${headers.location}/details`)), 'tppName');
  }

  it('is admitted with the registered name, authorisation number and roles that an operator enters, and customers read that name', async () => {
    const { clientId, identity, vetted } = await admitted();
    expect(await identity()).toMatchObject({
      ...vetted,
      registeredName: ENTRY.name,
      isSuspended: false,
      admission: { authorisationNumber: ENTRY.number, roles: ['ais', 'pis'], admittedAt: expect.any(String) },
    });
    expect(await askCustomer(clientId, 'https://lumen.example/cb')).toBe(ENTRY.name);
  });

  it('with a name that passes for the bank’s, accepted before such names were refused, is found and renamed by an operator', async () => {
    const { clientId, change, identity } = await admitted();
    const other = await register();
    expect(JSON.stringify(await operate('app imitations'))).not.toContain(clientId);
    await house.database.query('update tpp_app set client_name = $1 where client_id = $2', ['Pоrtiсo Support', clientId]);
    await change({ clientName: 'Big Bank', contacts: ['new@lumen.example'] });
    const found = (await operate('app imitations')).map((line): unknown => JSON.parse(line));
    expect(found).toEqual([{ clientId, clientName: 'Pоrtiсo Support', registeredName: ENTRY.name }]);
    for (const name of ['', 'Portico Pay', '<b>Lumen</b>', 'x'.repeat(200)]) {
      await expect(operate('app rename', clientId, { name })).rejects.toThrow(/Nothing was changed/);
    }
    await expect(operate('app rename', 'tpp_none', { name: 'Lumen' })).rejects.toThrow('There is no application tpp_none.');
    expect(await identity()).toMatchObject({ clientName: 'Pоrtiсo Support' });
    await operate('app rename', clientId, { name: 'Lumen Pay' });
    expect(await operate('app imitations')).toEqual(['No application has a name that passes for the bank’s.']);
    // What else waited is dropped together with the name: the owner asked for both at once.
    expect(await identity()).toMatchObject({ clientName: 'Lumen Pay', registeredName: ENTRY.name });
    expect(await identity()).not.toHaveProperty('pendingChange');
    expect(await other.identity()).toMatchObject(other.vetted);
    const { rows } = await house.database.query(
      `select event from audit_entry where event in ('application.renamed', 'operator.app-rename') and ids ->> 'clientId' = $1`,
      [clientId],
    );
    expect(JSON.stringify(rows)).toContain('application.renamed');
  });

  it.each<[string, object]>([
    ['client name', { clientName: 'Big Bank' }],
    ['redirect URIs', { redirectionUris: ['https://evil.example/cb'] }],
    ['contacts', { contacts: ['other@evil.example'] }],
    [
      'client name, redirect URIs and contacts',
      { clientName: 'Big Bank', redirectionUris: ['https://evil.example/cb'], contacts: ['x@evil.example'] },
    ],
  ])('keeps its %s in force after the owner changed them, until an operator approves the change', async (_what, wanted) => {
    const { clientId, vetted, identity, change } = await admitted();
    const answered = await change(wanted);
    expect([answered.status, answered.body]).toMatchObject([200, { ...vetted, pendingChange: wanted }]);
    expect(await identity()).toMatchObject({ ...vetted, pendingChange: wanted });
    const { clientName, redirectionUris: redirectUris } = vetted;
    expect(await house.modules.tppApps.findByClientId(clientId)).toMatchObject({ clientName, redirectUris, registeredName: ENTRY.name });
    expect(await askCustomer(clientId, 'https://evil.example/cb')).toBe(400);
    await operate('app approve', await waitingId(clientId));
    const after = await identity();
    expect(after).toMatchObject({ ...vetted, ...wanted, registeredName: ENTRY.name });
    expect(after).not.toHaveProperty('pendingChange');
  });

  it.each<[string, (app: Awaited<ReturnType<typeof admitted>>) => Promise<unknown>]>([
    ['the operator rejects it', async ({ clientId }) => operate('app reject', await waitingId(clientId))],
    ['the owner withdraws it', ({ send }) => send('DELETE', '/api/tpp/change')],
    ['the owner asks for the values in force again', ({ change, vetted }) => change(vetted)],
  ])('drops a pending change when %s, and keeps the vetted values', async (_how, drop) => {
    const app = await admitted();
    await app.change({ clientName: 'Big Bank' });
    const changeId = await waitingId(app.clientId);
    await drop(app);
    expect(await app.identity()).toMatchObject(app.vetted);
    expect(await app.identity()).not.toHaveProperty('pendingChange');
    await expect(operate('app approve', changeId)).rejects.toThrow(`No change ${changeId} waits for approval.`);
    expect((await app.send('DELETE', '/api/tpp/change')).status).toBe(200);
  });

  it('merges a further change into the pending one under a new id, so that an operator approves only what they read', async () => {
    const { clientId, vetted, identity, change } = await admitted();
    await change({ clientName: 'Lumen Shop Europe' });
    const read = await waitingId(clientId);
    await change({ redirectionUris: ['https://evil.example/cb'] });
    await expect(operate('app approve', read)).rejects.toThrow('Nothing was changed.');
    const pendingChange = { clientName: 'Lumen Shop Europe', redirectionUris: ['https://evil.example/cb'] };
    expect(await identity()).toMatchObject({ ...vetted, pendingChange });
  });

  it('refuses an invalid change at once', async () => {
    const { identity, change } = await admitted();
    expect((await change({ redirectionUris: ['ftp://lumen.example/cb'] })).status).toBe(400);
    expect(await identity()).not.toHaveProperty('pendingChange');
  });

  it('needs approval for a change that its owner made while it was suspended', async () => {
    const { clientId, vetted, identity, change } = await admitted();
    await operate('app suspend', clientId);
    await change({ redirectionUris: ['https://evil.example/cb'] });
    await operate('app lift', clientId);
    expect(await identity()).toMatchObject({ ...vetted, isSuspended: false });
  });

  it('is not admitted when its owner changed it after the operator read it', async () => {
    const { clientId, identity, change } = await register();
    const seen = await read(clientId);
    await change({ redirectionUris: ['https://evil.example/cb'] });
    await expect(operate('app admit', clientId, { ...ENTRY, ...seen })).rejects.toThrow('has changed');
    expect(await identity()).not.toHaveProperty('admission');
  });

  it.each<[string, Partial<typeof ENTRY>]>([
    ['without a name', { name: ' ' }],
    ['with a name that hides characters', { name: 'Lumen\u202eFinance' }],
    ['with a name of markup', { name: '<b>Lumen</b>' }],
    ['with a name of 141 characters', { name: 'x'.repeat(141) }],
    ['with a name of two scripts in a word', { name: 'Lumеn Finance' }],
    ['without a number', { number: '' }],
    ['with a number of other digits', { number: 'PSDEE-EFSA-١٢' }],
    ['with a number of other characters', { number: 'PSDEE;drop' }],
    ['with an unknown role', { roles: 'ais,bank' }],
    ['without a role', { roles: '' }],
  ])('is not admitted %s', async (_what, change) => {
    const { clientId, identity } = await register();
    await expect(operate('app admit', clientId, { ...ENTRY, ...change, ...(await read(clientId)) })).rejects.toThrow('Nothing was changed.');
    expect(await identity()).not.toHaveProperty('admission');
  });

  it.each(['Portico Bank Leasing AS', 'Портико Банк'])(
    'is admitted with the registered name %s, which customers would take for the bank, only after the operator has confirmed it',
    async (name) => {
      const { clientId, identity } = await register();
      const entry = { ...ENTRY, name, ...(await read(clientId)) };
      await expect(operate('app admit', clientId, entry)).rejects.toThrow('would take it for the bank');
      expect(await identity()).not.toHaveProperty('admission');
      await operate('app admit', clientId, entry, true);
      expect(await identity()).toMatchObject({ registeredName: name });
      expect(await operate('app imitations')).toContainEqual(expect.stringContaining(JSON.stringify(name)));
      await operate('app admit', clientId, { ...ENTRY, ...(await read(clientId)) });
      expect(JSON.stringify(await operate('app imitations'))).not.toContain(clientId);
    },
  );

  it('cannot be admitted, and its change cannot be decided, if it does not exist', async () => {
    await expect(operate('app admit', 'tpp_none', { ...ENTRY, fingerprint: '0' })).rejects.toThrow('There is no application tpp_none.');
    await expect(operate('app reject', 'chg_none')).rejects.toThrow('No change chg_none waits');
  });

  it('has a new client id and no admission when its owner creates it again after deleting it', async () => {
    const { clientId, send, identity } = await admitted();
    expect((await send('DELETE')).status).toBe(204);
    expect((await send('POST')).status).toBe(204);
    const again = await identity();
    expect([again.clientId === clientId, again.admission, again.registeredName === ENTRY.name]).toEqual([false, undefined, false]);
  });

  it('lets its owner rotate the secret without approval, and has an audit entry for each step of a change', async () => {
    const { clientId, send, change } = await admitted();
    expect((await send('POST', '/api/tpp/secret/rotation')).status).toBe(200);
    await change({ clientName: 'Lumen One' });
    await operate('app reject', await waitingId(clientId));
    await change({ clientName: 'Lumen Two' });
    await send('DELETE', '/api/tpp/change');
    await change({ clientName: 'Lumen Three' });
    await operate('app approve', await waitingId(clientId));
    const steps: string[] = [];
    for await (const { event, ids } of exportAudit(house.database.db)) if (member(ids, 'clientId') === clientId) steps.push(event);
    expect(steps.filter((event) => event.startsWith('application.change-') || event === 'application.admitted')).toEqual([
      'application.admitted',
      'application.change-requested',
      'application.change-rejected',
      'application.change-requested',
      'application.change-withdrawn',
      'application.change-requested',
      'application.change-approved',
    ]);
    expect((await house.modules.audit.verify(house.database.db)).findings).toEqual([]);
  });
});

describe('an application that an operator has not admitted', () => {
  it('stays suspended at a bank with its own core', async () => {
    const house = await openDevelopersHouse({ bank: 'adapter' });
    await house.send('dev_new', 'POST', '/api/tpp');
    const { clientId } = Value.Parse(ApplicationIdentity, (await house.send('dev_new', 'GET', '/api/tpp')).body);
    const lift = async () => {
      for await (const _line of PLAYS.get('app lift')?.(house, {
        command: 'app lift',
        about: clientId,
        operator: 'tester',
        isConfirmed: false,
        file: '',
        options: {},
      }) ?? []);
    };
    await expect(lift()).rejects.toThrow('has not been admitted');
    expect((await house.send('dev_new', 'GET', '/api/tpp')).body).toMatchObject({ isSuspended: true });
    await house.close();
  });
});
