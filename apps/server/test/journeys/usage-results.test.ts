/** The consents and payments of a developer's own application by status, and the readings that its consents have left today. */
import { type ConsentReadings, UsageResults } from '@portico/contract';
import { CONSENT_START_SECONDS } from '@portico/contract/values';
import { textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { msUntilBankDay } from '../../src/testing/bank-day.ts';
import { houseDay, houseNow, moveHouse } from '../house/avoid-midnight.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const [ADA, BEN, CARL] = ['dev_ada', 'dev_ben', 'dev_carl'];
const PATH = '/api/tpp/usage/results';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Holder {
  readonly bearer: string;
  readonly customerId: string;
  readonly sandboxId: string;
  readonly appId: string;
}

let house: DevelopersHouse;
let ada: Holder;
let ben: Holder;
beforeAll(async () => {
  house = await openDevelopersHouse();
  for (const developer of [ADA, BEN]) expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  [ada, ben] = [await holder(ADA), await holder(BEN)];
});
afterAll(() => house.close());
beforeEach(async () => {
  for (const table of ['consent_use', 'consent_account', 'consent', 'payment_status_change', 'payment'])
    await house.database.query(`delete from ${table}`);
});
afterEach(() => moveHouse(house.database, 0));

async function holder(developer: string): Promise<Holder> {
  const users: unknown = (await house.send(developer, 'GET', '/api/tpp/psu')).body;
  const { id, access_token: bearer } = Object([users].flat().find((user) => 'access_token' in Object(user)));
  const { rows } = await house.database.query('select sandbox_id, app_id from tpp_app where developer_id = $1', [developer]);
  return { bearer: String(bearer), customerId: String(id), sandboxId: textOf(rows[0], 'sandbox_id'), appId: textOf(rows[0], 'app_id') };
}

async function resultsOf(developer: string, period = '24h'): Promise<UsageResults> {
  const { status, body } = await house.send(developer, 'GET', `${PATH}?period=${period}`);
  expect(status).toBe(200);
  return Value.Parse(UsageResults, body);
}

const GLOBAL = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
const ONE_OFF = { ...GLOBAL, recurringIndicator: false, frequencyPerDay: 1 };

async function ask({ bearer }: Holder, request: object = GLOBAL, headers: Record<string, string> = {}): Promise<string> {
  const initiation = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${house.config.publicUrl}/back`, ...headers };
  const { status, body, text } = await house.send(undefined, 'POST', '/api/v1/consents', { bearer, body: request, headers: initiation });
  if (status !== 201) throw new Error(text);
  return textOf(body, 'consentId');
}

async function give(from: Holder, request?: object): Promise<string> {
  const { sandboxId, customerId } = from;
  const consentId = await ask(from, request);
  await house.platform.write((context) => house.modules.access.consents.sign(context, { sandboxId, consentId, customerId, ibans: undefined }));
  return consentId;
}

const call = ({ bearer }: Holder, method: string, path: string, headers: Record<string, string> = {}) =>
  house.send(undefined, method, `/api/v1${path}`, { bearer, headers });

/** The statuses of so many readings. */
async function read(from: Holder, consentId: string, path: string, times: number, isAttended = false): Promise<readonly number[]> {
  const statuses: number[] = [];
  const headers = { 'consent-id': consentId, ...(isAttended ? { 'psu-ip-address': '192.0.2.7' } : {}) };
  for (let time = 0; time < times; time += 1) statuses.push((await call(from, 'GET', path, headers)).status);
  return statuses;
}

async function accountIds(from: Holder): Promise<readonly string[]> {
  const { rows } = await house.database.query('select id from account where customer_id = $1 order by id', [from.customerId]);
  return rows.map((row) => textOf(row, 'id'));
}

/** Many consents of other customers, as SQL writes them. */
const writeConsents = ({ sandboxId, appId }: Holder, count: number, given: { status?: string; at?: string } = {}) =>
  house.database.query(
    `insert into consent (consent_id, sandbox_id, customer_id, app_id, bank_country, status, access_form, asks_balances, asks_transactions,
      with_owner_name, is_recurring, valid_until, frequency_per_day, account_holder, received_at, signed_at, last_action_date, authorisation_id)
    select 'cns_' || $3 || '_' || n, $1, 'cus_' || n, $2, 'ee', $3, 'global', true, true, false, true, '2999-12-31', 4, 'Test Holder',
      ${given.at ?? 'now()'}, now(), now()::date, 'aut_' || $3 || '_' || n from generate_series(1, $4::integer) as n`,
    [sandboxId, appId, given.status ?? 'valid', count],
  );

const TRANSFER = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorName: 'Lumen Books',
  creditorAccount: { iban: 'EE382200221020145685' },
};

async function order({ bearer }: Holder, service: 'payments' | 'periodic-payments' | 'bulk-payments', body: object): Promise<string> {
  const headers = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${house.config.publicUrl}/back` };
  const answer = await house.send(undefined, 'POST', `/api/v1/${service}/sepa-credit-transfers`, { bearer, body, headers });
  if (answer.status !== 201) throw new Error(answer.text);
  return textOf(answer.body, 'paymentId');
}

/** Single payments, up to 1000: the items of a bulk payment, taken out of it. `at`: SQL. */
async function orderMany(from: Holder, count: number, { status = 'RCVD', at = 'received_at', appId = from.appId } = {}): Promise<void> {
  const bulkId = await order(from, 'bulk-payments', { payments: Array.from({ length: count }, () => TRANSFER) });
  await house.database.query(
    `update payment set bulk_payment_id = null, item_number = null, status = $2, received_at = ${at}, app_id = $3,
      rejection_code = case when $2 = 'RJCT' then 'PAYMENT_FAILED' end where bulk_payment_id = $1`,
    [bulkId, status, appId],
  );
  await house.database.query('delete from payment_status_change where payment_id = $1', [bulkId]);
  await house.database.query('delete from payment where payment_id = $1', [bulkId]);
}

const leftIn = ({ readings }: UsageResults, consentId: string): ConsentReadings['left'] | undefined =>
  readings.consents.find((consent) => consent.consentId === consentId)?.left;

const EVERY_READING_LEFT = { accounts: 4, account: 4, balances: 4, transactions: 4, transaction: 4 };

describe('the results of an application', () => {
  it.each(['24h', '7d', '30d'])('of %s are empty without consents and payments', async (period) => {
    const { consents, payments, readings } = await resultsOf(ADA, period);
    expect({ consents, payments, readings }).toEqual({ consents: [], payments: [], readings: { limit: 50, hasMore: false, consents: [] } });
  });

  it('are those of 24 hours without a period', async () => {
    const { status, body } = await house.send(ADA, 'GET', PATH);
    expect(status).toBe(200);
    const { from } = Value.Parse(UsageResults, body);
    const later = new Date(Date.parse(from) + HOUR_MS).toISOString();
    expect([from, later]).toContain((await resultsOf(ADA, '24h')).from);
  });

  it.each([
    ['24h', HOUR_MS, 23],
    ['7d', DAY_MS, 6],
    ['30d', DAY_MS, 29],
  ] as const)('of %s begin with the first moment of their first step, in UTC', async (period, stepMs, steps) => {
    const { from } = await resultsOf(ADA, period);
    const age = houseNow().getTime() - Date.parse(from);
    expect(Date.parse(from) % stepMs).toBe(0);
    // An hour may end after the answer, and before the next one.
    expect([steps, steps + 1]).toContain(Math.floor(age / stepMs));
    await writeConsents(ada, 1, { at: `'${from}'::timestamptz + interval '1 hour'` });
    await writeConsents(ada, 2, { status: 'expired', at: `'${from}'::timestamptz - interval '1 millisecond'` });
    await orderMany(ada, 1, { at: `'${from}'::timestamptz + interval '1 hour'` });
    await orderMany(ada, 2, { status: 'CANC', at: `'${from}'::timestamptz - interval '1 millisecond'` });
    const { consents, payments } = await resultsOf(ADA, period);
    expect([consents, payments]).toEqual([[{ status: 'valid', count: 1 }], [{ service: 'payments', status: 'RCVD', count: 1 }]]);
  });

  it('count thousands, and list the 50 newest valid consents', async () => {
    await writeConsents(ada, 3000, { at: `now() - n * interval '1 second'` });
    await writeConsents(ada, 1200, { status: 'rejected' });
    for (let times = 0; times < 2; times += 1) await orderMany(ada, 1000, { status: 'ACSC' });
    await orderMany(ada, 100, { status: 'RJCT' });
    const { consents, payments, readings } = await resultsOf(ADA, '7d');
    expect(consents).toEqual([
      { status: 'valid', count: 3000 },
      { status: 'rejected', count: 1200 },
    ]);
    expect(payments).toEqual([
      { service: 'payments', status: 'ACSC', count: 2000 },
      { service: 'payments', status: 'RJCT', count: 100 },
    ]);
    expect([readings.limit, readings.hasMore]).toEqual([50, true]);
    expect(readings.consents.map(({ consentId }) => consentId)).toEqual(Array.from({ length: 50 }, (_, index) => `cns_valid_${index + 1}`));
  });

  it('say that there are no other valid consents than the 50', async () => {
    await writeConsents(ada, 50);
    await writeConsents(ada, 1, { status: 'revokedByPsu' });
    const { hasMore, consents } = (await resultsOf(ADA)).readings;
    expect([hasMore, consents.length]).toEqual([false, 50]);
  });

  it('have nothing of another developer and of another application', async () => {
    await give(ben);
    await orderMany(ben, 5);
    await writeConsents({ ...ada, appId: 'app_other' }, 2);
    await orderMany(ada, 2, { appId: 'app_other' });
    expect(await resultsOf(ADA, '30d')).toMatchObject({ consents: [], payments: [], readings: { consents: [] } });
    expect(await resultsOf(BEN, '30d')).toMatchObject({ consents: [{ count: 1 }], payments: [{ count: 5 }], readings: { consents: [{}] } });
  });

  it.each(['?period=', '?period=1h', '?period=30D', '?period=24h&period=7d', '?period=24h&appId=app_other', '?from=2026-01-01', '?limit=1000'])(
    'refuse the query "%s" of a developer with 400, and of a stranger with 401',
    async (query) => {
      const answer = await house.send(ADA, 'GET', PATH + query);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path: expect.stringMatching(/^query:/) }] });
      expect((await house.send(undefined, 'GET', PATH + query)).status).toBe(401);
    },
  );

  it('are 401 without a session, also with an access token, 404 without an application, and are not stored by browsers', async () => {
    expect((await house.send(undefined, 'GET', PATH)).status).toBe(401);
    expect((await house.send(undefined, 'GET', PATH, { bearer: ada.bearer })).status).toBe(401);
    expect((await house.send(CARL, 'GET', PATH)).status).toBe(404);
    expect((await house.send(ADA, 'GET', PATH)).headers['cache-control']).toBe('no-store');
  });
});

describe('consents by status', () => {
  it('are what the application reads of each', async () => {
    const [deleted, terminated] = [await ask(ada), await give(ada)];
    for (const id of [deleted, terminated]) expect((await call(ada, 'DELETE', `/consents/${id}`)).status).toBe(204);
    const revoked = await give(ada);
    const { past } = house.modules.access.consents;
    expect(await house.platform.write((context) => past.revoke(context, ada, revoked, ada.customerId))).toBe(true);
    // A newer recurring consent replaces the older one.
    await give(ada);
    await give(ada);
    const usedUp = await give(ada, ONE_OFF);
    expect(await read(ada, usedUp, '/accounts', 2)).toEqual([200, 401]);
    await ask(ada);
    const counted = await statusesCounted(ADA);
    expect(counted).toEqual({ rejected: 1, terminatedByTpp: 1, revokedByPsu: 1, expired: 2, valid: 1, received: 1 });
    expect(await statusesRead(ada)).toEqual(counted);
  });

  it('have the end of overdue ones before the application reads them', async () => {
    await give(ada, { ...GLOBAL, validUntil: houseDay(1) });
    const used = await give(ada, ONE_OFF);
    await give(ada, ONE_OFF);
    expect(await read(ada, used, '/accounts', 1)).toEqual([200]);
    expect(await statusesCounted(ADA)).toEqual({ valid: 3 });

    await moveHouse(house.database, msUntilBankDay(1, houseNow()));
    expect(await statusesCounted(ADA, '7d')).toEqual({ valid: 2, expired: 1 });

    await moveHouse(house.database, msUntilBankDay(2, houseNow()));
    expect((await resultsOf(ADA)).readings.consents.length).toBe(1);
    const counted = await statusesCounted(ADA, '7d');
    expect(counted).toEqual({ valid: 1, expired: 2 });
    // The token has expired, too.
    expect((await house.send(ADA, 'GET', '/api/tpp/refresh')).status).toBe(200);
    ada = await holder(ADA);
    expect(await statusesRead(ada)).toEqual(counted);
  });

  it('reject one whose authorisation was never started, before the application reads it', async () => {
    await ask(ada, GLOBAL, { 'tpp-explicit-authorisation-preferred': 'true' });
    await ask(ada);
    expect(await statusesCounted(ADA)).toEqual({ received: 2 });
    await moveHouse(house.database, CONSENT_START_SECONDS * 1000);
    const counted = await statusesCounted(ADA);
    expect(counted).toEqual({ rejected: 1, received: 1 });
    expect(await statusesRead(ada)).toEqual(counted);
  });
});

describe('payments by status', () => {
  it('are counted by kind, each with its items and runs as one', async () => {
    const cancelled = await order(ada, 'payments', TRANSFER);
    await order(ada, 'payments', TRANSFER);
    await order(ada, 'bulk-payments', { payments: [TRANSFER, TRANSFER, TRANSFER] });
    const periodicId = await order(ada, 'periodic-payments', { ...TRANSFER, startDate: houseDay(7), frequency: 'Monthly' });
    await orderMany(ada, 1, { status: 'ACSC' });
    await house.database.query(`update payment set periodic_payment_id = $1, run_number = 0 where status = 'ACSC'`, [periodicId]);
    expect((await call(ada, 'DELETE', `/payments/sepa-credit-transfers/${cancelled}`)).status).toBe(204);
    expect((await resultsOf(ADA)).payments).toEqual([
      { service: 'bulk-payments', status: 'RCVD', count: 1 },
      { service: 'payments', status: 'CANC', count: 1 },
      { service: 'payments', status: 'RCVD', count: 1 },
      { service: 'periodic-payments', status: 'RCVD', count: 1 },
    ]);
    expect((await house.database.query('select from payment')).rows.length).toBe(8);
  });
});

describe('the readings left today', () => {
  it('are those of the account with the fewest', async () => {
    const consentId = await give(ada);
    const [first, second] = await accountIds(ada);
    expect(await read(ada, consentId, '/accounts', 1)).toEqual([200]);
    expect(await read(ada, consentId, `/accounts/${first}/balances`, 2)).toEqual([200, 200]);
    expect(await read(ada, consentId, `/accounts/${second}/balances`, 1)).toEqual([200]);
    expect(leftIn(await resultsOf(ADA), consentId)).toEqual({ ...EVERY_READING_LEFT, accounts: 3, balances: 2 });
  });

  it('are none after the limit, not fewer, and all again on the bank’s next day', async () => {
    const consentId = await give(ada, { ...GLOBAL, frequencyPerDay: 2 });
    expect(await read(ada, consentId, '/accounts', 3)).toEqual([200, 200, 429]);
    expect(leftIn(await resultsOf(ADA), consentId)).toMatchObject({ accounts: 0, account: 2 });
    await moveHouse(house.database, msUntilBankDay(1, houseNow()));
    expect(leftIn(await resultsOf(ADA), consentId)).toMatchObject({ accounts: 2, account: 2 });
  });

  it('are not used by readings with the customer present', async () => {
    const consentId = await give(ada);
    expect(await read(ada, consentId, '/accounts', 3, true)).toEqual([200, 200, 200]);
    expect(leftIn(await resultsOf(ADA), consentId)).toEqual(EVERY_READING_LEFT);
  });

  it('of a consent for one access are used by each reading', async () => {
    const consentId = await give(ada, ONE_OFF);
    const [first] = await accountIds(ada);
    expect(await read(ada, consentId, `/accounts/${first}`, 1, true)).toEqual([200]);
    const results = await resultsOf(ADA);
    expect(leftIn(results, consentId)).toEqual({ accounts: 1, account: 0, balances: 1, transactions: 1, transaction: 1 });
    expect(results.readings.consents).toMatchObject([{ consentId, isRecurring: false, frequencyPerDay: 1 }]);
  });

  it('have only what the consent covers', async () => {
    const { body } = await house.send(undefined, 'GET', '/api/v1/account-list', { bearer: ada.bearer });
    const account = { iban: textOf(body, 'accounts', '0', 'iban') };
    const list = await give(ada, { ...ONE_OFF, access: { availableAccounts: 'allAccounts' } });
    const named = await give(ada, { ...GLOBAL, access: { accounts: [account], balances: [account] } });
    const results = await resultsOf(ADA);
    expect([leftIn(results, list), leftIn(results, named)]).toEqual([{ accounts: 1 }, { accounts: 4, account: 4, balances: 4 }]);
  });

  it('are of valid consents only', async () => {
    const consentId = await give(ada);
    await ask(ada);
    expect((await resultsOf(ADA)).readings.consents.map((consent) => consent.consentId)).toEqual([consentId]);
    expect((await call(ada, 'DELETE', `/consents/${consentId}`)).status).toBe(204);
    expect((await resultsOf(ADA)).readings.consents).toEqual([]);
  });
});

async function statusesCounted(developer: string, period?: string): Promise<Record<string, number>> {
  return Object.fromEntries((await resultsOf(developer, period)).consents.map(({ status, count }) => [status, count]));
}

/** How many consents of each status the application reads one by one. */
async function statusesRead(from: Holder): Promise<Record<string, number>> {
  const { rows } = await house.database.query('select consent_id from consent where app_id = $1', [from.appId]);
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const status = textOf((await call(from, 'GET', `/consents/${textOf(row, 'consent_id')}/status`)).body, 'consentStatus');
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
