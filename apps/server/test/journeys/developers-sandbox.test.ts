import { ApplicationIdentity, TokenUser, TokenUserList } from '@portico/contract';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestPerson } from '#modules/bank/index.ts';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

let house: DevelopersHouse;
const [ADA, BEN] = ['dev_ada', 'dev_ben'];

beforeAll(async () => {
  house = await openDevelopersHouse();
  for (const developer of [ADA, BEN]) expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
});
afterAll(() => house.close());

async function users(developer: string): Promise<TokenUserList> {
  const { body } = await house.send(developer, 'GET', '/api/tpp/psu');
  return Value.Parse(TokenUserList, body);
}

async function current(developer: string): Promise<TokenUser & { access_token: string }> {
  const [found, ...others] = (await users(developer)).filter(({ access_token: token }) => token !== undefined);
  expect(others).toEqual([]);
  if (found?.access_token === undefined) throw new Error('No test customer holds a token.');
  return { ...found, access_token: found.access_token };
}

const accountList = (bearer: string) => house.send(undefined, 'GET', '/api/v1/account-list', { bearer });
const count = async (text: string) => (await sql<{ count: number }>`${sql.raw(text)}`.execute(house.database.db)).rows[0]?.count;

describe("a developer's application", () => {
  it('is created once by concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => house.send('dev_race', 'POST', '/api/tpp')));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204]);
    expect(await count(`select count(*)::int as count from tpp_app where developer_id = 'dev_race'`)).toBe(1);
  });

  // Review of 25 November 2026, S3.
  it('is created at most ten times in 24 hours by one developer, at a bank with its own core too', async () => {
    const core = await openDevelopersHouse({ bank: 'adapter' });
    try {
      for (const [opened, developer] of [
        [house, 'dev_often'],
        [core, 'dev_often_at_a_bank'],
      ] as const) {
        const make = () => opened.send(developer, 'POST', '/api/tpp');
        for (let round = 0; round < 10; round += 1) {
          expect((await make()).status).toBe(204);
          // What exists already costs nothing.
          expect((await make()).status).toBe(204);
          expect((await opened.send(developer, 'DELETE', '/api/tpp')).status).toBe(204);
        }
        const refused = await make();
        expect([refused.status, refused.body]).toMatchObject([
          429,
          { errors: [{ code: 'RATE_LIMITED', text: expect.stringContaining('Try again in 24 h') }] },
        ]);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
        expect((await opened.send(developer, 'GET', '/api/tpp')).status).toBe(404);
        expect((await opened.send(`${developer}_else`, 'POST', '/api/tpp')).status).toBe(204);
        await opened.database.query(`update spent_allowance set spent_at = array(select t - interval '24 hours' from unnest(spent_at) t)`);
        expect((await make()).status).toBe(204);
      }
    } finally {
      await core.close();
    }
  });

  it('shows its identity with a masked secret, and reveals the secret on request', async () => {
    const identity = await house.send(ADA, 'GET', '/api/tpp');
    expect(identity.body).toMatchObject({
      clientName: 'My application',
      redirectionUris: [`${house.config.publicUrl}/?m=authCode`],
      contacts: ['dev_ada@example.com'],
      clientSecret: expect.stringMatching(/^•+$/),
      isSuspended: false,
    });
    expect(identity.headers['cache-control']).toBe('no-store');
    const revealed = await house.send(ADA, 'POST', '/api/tpp/secret/reveal');
    expect(revealed.body).toEqual({ clientSecret: expect.stringMatching(/^[\w-]{43}$/) });
    expect(revealed.headers['cache-control']).toBe('no-store');
    expect(await count(`select count(*)::int as count from audit_entry where event = 'application.secret-revealed'`)).toBe(1);
  });

  it('accepts the old and the new secret until the old one expires after a rotation', async () => {
    const before = (await house.send(BEN, 'POST', '/api/tpp/secret/reveal')).body;
    const after = (await house.send(BEN, 'POST', '/api/tpp/secret/rotation')).body;
    const { clientId } = Value.Parse(ApplicationIdentity, (await house.send(BEN, 'GET', '/api/tpp')).body);
    const secretOf = (body: unknown) => (typeof body === 'object' && body !== null && 'clientSecret' in body ? String(body.clientSecret) : '');
    const isSecret = (secret: string) => house.modules.tppApps.openClient(clientId).then((client) => client?.isSecret(secret) ?? false);
    expect(secretOf(after)).not.toBe(secretOf(before));
    expect([await isSecret(secretOf(before)), await isSecret(secretOf(after)), await isSecret('other')]).toEqual([true, true, false]);
    await house.database.query(`update tpp_app set previous_secret_until = now() - interval '1 second' where client_id = $1`, [clientId]);
    expect([await isSecret(secretOf(before)), await isSecret(secretOf(after)), await isSecret('')]).toEqual([false, true, false]);
  });

  it('accepts another name, other redirect URIs and other contacts', async () => {
    const change = {
      clientName: 'Näidis & Co',
      redirectionUris: ['https://shop.example/cb', 'http://127.0.0.1:3001/cb'],
      contacts: ['a@shop.example'],
    };
    expect((await house.send(ADA, 'PUT', '/api/tpp', { body: change })).body).toMatchObject(change);
  });

  it.each([
    [{ clientName: '' }],
    [{ clientName: ' x' }],
    [{ clientName: '<b>bank</b>' }],
    [{ clientName: 'a\u202eb' }],
    [{ clientName: 'x'.repeat(61) }],
    [{ redirectionUris: [] }],
    [{ redirectionUris: ['https://*.shop.example/'] }],
    [{ redirectionUris: ['https://shop.example/#x'] }],
    [{ redirectionUris: ['https://user@shop.example/'] }],
    [{ redirectionUris: ['http://shop.example/'] }],
    [{ redirectionUris: ['javascript:alert(1)'] }],
    [{ redirectionUris: ['https://shop.example/', 'https://shop.example/'] }],
    [{ contacts: [] }],
    [{ contacts: ['nobody'] }],
    [{ contacts: ['a@b.example, c@d.example'] }],
    [{ contacts: ['a@b.example\r\nBcc: c@d.example'] }],
    [{ clientId: 'mine' }],
    [{ registeredName: 'Bank' }],
    [{ sandboxId: 'demo' }],
  ])('refuses the change %j', async (body) => {
    const before = (await house.send(ADA, 'GET', '/api/tpp')).body;
    const refused = await house.send(ADA, 'PUT', '/api/tpp', { body });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path: expect.any(String) }] });
    expect((await house.send(ADA, 'GET', '/api/tpp')).body).toEqual(before);
  });
});

describe('test customers', () => {
  it('are sorted by user name, and the customer of the guides holds the first token', async () => {
    const list = await users(ADA);
    expect(list.map(({ userName }) => userName)).toEqual(list.map(({ userName }) => userName).toSorted());
    expect((await current(ADA)).customer).toMatchObject({ name: 'Liis', surname: 'Näidis' });
    for (const country of ['ee', 'lv', 'lt']) expect(list.filter((user) => user.country === country && user.type === 'company')).toHaveLength(1);
  });

  it('of two developers share no id, user name or national identity number', async () => {
    const [adas, bens] = [await users(ADA), await users(BEN)];
    const marks = (list: TokenUserList) => list.flatMap(({ id, userName, customer }) => [id, userName, customer.nationalIdentityNumber]);
    expect(new Set([...marks(adas), ...marks(bens)]).size).toBe(marks(adas).length + marks(bens).length);
  });

  it('are chosen one at a time: the token of the previous one stops working', async () => {
    const [before, next] = [await current(ADA), (await users(ADA))[3]];
    if (next === undefined) throw new Error('There are too few customers.');
    const { status, body } = await house.send(ADA, 'POST', '/api/tpp/psu', { body: { id: next.id, userName: next.userName } });
    expect(status).toBe(200);
    expect(Value.Parse(TokenUser, body).id).toBe(next.id);
    expect((await accountList(before.access_token)).status).toBe(401);
    expect((await accountList((await current(ADA)).access_token)).status).toBe(200);
  });

  it('have one valid token after concurrent choices', async () => {
    const [first, second] = await users(ADA);
    const choose = (user: TokenUser | undefined) => house.send(ADA, 'POST', '/api/tpp/psu', { body: { id: user?.id, userName: user?.userName } });
    const answers = await Promise.all([choose(first), choose(second), choose(first), choose(second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const tokens = answers.map(({ body }) => Value.Parse(TokenUser, body).access_token ?? '');
    const alive = [];
    for (const token of tokens) if ((await accountList(token)).status === 200) alive.push(token);
    expect(alive).toEqual([(await current(ADA)).access_token]);
  });

  it('cannot be chosen from a stale page', async () => {
    const holder = await current(ADA);
    const body = { id: holder.id, userName: holder.userName, access_token: 'an-older-token', expiresAt: holder.expiresAt };
    const refused = await house.send(ADA, 'POST', '/api/tpp/psu', { body });
    expect([refused.status, refused.body]).toMatchObject([409, { errors: [{ code: 'PAGE_STALE' }] }]);
    expect((await current(ADA)).access_token).toBe(holder.access_token);
  });

  it('get a new token, and the chosen one is listed first', async () => {
    const before = await current(ADA);
    const { status, body } = await house.send(ADA, 'GET', '/api/tpp/refresh');
    expect(status).toBe(200);
    const [first] = Value.Parse(TokenUserList, body);
    expect(first?.id).toBe(before.id);
    expect(first?.access_token).not.toBe(before.access_token);
    expect((await accountList(before.access_token)).status).toBe(401);
  });

  it.each([
    ['another page', { origin: 'https://evil.example' }],
    ['no request id', { 'x-request-id': '' }],
    ['a form', { 'content-type': 'text/plain' }],
  ])('get no new token for a request with %s', async (_why, headers) => {
    const before = await current(ADA);
    const refused = await house.send(ADA, 'GET', '/api/tpp/refresh', { headers });
    expect([refused.status, refused.body]).toMatchObject([403, { errors: [{ code: 'ORIGIN_DENIED' }] }]);
    expect((await current(ADA)).access_token).toBe(before.access_token);
  });

  it('show their accounts to their token', async () => {
    const { status, body } = await accountList((await current(ADA)).access_token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accounts: [{ iban: expect.any(String), currency: 'EUR', name: expect.any(String) }, {}] });
  });
});

describe('a reset', () => {
  it('deletes stored payloads, lifts blocks and keeps the token', async () => {
    const { id, access_token: bearer } = await current(ADA);
    const { rows } = await house.database.query('select country, national_identity_number as "nationalIdentityNumber" from customer where id = $1', [
      id,
    ]);
    const person = digestPerson(house.platform.config.keys, Object(rows[0]));
    await house.database.query(
      `insert into person_attempt (sandbox_id, person, method, failures) select sandbox_id, $2, 'SMART_ID', 4 from customer where id = $1`,
      [id, person],
    );
    await house.database.query(
      `insert into client_payload (sandbox_id, customer_id, api_id, payload) select sandbox_id, id, 'payments', '{"a":1}' from customer where id = $1`,
      [id],
    );
    const payload = () => house.send(undefined, 'GET', '/api/v1/client-payload?apiId=payments', { bearer });
    expect((await payload()).body).toEqual({ payload: { a: 1 }, isReset: false });
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer })).status).toBe(204);
    expect((await payload()).body).toEqual({ payload: null, isReset: true });
    expect(await count(`select count(*)::int as count from person_attempt where person = '${person}'`)).toBe(0);
    expect((await accountList(bearer)).status).toBe(200);
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });

  it('of a stored payload needs a valid token in the body', async () => {
    const { access_token: accessToken } = await current(ADA);
    expect((await house.send(undefined, 'DELETE', '/api/v1/client-payload', { body: { accessToken } })).status).toBe(204);
    expect((await house.send(undefined, 'DELETE', '/api/v1/client-payload', { body: { accessToken: 'x'.repeat(43) } })).status).toBe(401);
    expect((await house.send(undefined, 'DELETE', '/api/v1/client-payload')).status).toBe(401);
  });
});

describe('the test clock', () => {
  it('advances the expiry of tokens, and returns to real time when confirmed', async () => {
    const before = await current(BEN);
    await house.send(BEN, 'POST', '/api/tpp/clock/advance', { body: { minutes: 20 } });
    const expiry = async () => Date.parse((await current(BEN)).expiresAt ?? '');
    const earlier = (Date.parse(before.expiresAt ?? '') - (await expiry())) / 60_000;
    expect(Math.round(earlier)).toBe(20);
    const advanced = await house.send(BEN, 'POST', '/api/tpp/clock/advance', { body: { months: 1 } });
    expect(advanced.body).toMatchObject({ isRealTime: false });
    expect((await accountList(before.access_token)).body).toMatchObject({ tppMessages: [{ code: 'TOKEN_EXPIRED' }] });
    expect(await expiry()).toBeLessThanOrEqual(Date.now());
    expect((await house.send(BEN, 'GET', '/api/tpp/refresh')).status).toBe(200);
    expect(await expiry()).toBeGreaterThan(Date.now());
    expect((await house.send(BEN, 'DELETE', '/api/tpp/clock', { body: {} })).status).toBe(400);
    const back = await house.send(BEN, 'DELETE', '/api/tpp/clock', { body: { confirm: true } });
    expect(back.body).toMatchObject({ isRealTime: true });
    expect((await accountList((await current(BEN)).access_token)).status).toBe(200);
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });

  it.each([[{}], [{ minutes: 0 }], [{ minutes: -5 }], [{ days: 1, months: 1 }], [{ months: 13 }], [{ years: 1 }], [{ days: '1' }]])(
    'refuses the step %j',
    async (body) => {
      expect((await house.send(BEN, 'POST', '/api/tpp/clock/advance', { body })).status).toBe(400);
    },
  );
});

describe('a scenario', () => {
  const choose = async (scenario: string) => house.send(ADA, 'PUT', `/api/tpp/customers/${(await current(ADA)).id}/scenario`, { body: { scenario } });

  it('makes the API return 503 as long as it is bankDown', async () => {
    const { access_token: bearer } = await current(ADA);
    expect((await choose('bankDown')).body).toMatchObject({ scenario: 'bankDown' });
    const down = await accountList(bearer);
    expect([down.status, down.body]).toMatchObject([503, { tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }] }]);
    await choose('approves');
    expect((await accountList(bearer)).status).toBe(200);
  });

  it('sets the available balance to zero as long as it is notEnoughMoney', async () => {
    const { id } = await current(ADA);
    const owner = {
      sandboxId: (await house.modules.tppApps.findByDeveloper(house.database.db, { developerId: ADA }))?.sandboxId ?? '',
      customerId: id,
    };
    const [account] = await house.modules.bank.listAccounts(house.database.db, owner);
    const available = async () => (await house.modules.bank.findAccount(house.database.db, owner, account?.iban ?? ''))?.availableCents;
    const before = await available();
    await choose('notEnoughMoney');
    expect(await available()).toBe(0);
    await choose('approves');
    expect(await available()).toBe(before);
  });

  it.each(['nothing', ''])('%j is refused', async (scenario) => {
    expect((await choose(scenario)).status).toBe(400);
  });
});

describe('a developer’s access', () => {
  const MATRIX: readonly (readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string, unknown])[] = [
    ['DELETE', '/api/tpp/customers/{id}', undefined],
    ['GET', '/api/tpp/customers/{id}/accounts', undefined],
    ['POST', '/api/tpp/customers/{id}/accounts', { name: 'X', currency: 'EUR', openingBalance: '1' }],
    ['DELETE', '/api/tpp/customers/{id}/accounts/{iban}', undefined],
    ['PUT', '/api/tpp/customers/{id}/scenario', { scenario: 'refuses' }],
  ];

  it.each(MATRIX)("returns for another developer's customer the 404 of an unknown one: %s %s", async (method, path, body) => {
    const [mine] = await users(BEN);
    const accounts = await house.send(BEN, 'GET', `/api/tpp/customers/${mine?.id}/accounts`);
    const iban = /"iban":"(\w+)"/.exec(accounts.text)?.[1] ?? '';
    const to = (id: string) => house.send(ADA, method, path.replace('{id}', id).replace('{iban}', iban), { body });
    const [foreign, missing] = [await to(mine?.id ?? ''), await to('cus_00000000000000000000000000')];
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect(missing.status).toBe(404);
    expect((await house.send(BEN, 'GET', `/api/tpp/customers/${mine?.id}/accounts`)).text).toBe(accounts.text);
  });

  it('does not extend to choosing another developer’s customer', async () => {
    const [bens] = await users(BEN);
    const choose = (id: string | undefined) => house.send(ADA, 'POST', '/api/tpp/psu', { body: { id, userName: 'x' } });
    const [foreign, missing] = [await choose(bens?.id), await choose('cus_00000000000000000000000000')];
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
  });

  /** The schema says nothing of a sandbox. */
  const PUBLIC = '/api/tpp/sandbox/document/schema';

  it('needs a session on every route of developers', async () => {
    const own = house.routes.filter(({ method, url }) => /^\/api\/tpp(\/|$)/.test(url) && !['HEAD', 'OPTIONS'].includes(method) && url !== PUBLIC);
    expect(own.length).toBeGreaterThanOrEqual(16);
    for (const { method, url } of own) {
      const body = BODIES[`${method} ${url}`];
      const answer = await house.send(undefined, method, url, body === undefined ? {} : { body });
      expect([method, url, answer.status]).toEqual([method, url, 401]);
    }
  });

  const BODIES: Readonly<Record<string, unknown>> = {
    'PUT /api/tpp': {},
    'POST /api/tpp/applications': { clientName: 'Second' },
    'POST /api/tpp/psu': { id: 'x', userName: 'x' },
    'POST /api/tpp/customers': { country: 'ee', type: 'person', firstName: 'A', surname: 'B' },
    'POST /api/tpp/customers/:id/accounts': { name: 'X', currency: 'EUR', openingBalance: '1' },
    'PUT /api/tpp/customers/:id/scenario': { scenario: 'refuses' },
    'POST /api/tpp/clock/advance': { days: 1 },
    'DELETE /api/tpp/clock': { confirm: true },
    'POST /api/tpp/sandbox/seed': { seed: 'ci-1', confirm: true },
    'POST /api/tpp/certificates': { roles: ['ais'], lifetime: 'day', keyType: 'p256' },
    'POST /api/tpp/certificates/signing-requests': { pem: 'x', use: 'web', roles: ['ais'], lifetime: 'day' },
    'POST /api/tpp/certificates/uploads': { pem: 'x' },
    'PUT /api/tpp/certificates/profile': { profile: 'basic', signsRequests: false },
    'POST /api/tpp/notifications/endpoints': { url: 'https://shop.example/hooks', kinds: ['payment'] },
    'PUT /api/tpp/notifications/endpoints/:endpointId': { isEnabled: false },
    'POST /api/tpp/notifications/retries': { endpointId: 'end_x' },
    'POST /api/tpp/sandbox/tables': { tables: ['User name,Scenario\n', 'IBAN,User name,Booked balance\n'] },
  };

  it('is refused with 404 as long as the developer has no application', async () => {
    for (const url of ['/api/tpp', '/api/tpp/psu', '/api/tpp/refresh', '/api/tpp/clock']) {
      expect([(await house.send('dev_new', 'GET', url)).status, url]).toEqual([404, url]);
    }
    expect((await house.send('dev_new', 'DELETE', '/api/tpp')).status).toBe(204);
  });
});

describe('the database', () => {
  it('holds no secret and no token in any readable form', async () => {
    const revealed = (await house.send(ADA, 'POST', '/api/tpp/secret/reveal')).text;
    const secrets = [/"clientSecret":"([\w-]+)"/.exec(revealed)?.[1] ?? '', (await current(ADA)).access_token];
    expect(secrets.every((secret) => secret.length === 43)).toBe(true);
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(house.database.db);
    for (const { name } of rows) {
      const { rows: found } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} as t`.execute(house.database.db);
      const dump = found.map(({ text }) => text).join('\n');
      for (const secret of secrets) {
        const forms = [
          secret,
          Buffer.from(secret).toString('hex'),
          Buffer.from(secret).toString('base64url'),
          Buffer.from(secret, 'base64url').toString('hex'),
        ];
        for (const form of forms) expect(dump.includes(form), name).toBe(false);
      }
    }
  });
});

describe('an application that an operator suspends', () => {
  it('is refused with SERVICE_BLOCKED until the suspension is lifted, and its tokens stay invalid', async () => {
    await house.send('dev_bad', 'POST', '/api/tpp');
    const { access_token: bearer } = await current('dev_bad');
    const clientId = /"clientId":"(\w+)"/.exec((await house.send('dev_bad', 'GET', '/api/tpp')).text)?.[1] ?? '';
    expect(await house.modules.onboarding.setSuspended(clientId, true)).toBe(true);
    const blocked = await accountList(bearer);
    expect([blocked.status, blocked.body]).toMatchObject([403, { tppMessages: [{ code: 'SERVICE_BLOCKED' }] }]);
    expect((await house.send('dev_bad', 'GET', '/api/tpp/refresh')).status).toBe(409);
    expect(await house.modules.tppApps.findByClientId(clientId)).toBeUndefined();
    expect(await house.modules.onboarding.setSuspended(clientId, false)).toBe(true);
    expect((await accountList(bearer)).body).toMatchObject({ tppMessages: [{ code: 'TOKEN_EXPIRED' }] });
    expect((await house.send('dev_bad', 'GET', '/api/tpp/refresh')).status).toBe(200);
    expect(await house.modules.onboarding.setSuspended('tpp_none', true)).toBe(false);
  });
});

describe('a developer who deletes their application', () => {
  it('has no rows left outside the audit log, which still verifies', async () => {
    await house.send('dev_gone', 'POST', '/api/tpp');
    const { access_token: bearer } = await current('dev_gone');
    const row = await sql<{ sandbox_id: string }>`select sandbox_id from tpp_app where developer_id = 'dev_gone'`.execute(house.database.db);
    const sandboxId = row.rows[0]?.sandbox_id ?? '';
    expect((await house.send('dev_gone', 'DELETE', '/api/tpp')).status).toBe(204);
    expect((await accountList(bearer)).status).toBe(401);
    expect((await house.send('dev_gone', 'GET', '/api/tpp')).status).toBe(404);
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'sandbox_id' and table_name not in ('audit_entry', 'audit_chain')`.execute(house.database.db);
    for (const { name } of rows)
      expect([name, await count(`select count(*)::int as count from ${name} where sandbox_id = '${sandboxId}'`)]).toEqual([name, 0]);
    expect((await house.modules.audit.verify(house.database.db)).findings).toEqual([]);
    expect(await users(ADA)).not.toEqual([]);
    expect((await house.send('dev_gone', 'POST', '/api/tpp')).status).toBe(204);
  });
});
