/** What a customer learns about each reading of their data, and about the permissions that followed one another. */
import type { PermissionReading } from '@portico/contract';
import { member, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type AtTheBank, CHOSEN_ONCE, openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';

let house: PermissionsHouse;
beforeAll(async () => {
  house = await openPermissionsHouse('dev_readings');
});
afterAll(() => house.close());

const DAY_MS = 24 * 60 * 60_000;
const THERE = { 'psu-ip-address': '192.0.2.1' };
const read = async (token: string, consentId: string, path: string, headers: Record<string, string> = {}) => {
  const { status, body, text } = await house.send(undefined, 'GET', `/api/v1${path}`, {
    bearer: token,
    headers: { 'consent-id': consentId, ...headers },
  });
  expect(status, text).toBe(200);
  return body;
};
const counts = ({ what, iban, withCustomer, withoutCustomer }: PermissionReading) => [what, iban, withCustomer, withoutCustomer];

async function open(country: 'ee' | 'lv' | 'lt' = 'ee'): Promise<{ token: string; at: AtTheBank }> {
  const user = house.customer(country, 'person');
  const token = await house.tokenOf(user);
  expect((await house.pages.call(token, 'DELETE', '/api/v1/sandbox/reset')).status).toBe(204);
  return { token, at: await house.atTheBank(user) };
}

describe('the readings of a permission', () => {
  it('count each kind of data of each account, with the customer and without', async () => {
    const { token, at } = await open();
    const { id } = await house.give(token, at);
    expect((await at.readings(id)).readings).toEqual([]);
    const accounts = await read(token, id, '/accounts', THERE);
    const [accountId, iban] = ['resourceId', 'iban'].map((name) => textOf(member(accounts, 'accounts', '0'), name));
    await read(token, id, `/accounts/${accountId}`);
    for (let times = 0; times < 2; times += 1) await read(token, id, `/accounts/${accountId}/balances`);
    await read(token, id, `/accounts/${accountId}/balances`, THERE);
    const from = new Date(Date.now() - 60 * DAY_MS).toISOString().slice(0, 10);
    const booked = await read(token, id, `/accounts/${accountId}/transactions?bookingStatus=booked&dateFrom=${from}`);
    const transactions = member(booked, 'transactions', 'booked');
    for (const entry of (Array.isArray(transactions) ? transactions : []).slice(0, 3))
      await read(token, id, `/accounts/${accountId}/transactions/${textOf(entry, 'transactionId')}`, THERE);
    const { readings, next } = await at.readings(id);
    const single = Math.min(3, Array.isArray(transactions) ? transactions.length : 0);
    expect(readings.map(counts).sort()).toEqual(
      [
        ['accounts', undefined, 1, 0],
        ['account', iban, 0, 1],
        ['balances', iban, 1, 2],
        ['transactions', iban, 0, 1],
        ...(single === 0 ? [] : [['transaction', iban, single, 0]]),
      ].sort(),
    );
    expect(next).toBeUndefined();
    for (const { accountName, what } of readings) expect(accountName === undefined).toBe(what === 'accounts');
    expect(readings.reduce((sum, { withCustomer, withoutCustomer }) => sum + withCustomer + withoutCustomer, 0)).toBe(
      (await at.one(id)).readingsLately,
    );
  });

  it('come by ten days, the latest first, and stay after the permission has ended', async () => {
    const { token, at } = await open('lv');
    const { id } = await house.give(token, at);
    const days = 12;
    for (let day = 0; day < days; day += 1) {
      await read(await house.tokenOf(house.customer('lv', 'person')), id, '/accounts');
      if (day < days - 1) await house.advance({ days: 1 });
    }
    const later = await house.atTheBank(house.customer('lv', 'person'));
    expect((await later.withdraw(id)).status).toBe(200);
    const first = await later.readings(id);
    const seen = first.readings.map(({ on }) => on);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
    expect([seen.length, first.next]).toEqual([10, seen.at(-1)]);
    const second = await later.readings(id, `?before=${first.next}`);
    expect([second.readings.length, second.next]).toEqual([2, undefined]);
    expect(second.readings.every(({ on }) => on < String(first.next))).toBe(true);
  });

  it('count no refused reading and no reading after the withdrawal', async () => {
    const { token, at } = await open('lt');
    const { id } = await house.give(token, at, CHOSEN_ONCE);
    const refused = await house.send(undefined, 'GET', '/api/v1/accounts/unknown', { bearer: token, headers: { 'consent-id': id } });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await at.readings(id)).readings).toEqual([]);
    expect((await at.withdraw(id)).status).toBe(200);
    expect((await house.send(undefined, 'GET', '/api/v1/accounts', { bearer: token, headers: { 'consent-id': id } })).status).toBe(401);
    expect((await at.readings(id)).readings).toEqual([]);
  });

  it('of a statement are not stored; of an unknown permission, or another customer’s, answer 404', async () => {
    const { token, at } = await open('lv');
    const iban = await house.pages.firstIban(token);
    const period = { dateFrom: '2026-01-01', dateTo: '2026-06-30' };
    const statement = await house.give(token, at, { account: { iban }, ...period }, 'transactions-statement');
    expect(await at.readings(statement.id)).toMatchObject({ readings: [] });
    const { id } = await house.give(token, at);
    const other = await house.atTheBank(house.customer('ee', 'person'));
    for (const [from, unknown] of [
      [other, id],
      [other, statement.id],
      [at, 'cns_00000000000000000000000000'],
      [at, 'withdraw-all'],
    ] as const)
      expect((await from.send('GET', `/${unknown}/readings`)).status).toBe(404);
  });

  it.each(['yesterday', '2026-13-01', '2026-1-1', '', '2026-11-20T00:00:00Z', "2026-11-20'--"])('refuse before=%j with 400', async (before) => {
    const at = await house.atTheBank(house.customer('ee', 'person'));
    expect((await at.send('GET', `/cns_1/readings?before=${encodeURIComponent(before)}`)).status).toBe(400);
  });

  it('take a day that no calendar has as a place in the order', async () => {
    const { token, at } = await open();
    const { id } = await house.give(token, at);
    await read(token, id, '/accounts');
    expect((await at.readings(id, '?before=2999-02-31')).readings).toHaveLength(1);
    expect((await at.readings(id, '?before=2000-02-31')).readings).toEqual([]);
  });

  it('need a sign-in', async () => {
    const { token, at } = await open();
    const { id } = await house.give(token, at);
    expect((await at.browser.send('DELETE', '/bank/session')).status).toBe(204);
    expect((await at.send('GET', `/${id}/readings`)).status).toBe(410);
  });
});

describe('permissions of one application that follow one another', () => {
  it('name each other', async () => {
    const { token, at } = await open();
    const first = await house.give(token, at);
    const second = await house.give(token, at, { ...EVERY_ACCOUNT, frequencyPerDay: 2 });
    const [older, newer] = [await at.one(first.id), await at.one(second.id)];
    expect(older.end).toMatchObject({ how: 'replaced', replacedBy: second.id });
    expect(newer.replaces).toEqual({ permissionId: first.id, givenAt: older.givenAt });
    expect(older.replaces).toBeUndefined();
    expect((await at.list()).permissions[0]?.replaces).toBeUndefined();
  });
});
