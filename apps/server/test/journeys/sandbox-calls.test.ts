/** The developers' calls of the specification, word by word: what they answer, to whom, and what they leave alone. */
import { TokenUser, TokenUserList } from '@portico/contract';
import { textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankDay } from '../../src/testing/bank-day.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const DEVELOPER = 'dev_calls';

let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse();
  expect((await call('POST', '/api/tpp')).status).toBe(204);
});
afterAll(() => house.close());

const call = (method: string, url: string, body?: unknown) => house.send(DEVELOPER, method, url, body === undefined ? {} : { body });
const users = async (): Promise<TokenUserList> => Value.Parse(TokenUserList, (await call('GET', '/api/tpp/psu')).body);
const holder = async () => (await users()).find(({ access_token: token }) => token !== undefined);
const tokenOf = (user: TokenUser | undefined) => user?.access_token ?? '';
const choose = (user: TokenUser | undefined, change: object = {}) =>
  call('POST', '/api/tpp/psu', { id: user?.id, userName: user?.userName, ...change });

/** As an application calls: nothing but the token. */
async function asApplication(method: 'GET' | 'POST' | 'DELETE', url: string, bearer?: string, body?: object, headers: Record<string, string> = {}) {
  const response = await house.app.inject({
    method,
    url,
    headers: { ...headers, host: new URL(house.config.publicUrl).host, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

describe('POST /tpp/psu', () => {
  it('returns the customer with a new token and expiry, not with those that the page sent', async () => {
    const before = await holder();
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const answer = Value.Parse(TokenUser, (await choose(before, { access_token: before?.access_token, expiresAt })).body);
    expect(answer.id).toBe(before?.id);
    expect(answer.access_token).toMatch(/^[\w-]{43}$/);
    expect(answer.access_token).not.toBe(before?.access_token);
    expect(Date.parse(answer.expiresAt ?? '')).toBeLessThan(Date.parse(expiresAt));
    expect(await holder()).toEqual(answer);
  });

  it.each<[string, object, number, string]>([
    ['another user name', { userName: 'somebody.else' }, 409, 'PAGE_STALE'],
    ['an older token', { access_token: 'x'.repeat(43) }, 409, 'PAGE_STALE'],
    ['an unknown customer', { id: 'cus_none' }, 404, 'NOT_FOUND'],
    ['no customer', { id: undefined }, 400, 'FORMAT_ERROR'],
    ['no user name', { userName: undefined }, 400, 'FORMAT_ERROR'],
    ['a field nobody knows', { role: 'admin' }, 400, 'FORMAT_ERROR'],
    ['a number for a token', { access_token: 7 }, 400, 'FORMAT_ERROR'],
  ])('refuses %s and changes nothing', async (_what, change, status, code) => {
    const before = await users();
    const refused = await choose(before[1], change);
    expect([refused.status, refused.body]).toMatchObject([status, { errors: [{ code }] }]);
    expect(await users()).toEqual(before);
  });
});

describe('with the token alone, without X-Request-ID', () => {
  it.each([
    ['GET', '/api/v1/account-list', 200],
    ['GET', '/api/v1/client-payload?apiId=payments', 200],
    ['DELETE', '/api/v1/client-payload', 204],
    ['DELETE', '/api/v1/sandbox/reset', 204],
  ] as const)('%s %s returns %i', async (method, url, status) => {
    expect((await asApplication(method, url, tokenOf(await holder()))).status).toBe(status);
  });

  it.each([
    ['GET', '/api/v1/account-list'],
    ['GET', '/api/v1/client-payload?apiId=payments'],
    ['DELETE', '/api/v1/client-payload'],
    ['DELETE', '/api/v1/sandbox/reset'],
  ] as const)('%s %s refuses a missing, an unknown and a replaced token', async (method, url) => {
    const past = tokenOf(await holder());
    await choose(await holder());
    for (const bearer of [undefined, 'x'.repeat(43), past]) {
      expect(await asApplication(method, url, bearer)).toMatchObject({ status: 401, body: { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] } });
    }
  });
});

describe('DELETE /v1/sandbox/reset', () => {
  it('does not change the test clock', async () => {
    expect((await call('POST', '/api/tpp/clock/advance', { minutes: 5 })).status).toBe(200);
    expect((await asApplication('DELETE', '/api/v1/sandbox/reset', tokenOf(await holder()))).status).toBe(204);
    expect((await call('GET', '/api/tpp/clock')).body).toMatchObject({ isRealTime: false });
    expect((await call('DELETE', '/api/tpp/clock', { confirm: true })).status).toBe(200);
  });

  it('works during the scenario bankDown, as payloads do; the account list returns 503', async () => {
    const current = await holder();
    const play = (scenario: string) => call('PUT', `/api/tpp/customers/${current?.id ?? ''}/scenario`, { scenario });
    await play('bankDown');
    expect((await asApplication('DELETE', '/api/v1/sandbox/reset', tokenOf(current))).status).toBe(204);
    expect((await asApplication('GET', '/api/v1/client-payload?apiId=payments', tokenOf(current))).status).toBe(200);
    expect((await asApplication('GET', '/api/v1/account-list', tokenOf(current))).status).toBe(503);
    expect((await call('GET', '/api/prefills')).status).toBe(200);
    await play('approves');
  });
});

describe('the client payload', () => {
  const pay = (bearer: string, body: object) =>
    asApplication('POST', '/api/v1/payments/sepa-credit-transfers', bearer, body, { 'x-request-id': crypto.randomUUID() });
  const read = (bearer: string, apiId: string) => asApplication('GET', `/api/v1/client-payload?apiId=${apiId}`, bearer);
  const NONE = { payload: null, isReset: true };

  it('is the last request body sent to that section for this customer, also of a refused call, until it is deleted', async () => {
    const bearer = tokenOf(await holder());
    expect((await read(bearer, 'payments')).body).toEqual(NONE);
    for (const body of [{ creditorName: 'First' }, { creditorName: 'Second', extra: [1, null] }]) {
      expect((await pay(bearer, body)).status).toBe(400);
      expect((await read(bearer, 'payments')).body).toEqual({ payload: body, isReset: false });
    }
    expect((await read(bearer, 'consents')).body).toEqual(NONE);
    expect((await asApplication('DELETE', '/api/v1/client-payload', undefined, { accessToken: bearer })).status).toBe(204);
    expect((await read(bearer, 'payments')).body).toEqual(NONE);
  });

  it('is stored for each customer, and a reset deletes only that customer’s', async () => {
    const first = await holder();
    await pay(tokenOf(first), { creditorName: 'His' });
    const other = Value.Parse(TokenUser, (await choose((await users()).find(({ id }) => id !== first?.id))).body);
    expect((await read(tokenOf(other), 'payments')).body).toEqual(NONE);
    await asApplication('DELETE', '/api/v1/sandbox/reset', tokenOf(other));
    const again = Value.Parse(TokenUser, (await choose(first, { access_token: undefined })).body);
    expect((await read(tokenOf(again), 'payments')).body).toEqual({ payload: { creditorName: 'His' }, isReset: false });
    await asApplication('DELETE', '/api/v1/sandbox/reset', tokenOf(again));
    expect((await read(tokenOf(again), 'payments')).body).toEqual(NONE);
  });

  it('is not stored if it contains NUL or is too large; the call itself is refused too', async () => {
    const bearer = tokenOf(await holder());
    await asApplication('DELETE', '/api/v1/client-payload', bearer);
    for (const body of [{ creditorName: 'a\u0000b' }, { creditorName: 'x'.repeat(70_000) }])
      expect((await pay(bearer, body)).status).toBeGreaterThanOrEqual(400);
    expect((await read(bearer, 'payments')).body).toEqual(NONE);
  });

  it.each(['authorisations', 'cancellation-authorisations'])('is not replaced by the body that starts one of the %s of a payment', async (below) => {
    const bearer = tokenOf(await holder());
    await pay(bearer, { creditorName: 'Kept' });
    const headers = { 'x-request-id': '0b6ab3a6-63a5-4a1b-9d0e-6f8d4f1c2a10' };
    await asApplication('POST', `/api/v1/payments/sepa-credit-transfers/pay_x/${below}`, bearer, {}, headers);
    expect((await read(bearer, 'payments')).body).toEqual({ payload: { creditorName: 'Kept' }, isReset: false });
  });

  it('is not stored for a call with an unknown token', async () => {
    await pay('x'.repeat(43), { creditorName: 'Nobody' });
    const { rows } = await house.database.query(`select 1 from client_payload where payload::text like '%Nobody%'`, []);
    expect(rows).toEqual([]);
  });

  it.each(['', '?apiId=', '?apiId=../x', '?apiId=payments&apiId=consents', '?apiId=payments&other=1'])(
    'cannot be read with the query %j',
    async (query) => {
      const refused = await asApplication('GET', `/api/v1/client-payload${query}`, tokenOf(await holder()));
      expect(refused).toMatchObject({ status: 400, body: { tppMessages: [{ code: 'FORMAT_ERROR' }] } });
    },
  );

  it.each([[{}], [{ accessToken: '' }], [{ accessToken: 1 }], [{ accessToken: 'x', apiId: 'payments' }], [[]]])(
    'cannot be deleted with the body %j',
    async (body) => {
      const refused = await asApplication('DELETE', '/api/v1/client-payload', tokenOf(await holder()), body);
      expect(refused).toMatchObject({ status: 400, body: { tppMessages: [{ code: 'FORMAT_ERROR' }] } });
    },
  );
});

describe('GET /prefills', () => {
  it('returns the developer’s values and the id of every customer', async () => {
    const list = await users();
    const now = new Date(textOf((await call('GET', '/api/tpp/clock')).body, 'now'));
    expect((await call('GET', '/api/prefills')).body).toMatchObject({
      prefills: {
        login: { authorize: { client_id: expect.stringMatching(/^tpp_/), redirect_uri: `${house.config.publicUrl}/?m=authCode`, realm: 'psd2' } },
        oauth2: { getAccessToken: { grant_type: 'authorization_code' }, token: { grant_type: 'authorization_code' } },
        accounts: { getTransactionList: { bookingStatus: 'both', dateFrom: bankDay(-30, now) } },
      },
      fallbackUserToUserMap: Object.fromEntries(list.map(({ userName, id }) => [userName, id])),
      iban: textOf((await asApplication('GET', '/api/v1/account-list', tokenOf(await holder()))).body, 'accounts', '0', 'iban'),
    });
  });

  it('returns neither client nor customers without a session', async () => {
    const { status, body, text } = await house.send(undefined, 'GET', '/api/prefills');
    expect([status, body]).toMatchObject([200, { fallbackUserToUserMap: {} }]);
    expect(text).not.toMatch(/client_id|redirect_uri|secret|access_token/);
  });
});
