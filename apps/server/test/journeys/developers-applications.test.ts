/** A developer with several applications: `Tpp-Client-Id` names the one of a call, and no call reaches another developer's. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ApplicationList, ListedApplication, TokenUserList } from '@portico/contract';
import { APPLICATIONS_MAX, CLIENT_NAME_LENGTH_MAX } from '@portico/contract/values';
import { textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse, type SendOptions } from '../house/open-developers-house.ts';

let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse();
});
afterAll(() => house.close());

const UNKNOWN = 'tpp_00000000000000000000000000';
const ALL = '/api/tpp/applications';

/** As the page of one application. */
const as = (developer: string, clientId?: string) => (method: string, url: string, body?: unknown) => {
  const headers = clientId === undefined ? {} : { headers: { 'tpp-client-id': clientId } };
  const options: SendOptions = body === undefined ? headers : { ...headers, body };
  return house.send(developer, method, url, options);
};
const listOf = async (developer: string) => Value.Parse(ApplicationList, (await as(developer)('GET', ALL)).body);
const usersOf = async (developer: string, clientId: string) =>
  Value.Parse(TokenUserList, (await as(developer, clientId)('GET', '/api/tpp/psu')).body);
const rowsOf = async (text: string, values: readonly unknown[] = []) => (await house.database.query(text, [...values])).rows;

async function add(developer: string, clientName: string): Promise<string> {
  const { status, body } = await house.send(developer, 'POST', ALL, { body: { clientName } });
  expect(status).toBe(201);
  return Value.Parse(ListedApplication, body).clientId;
}

/** A developer's two applications, the older one first. */
async function twoOf(developer: string): Promise<readonly [string, string]> {
  expect((await as(developer)('POST', '/api/tpp')).status).toBe(204);
  await add(developer, 'Second');
  const [first, second] = await listOf(developer);
  if (first === undefined || second === undefined) throw new Error('Two applications were expected.');
  return [first.clientId, second.clientId];
}

/** Of every row that a developer's call may change. */
async function fingerprint(): Promise<unknown> {
  const tables = [
    ...['tpp_app', 'sandbox', 'customer', 'account', 'account_balance', 'current_customer', 'client_payload', 'oauth_artifact'],
    ...['ledger_entry', 'payment', 'consent', 'request_log', 'audit_entry', 'spent_allowance'],
  ];
  const sums = tables.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`);
  return (await rowsOf(`select ${sums.join(', ')}`))[0];
}

describe('the applications of a developer', () => {
  it('are none before the first call, and are listed oldest first, without secrets', async () => {
    expect(await listOf('dev_list')).toEqual([]);
    const [first, second] = await twoOf('dev_list');
    const third = await add('dev_list', 'Kolmas');
    const answer = await as('dev_list', second)('GET', ALL);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual([
      { clientId: first, clientName: 'My application', isSuspended: false },
      { clientId: second, clientName: 'Second', isSuspended: false },
      { clientId: third, clientName: 'Kolmas', isSuspended: false },
    ]);
  });

  it('may begin with a named one, after which the first call of a page makes no other', async () => {
    const only = await add('dev_named_first', 'Lumen');
    expect((await as('dev_named_first')('POST', '/api/tpp')).status).toBe(204);
    expect(await listOf('dev_named_first')).toEqual([{ clientId: only, clientName: 'Lumen', isSuspended: false }]);
    expect(await usersOf('dev_named_first', only)).not.toEqual([]);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { clientName: '' }],
    ['a name that is too long', { clientName: 'x'.repeat(CLIENT_NAME_LENGTH_MAX + 1) }],
    ['a name with markup', { clientName: '<b>Lumen</b>' }],
    ['a name with an invisible character', { clientName: 'Lu\u200bmen' }],
    ['a word of two scripts', { clientName: 'L\u0443men' }],
    ['a number', { clientName: 7 }],
    ['more than a name', { clientName: 'Lumen', clientId: 'tpp_mine' }],
    ['a developer', { clientName: 'Lumen', developerId: 'dev_other' }],
  ])('are not created from %s', async (_what, body) => {
    const { status, body: refusal } = await as('dev_refused')('POST', ALL, body);
    expect([status, refusal]).toMatchObject([400, { errors: [{ code: 'FORMAT_ERROR' }] }]);
    expect(await listOf('dev_refused')).toEqual([]);
  });

  it('are not created with the name of the bank', async () => {
    const clientName = house.config.bankName;
    expect((await as('dev_imitates')('POST', ALL, { clientName })).body).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path: 'clientName' }] });
    expect(await listOf('dev_imitates')).toEqual([]);
  });

  it('are at most five, also when six are asked for at once, and one more after one was deleted', async () => {
    expect((await as('dev_many')('POST', '/api/tpp')).status).toBe(204);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => as('dev_many')('POST', ALL, { clientName: `Number ${index}` })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ errors: [{ code: 'LIMIT_REACHED' }] });
    const made = await listOf('dev_many');
    expect(made).toHaveLength(APPLICATIONS_MAX);
    expect(new Set(await rowsOf(`select sandbox_id from tpp_app where developer_id = 'dev_many'`)).size).toBe(APPLICATIONS_MAX);
    expect((await as('dev_many', made[2]?.clientId)('DELETE', '/api/tpp')).status).toBe(204);
    const last = await add('dev_many', 'Last');
    expect((await listOf('dev_many')).map(({ clientId }) => clientId)).toEqual([
      ...made.filter((_, index) => index !== 2).map((app) => app.clientId),
      last,
    ]);
    expect((await as('dev_many')('POST', ALL, { clientName: 'Sixth' })).status).toBe(409);
  });

  it('are made at most ten times in 24 hours, the first and the deleted ones counted', async () => {
    await as('dev_busy')('POST', '/api/tpp');
    for (let round = 0; round < 9; round += 1) {
      const clientId = await add('dev_busy', `Round ${round}`);
      expect((await as('dev_busy', clientId)('DELETE', '/api/tpp')).status).toBe(204);
    }
    const refused = await as('dev_busy')('POST', ALL, { clientName: 'Eleventh' });
    expect([refused.status, refused.body]).toMatchObject([429, { errors: [{ code: 'RATE_LIMITED' }] }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect(await listOf('dev_busy')).toHaveLength(1);
  });
});

describe('the header Tpp-Client-Id', () => {
  const CHOOSE = ['GET /api/tpp/applications', 'POST /api/tpp/applications', 'POST /api/tpp'];
  let ada: readonly [string, string];
  let ben: readonly [string, string];
  let bens: { readonly customerId: string; readonly iban: string };
  let bodies: Readonly<Record<string, unknown>>;
  let routes: readonly { readonly method: string; readonly url: string; readonly path: string }[];
  beforeAll(async () => {
    [ada, ben] = [await twoOf('dev_ada'), await twoOf('dev_ben')];
    const [user] = await usersOf('dev_ben', ben[1]);
    const accounts = await as('dev_ben', ben[1])('GET', `/api/tpp/customers/${user?.id}/accounts`);
    bens = { customerId: user?.id ?? '', iban: /"iban":"(\w+)"/.exec(accounts.text)?.[1] ?? '' };
    const wish = { roles: ['pis'], lifetime: 'year', keyType: 'p256' };
    const issued = await as('dev_ben', ben[0])('POST', '/api/tpp/certificates', wish);
    const request = await promisify(execFile)('openssl', [
      ...['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', '/dev/null', '-subj', '/CN=Test'],
    ]);
    bodies = {
      'POST /api/tpp/certificates': wish,
      'POST /api/tpp/certificates/uploads': { pem: textOf(issued.body, 'files', 'qwac.pem') },
      'POST /api/tpp/certificates/signing-requests': { pem: request.stdout, use: 'web', roles: ['pis'], lifetime: 'year' },
      'PUT /api/tpp/certificates/profile': { profile: 'basic', signsRequests: false },
      'POST /api/tpp/notifications/endpoints': { url: 'https://shop.example/hooks', kinds: ['payment'] },
      'PUT /api/tpp/notifications/endpoints/:endpointId': { kinds: ['payment'] },
      'POST /api/tpp/notifications/retries': { endpointId: 'end_1' },
      'PUT /api/tpp': { clientName: 'Taken over' },
      'POST /api/tpp/applications': { clientName: 'Another' },
      'POST /api/tpp/psu': { id: bens.customerId, userName: user?.userName },
      'POST /api/tpp/customers': { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' },
      'POST /api/tpp/customers/:id/accounts': { name: 'Third', currency: 'EUR', openingBalance: '1' },
      'PUT /api/tpp/customers/:id/scenario': { scenario: 'refuses' },
      'POST /api/tpp/clock/advance': { days: 1 },
      'DELETE /api/tpp/clock': { confirm: true },
      'POST /api/tpp/sandbox/document': (await as('dev_ada', ada[0])('GET', '/api/tpp/sandbox/document')).body,
      'POST /api/tpp/sandbox/seed': { seed: 'ci-1', confirm: true },
      'POST /api/tpp/sandbox/tables': { tables: ['User name,Scenario\n', 'IBAN,User name,Booked balance\n'] },
    };
    routes = house.routes
      .filter(({ method, url }) => /^\/api\/(?:tpp(?:\/|$)|prefills)/.test(url) && !['HEAD', 'OPTIONS'].includes(method) && !url.endsWith('/schema'))
      .map(({ method, url }) => {
        const path = url.replace('customers/:id', `customers/${bens.customerId}`).replace(':iban', bens.iban).replace(':id', '1');
        const needsMode = method === 'POST' && /sandbox\/(?:document|tables)$/.test(url);
        return { method, url, path: needsMode ? `${path}?mode=replace` : path };
      });
    expect(routes.length).toBeGreaterThanOrEqual(29);
  });

  const callAll = (developer: string, clientId: string, isLeftOut: (name: string) => boolean) =>
    routes
      .filter(({ method, url }) => !isLeftOut(`${method} ${url}`))
      .map((route) => async () => ({
        name: `${route.method} ${route.url}`,
        ...(await as(developer, clientId)(route.method, route.path, bodies[`${route.method} ${route.url}`])),
      }));

  it('has for another developer’s application the answer of an unknown one on every route, and nothing changes', async () => {
    const before = await fingerprint();
    const isLeftOut = (name: string) => CHOOSE.includes(name);
    const unknown = callAll('dev_ada', UNKNOWN, isLeftOut);
    for (const [index, call] of callAll('dev_ada', ben[1], isLeftOut).entries()) {
      const foreign = await call();
      const missing = await unknown[index]?.();
      const isQuiet = foreign.name === 'DELETE /api/tpp' || foreign.name === 'GET /api/prefills';
      expect([foreign.name, foreign.status < 400]).toEqual([foreign.name, isQuiet]);
      if (!isQuiet) expect([foreign.name, foreign.status]).toEqual([foreign.name, 404]);
      if (!isQuiet) expect(foreign.text).toContain('None of your applications has the client id');
      expect([foreign.status, foreign.text]).toEqual([missing?.status, missing?.text]);
      expect(foreign.text).not.toContain(ben[1]);
      expect(foreign.text).not.toContain(bens.iban);
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('is ignored by the calls about all applications', async () => {
    expect((await as('dev_ada', ben[0])('GET', ALL)).body).toEqual(await listOf('dev_ada'));
    expect((await as('dev_ada', ben[0])('POST', '/api/tpp')).status).toBe(204);
    expect(await listOf('dev_ben')).toHaveLength(2);
    expect(await listOf('dev_ada')).toHaveLength(2);
  });

  it.each([
    ['empty', ''],
    ['a list of two', `${UNKNOWN}, ${UNKNOWN}`],
    ['with a space', 'tpp 1'],
    ['a path', '../tpp_1'],
    ['a condition', `' or '1'='1`],
    ['too long', 'x'.repeat(65)],
    ['a pattern', 'tpp_%'],
  ])('is refused when it is %s, on every route, and nothing changes', async (_what, clientId) => {
    const before = await fingerprint();
    for (const call of callAll('dev_ada', clientId, () => false)) {
      const { name, status, body } = await call();
      expect([name, status, body]).toMatchObject([name, 400, { errors: [{ code: 'FORMAT_ERROR', path: 'header:Tpp-Client-Id' }] }]);
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('tells nothing without a session', async () => {
    for (const clientId of [ada[0], UNKNOWN, ''])
      expect((await house.send(undefined, 'GET', '/api/tpp', { headers: { 'tpp-client-id': clientId } })).status).toBe(401);
  });

  it('does not reach a customer of the developer’s other application', async () => {
    const [user] = await usersOf('dev_ada', ada[0]);
    const before = await fingerprint();
    const other = as('dev_ada', ada[1]);
    const at = `/api/tpp/customers/${user?.id}`;
    const answers = [
      await other('POST', '/api/tpp/psu', { id: user?.id, userName: user?.userName }),
      await other('GET', `${at}/accounts`),
      await other('POST', `${at}/accounts`, bodies['POST /api/tpp/customers/:id/accounts']),
      await other('PUT', `${at}/scenario`, { scenario: 'refuses' }),
      await other('DELETE', at),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await fingerprint()).toEqual(before);
  });
});
