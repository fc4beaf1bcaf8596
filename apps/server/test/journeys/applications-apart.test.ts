/** Two applications of one developer: what is done to one leaves the other as it was, also its customers, tokens, log and figures. */
import {
  ApplicationIdentity,
  ListedApplication,
  LoggedRequest,
  Prefills,
  RequestUsage,
  RevealedSecret,
  TestClock,
  TokenUserList,
} from '@portico/contract';
import { member } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

let house: DevelopersHouse;
let core: DevelopersHouse;
beforeAll(async () => {
  [house, core] = await Promise.all([openDevelopersHouse(), openDevelopersHouse({ bank: 'adapter' })]);
});
afterAll(() => Promise.all([house.close(), core.close()]));

type Send = (method: string, url: string, body?: unknown) => ReturnType<DevelopersHouse['send']>;
interface Application {
  readonly clientId: string;
  readonly appId: string;
  readonly sandboxId: string;
  readonly send: Send;
}

async function twoOf(developer: string, opened = house): Promise<readonly [Application, Application]> {
  expect((await opened.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  const added = await opened.send(developer, 'POST', '/api/tpp/applications', { body: { clientName: 'Second' } });
  const second = Value.Parse(ListedApplication, added.body).clientId;
  const apps = await opened.modules.tppApps.listOfDeveloper(opened.database.db, developer);
  const [one, two] = apps.map(({ clientId, appId, sandboxId }): Application => {
    const headers = { 'tpp-client-id': clientId };
    const send: Send = (method, url, body) => opened.send(developer, method, url, body === undefined ? { headers } : { headers, body });
    return { clientId, appId, sandboxId, send };
  });
  if (one === undefined || two === undefined) throw new Error('Two applications were expected.');
  expect(two.clientId).toBe(second);
  return [one, two];
}

const usersOf = async ({ send }: Application) => Value.Parse(TokenUserList, (await send('GET', '/api/tpp/psu')).body);
const tokenOf = async (app: Application) => (await usersOf(app)).find((user) => user.access_token !== undefined)?.access_token ?? '';
const identityOf = async ({ send }: Application) => Value.Parse(ApplicationIdentity, (await send('GET', '/api/tpp')).body);
const secretOf = async ({ send }: Application) => Value.Parse(RevealedSecret, (await send('POST', '/api/tpp/secret/reveal')).body).clientSecret;
const accountList = async (bearer: string) => (await house.send(undefined, 'GET', '/api/v1/account-list', { bearer })).status;
async function isAccepted({ clientId }: Application, clientSecret: string, opened = house): Promise<boolean> {
  return (await opened.modules.tppApps.openClient(clientId))?.isSecret(clientSecret) ?? false;
}

/** Every row of an application and its sandbox, as one digest for each table that has rows. */
async function rowsOf({ appId, sandboxId }: Application): Promise<Readonly<Record<string, unknown>>> {
  const { rows: columns } = await house.database.query(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     join pg_class on relname = table_name and relkind in ('r', 'p') and not relispartition
     where table_schema = 'public' and column_name in ('sandbox_id', 'app_id') group by table_name`,
  );
  const sums: Record<string, unknown> = {};
  for (const row of columns) {
    const name = String(member(row, 'name'));
    const [column, value] = JSON.stringify(member(row, 'columns')).includes('sandbox_id') ? ['sandbox_id', sandboxId] : ['app_id', appId];
    const text = `select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t where ${column} = $1`;
    const [found] = (await house.database.query(text, [value])).rows;
    if (Number(member(found, 'count')) > 0) sums[name] = found;
  }
  return sums;
}

/** One call of the API is in the application's log. */
async function logOne(app: Application): Promise<void> {
  expect(await accountList(await tokenOf(app))).toBe(200);
  await house.modules.requestLog.flush();
}

describe('one of two applications', () => {
  it('has its own name, secret and customers, and none of the other’s identifiers', async () => {
    const [one, two] = await twoOf('dev_apart');
    expect([(await identityOf(one)).clientName, (await identityOf(two)).clientName]).toEqual(['My application', 'Second']);
    expect((await identityOf(two)).registeredName).toBe('My application (sandbox)');
    const ids = new Set((await usersOf(one)).map(({ id }) => id));
    const others = await usersOf(two);
    expect(others.length).toBeGreaterThan(1);
    expect(others.filter(({ id }) => ids.has(id))).toEqual([]);
    const [first, second] = [await secretOf(one), await secretOf(two)];
    expect(first).not.toBe(second);
    expect([await isAccepted(one, second), await isAccepted(two, first), await isAccepted(two, second)]).toEqual([false, false, true]);
  });

  it('is the older one without the header', async () => {
    const [one, two] = await twoOf('dev_without');
    const bare = await house.send('dev_without', 'PUT', '/api/tpp', { body: { clientName: 'Older' } });
    expect(member(bare.body, 'clientId')).toBe(one.clientId);
    expect((await identityOf(two)).clientName).toBe('Second');
    expect((await house.send('dev_without', 'DELETE', '/api/tpp')).status).toBe(204);
    expect(member((await house.send('dev_without', 'GET', '/api/tpp')).body, 'clientId')).toBe(two.clientId);
  });

  it.each<readonly [string, (app: Application) => Promise<unknown>]>([
    ['is changed', ({ send }) => send('PUT', '/api/tpp', { clientName: 'Renamed', contacts: ['mari@example.com'] })],
    ['gets a new secret', ({ send }) => send('POST', '/api/tpp/secret/rotation')],
    ['renews its token', ({ send }) => send('GET', '/api/tpp/refresh')],
    ['gets a customer', ({ send }) => send('POST', '/api/tpp/customers', { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' })],
    ['advances its clock', ({ send }) => send('POST', '/api/tpp/clock/advance', { days: 3 })],
    ['is filled from a seed', ({ send }) => send('POST', '/api/tpp/sandbox/seed', { seed: 'ci-1', confirm: true })],
    ['goes back to real time', ({ send }) => send('DELETE', '/api/tpp/clock', { confirm: true })],
    ['is deleted', ({ send }) => send('DELETE', '/api/tpp')],
  ])('%s: the other one’s rows stay', async (what, act) => {
    const developer = `dev_${what.replaceAll(' ', '_')}`;
    for (const [acting, resting] of [await twoOf(developer), (await twoOf(`${developer}_turned`)).toReversed()]) {
      if (acting === undefined || resting === undefined) throw new Error('Two applications were expected.');
      await logOne(acting);
      await logOne(resting);
      const before = await rowsOf(resting);
      expect(Object.keys(before)).toEqual(
        expect.arrayContaining(['tpp_app', 'customer', 'account', 'oauth_artifact', 'request_log', 'current_customer']),
      );
      const changed = await rowsOf(acting);
      expect(member(await act(acting), 'status')).toBeLessThan(300);
      expect(await rowsOf(acting)).not.toEqual(changed);
      expect(await rowsOf(resting)).toEqual(before);
      expect(await accountList(await tokenOf(resting))).toBe(200);
    }
  });

  it('keeps the previous secret after its rotation only', async () => {
    const [one, two] = await twoOf('dev_rotates');
    const old = await secretOf(two);
    const rotated = Value.Parse(RevealedSecret, (await two.send('POST', '/api/tpp/secret/rotation')).body).clientSecret;
    expect([await isAccepted(two, old), await isAccepted(two, rotated), await isAccepted(one, rotated)]).toEqual([true, true, false]);
    expect((await identityOf(one)).previousSecretValidUntil).toBeUndefined();
  });

  it('shares no log, figures and prefills', async () => {
    const [one, two] = await twoOf('dev_logs');
    await logOne(two);
    const listed = (await two.send('GET', '/api/tpp/requests')).body;
    const [line] = [member(listed, 'items')].flat();
    const id = String(member(line, 'id'));
    expect(member((await one.send('GET', '/api/tpp/requests')).body, 'items')).toEqual([]);
    expect(Value.Check(LoggedRequest, (await two.send('GET', `/api/tpp/requests/${id}`)).body)).toBe(true);
    const [foreign, missing] = [await one.send('GET', `/api/tpp/requests/${id}`), await one.send('GET', '/api/tpp/requests/999999')];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    const callsOf = async ({ send }: Application) => Value.Parse(RequestUsage, (await send('GET', '/api/tpp/usage?period=24h')).body).total.calls;
    expect([await callsOf(one), await callsOf(two)]).toEqual([0, 1]);
    const prefilledOf = async ({ send }: Application) => Value.Parse(Prefills, (await send('GET', '/api/prefills')).body);
    const [first, second] = [await prefilledOf(one), await prefilledOf(two)];
    expect(JSON.stringify(first)).toContain(one.clientId);
    expect(JSON.stringify(second)).toContain(two.clientId);
    expect(JSON.stringify(second)).not.toContain(one.clientId);
    expect(Object.values(second.fallbackUserToUserMap).toSorted()).toEqual((await usersOf(two)).map((user) => user.id).toSorted());
  });

  it('takes the document of the other one, which stays', async () => {
    const [one, two] = await twoOf('dev_imports');
    await one.send('POST', '/api/tpp/sandbox/seed', { seed: 'ci-7', confirm: true });
    const { body } = await one.send('GET', '/api/tpp/sandbox/document');
    const before = await rowsOf(one);
    expect((await two.send('POST', '/api/tpp/sandbox/document?mode=replace&dates=moved', body)).status).toBe(200);
    expect(await rowsOf(one)).toEqual(before);
    const namesOf = async (app: Application) => (await usersOf(app)).map(({ customer }) => `${customer.name} ${customer.surname}`).toSorted();
    expect(await namesOf(two)).toEqual(await namesOf(one));
  });

  it('shares no clock', async () => {
    const [one, two] = await twoOf('dev_clocks');
    const isRealTime = async ({ send }: Application) => Value.Parse(TestClock, (await send('GET', '/api/tpp/clock')).body).isRealTime;
    expect((await two.send('POST', '/api/tpp/clock/advance', { days: 2 })).status).toBe(200);
    expect([await isRealTime(one), await isRealTime(two)]).toEqual([true, false]);
  });

  it('is suspended alone', async () => {
    const [one, two] = await twoOf('dev_suspends');
    const token = await tokenOf(two);
    expect(await house.modules.onboarding.setSuspended(one.clientId, true)).toBe(true);
    expect(await accountList(token)).toBe(200);
    expect([(await identityOf(one)).isSuspended, (await identityOf(two)).isSuspended]).toEqual([true, false]);
    expect((await one.send('GET', '/api/tpp/refresh')).status).toBe(409);
    expect((await two.send('GET', '/api/tpp/refresh')).status).toBe(200);
  });

  it('is not the next one’s turn when it is deleted twice', async () => {
    const [one, two] = await twoOf('dev_twice');
    for (const _time of [1, 2]) expect((await one.send('DELETE', '/api/tpp')).status).toBe(204);
    expect((await identityOf(two)).clientId).toBe(two.clientId);
  });
});

describe('a developer who leaves', () => {
  it('leaves no row of any application outside the audit log, which verifies', async () => {
    const apps = await twoOf('dev_leaves');
    const [other] = await twoOf('dev_stays');
    await house.platform.write((context) => house.modules.onboarding.forgetDeveloper(context, 'dev_leaves'));
    for (const app of apps) expect(Object.keys(await rowsOf(app)).filter((name) => !name.startsWith('audit_'))).toEqual([]);
    expect((await house.modules.audit.verify(house.database.db)).findings).toEqual([]);
    expect((await identityOf(other)).clientId).toBe(other.clientId);
  });

  it('closes every application at a bank with its own core', async () => {
    const apps = await twoOf('dev_leaves_a_bank', core);
    await core.platform.write((context) => core.modules.onboarding.forgetDeveloper(context, 'dev_leaves_a_bank'));
    const text = 'select developer_id, contacts, suspended_at is not null as is_suspended from tpp_app where client_id = any ($1)';
    const { rows } = await core.database.query(text, [apps.map(({ clientId }) => clientId)]);
    expect(rows).toEqual([1, 2].map(() => ({ developer_id: null, contacts: [], is_suspended: true })));
  });
});

describe('another application at a bank with its own core', () => {
  it('starts suspended, and is admitted and changed alone', async () => {
    const [one, two] = await twoOf('dev_at_a_bank', core);
    expect(await identityOf(two)).toMatchObject({ isSuspended: true, registeredName: 'My application (not verified)' });
    expect(await isAccepted(two, await secretOf(two), core)).toBe(false);
    await core.modules.onboarding.setSuspended(one.clientId, false);
    expect([(await identityOf(one)).isSuspended, (await identityOf(two)).isSuspended]).toEqual([false, true]);
    expect((await one.send('PUT', '/api/tpp', { clientName: 'Waits' })).body).toMatchObject({ pendingChange: { clientName: 'Waits' } });
    expect((await two.send('PUT', '/api/tpp', { clientName: 'At once' })).body).toMatchObject({ clientName: 'At once' });
    expect((await two.send('DELETE', '/api/tpp/change')).status).toBe(200);
    expect((await identityOf(one)).pendingChange).toMatchObject({ clientName: 'Waits' });
  });

  it('is closed alone', async () => {
    const [one, two] = await twoOf('dev_closes', core);
    expect((await two.send('DELETE', '/api/tpp')).status).toBe(204);
    expect((await two.send('GET', '/api/tpp')).status).toBe(404);
    expect((await identityOf(one)).clientId).toBe(one.clientId);
  });
});
