/** A page behind the first belongs to the reading that was counted, RTS (EU) 2018/389 Art. 36(5). Review of 25 November 2026, S4. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardFindings } from '../../testing/nextgenpsd2/standard.ts';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { type AccountsHarness, type Given, openAccountsHarness } from './testing/accounts-harness.ts';

const THREE_YEARS = 3 * 365;
let house: AccountsHarness;
let consentId: string;
beforeAll(async () => {
  house = await openAccountsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
  consentId = await house.grant({ allPsd2: 'allAccounts' });
});
afterAll(() => house.close());

type Answer = Awaited<ReturnType<AccountsHarness['get']>>;
type Query = Readonly<Record<string, string>>;
const USED = [400, 'RESOURCE_EXPIRED', 'query:cursor'];
const FOREIGN = [400, 'FORMAT_ERROR', 'query:cursor'];

const outcomeOf = (response: Answer) => [response.statusCode, response.json().tppMessages?.[0]?.code, response.json().tppMessages?.[0]?.path];
const listOf = (response: Answer) => [...(response.json().transactions.pending ?? []), ...(response.json().transactions.booked ?? [])];
const nextOf = (response: Answer): string => response.json().transactions._links.next?.href ?? '';
const cursorOf = (response: Answer): string => new URL(nextOf(response)).searchParams.get('cursor') ?? '';
const path = (position: number, query: Query) => `/accounts/${house.id(position)}/transactions?${new URLSearchParams(query)}`;
const get = (address: string, given: Given = {}) => house.get(address, { consentId, isAttended: true, ...given });

async function begin(query: Query = {}): Promise<Answer> {
  const response = await get(path(0, { bookingStatus: 'booked', dateFrom: await house.day(-30), itemsPerPage: '2', ...query }));
  expect(response.statusCode).toBe(200);
  return response;
}

/** The first page of a delta report that has more: at least `bookings` are behind its beginning. */
async function beginDelta(bookings: number): Promise<Answer> {
  const [newest] = listOf(await begin());
  for (let count = 0; count < bookings; count += 1) await house.pay('transferInstantly', { amountCents: 201 + count });
  const first = await get(path(0, { bookingStatus: 'booked', entryReferenceFrom: newest.entryReference, itemsPerPage: '1' }));
  expect(first.statusCode).toBe(200);
  return first;
}

/** Each way in which a reading can have more than one page. */
const KINDS: readonly (readonly [kind: string, begin: () => Promise<Answer>])[] = [
  ['booked', () => begin()],
  ['pending', () => twoPending().then(() => begin({ bookingStatus: 'pending', itemsPerPage: '1' }))],
  ['both', () => twoPending().then(() => begin({ bookingStatus: 'both', itemsPerPage: '1' }))],
  ['delta', () => beginDelta(3)],
  ['of a statement', () => beginStatement()],
];

async function twoPending(): Promise<void> {
  await house.pay('hold');
  await house.pay('hold');
}

async function beginStatement(): Promise<Answer> {
  const statementId = await house.askStatement();
  await house.signStatement(statementId);
  return house.get(`/transactions-statements/${statementId}/transactions?itemsPerPage=2`);
}

describe('a cursor is used once', () => {
  it.each(KINDS)('so that a repeated page is refused: %s', async (_kind, first) => {
    const next = nextOf(await first());
    expect((await get(next)).statusCode).toBe(200);
    const again = await get(next);
    expect(outcomeOf(again)).toEqual(USED);
    expect(standardFindings('refusal400', again.json())).toEqual([]);
  });

  it.each(KINDS)('so that one of ten parallel uses succeeds: %s', async (_kind, first) => {
    const next = nextOf(await first());
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(next)));
    const outcomes = answers.map((answer) => (answer.statusCode === 200 ? 'read' : outcomeOf(answer).join(' ')));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 9 }, () => USED.join(' ')), 'read']);
  });

  it('also in another notation', async () => {
    const response = await begin();
    const address = new URL(nextOf(response));
    expect((await get(address.href)).statusCode).toBe(200);
    const cursor = cursorOf(response);
    for (const other of [`${cursor}=`, cursor.replaceAll('-', '+').replaceAll('_', '/'), `${cursor}\n`, cursor.replaceAll('.', '=.')]) {
      address.searchParams.set('cursor', other);
      const [status, code] = outcomeOf(await get(address.href));
      expect([status, code === 'FORMAT_ERROR' || code === 'RESOURCE_EXPIRED']).toEqual([400, true]);
    }
  });

  it('and stays unused after a refused request', async () => {
    const response = await begin();
    const address = new URL(nextOf(response));
    address.searchParams.set('itemsPerPage', '3');
    expect((await get(address.href)).statusCode).toBe(400);
    expect((await get(nextOf(response), { token: 'otherApp' })).statusCode).toBe(400);
    expect((await get(nextOf(response))).statusCode).toBe(200);
  });
});

describe('after a lost response', () => {
  it.each(KINDS)('the same request returns the same page again, twice, with a valid link to the next: %s', async (_kind, first) => {
    const next = nextOf(await first());
    const headers = { 'x-request-id': randomUUID() };
    const answers: Answer[] = [];
    for (let times = 0; times < 3; times += 1) answers.push(await get(next, { headers }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(answers.map(listOf)).toEqual([listOf(answers[0] as Answer), listOf(answers[0] as Answer), listOf(answers[0] as Answer)]);
    expect(outcomeOf(await get(next, { headers }))).toEqual(USED);
    const last = nextOf(answers[2] as Answer);
    if (last !== '') expect((await get(last)).statusCode).toBe(200);
  });

  it.each(KINDS)('repeated requests lead to at most one valid next cursor: %s', async (_kind, first) => {
    const next = nextOf(await first());
    const headers = { 'x-request-id': randomUUID() };
    const followed = new Set<string>();
    for (let times = 0; times < 3; times += 1) followed.add(nextOf(await get(next, { headers })));
    const outcomes = [];
    for (const page of followed) if (page !== '') outcomes.push((await get(page)).statusCode);
    expect(outcomes.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('the same request is refused after ten minutes', async () => {
    const next = nextOf(await begin());
    const headers = { 'x-request-id': randomUUID() };
    expect((await get(next, { headers })).statusCode).toBe(200);
    await house.database.query("update transactions_cursor set used_at = used_at - interval '10 minutes'");
    expect(outcomeOf(await get(next, { headers }))).toEqual(USED);
  });
});

describe('a page after the first contains nothing newer than the first', () => {
  it('when something is booked between the pages of a delta report', async () => {
    const first = await beginDelta(2);
    await house.pay('transferInstantly', { amountCents: 999 });
    const second = await get(nextOf(first));
    expect(listOf(second).map(({ transactionAmount }) => transactionAmount.amount)).toEqual(['-2.02']);
    expect(nextOf(second)).toBe('');
  });

  it('when something is booked between the pending and the booked pages', async () => {
    await twoPending();
    let page = await begin({ bookingStatus: 'both', itemsPerPage: '1' });
    const seen = listOf(page);
    await house.pay('transferInstantly', { amountCents: 998 });
    for (let pages = 0; nextOf(page) !== '' && pages < 60; pages += 1) {
      page = await get(nextOf(page));
      expect(page.statusCode).toBe(200);
      seen.push(...listOf(page));
    }
    expect(seen.some(({ bookingDate }) => bookingDate !== undefined)).toBe(true);
    expect(seen.map(({ transactionAmount }) => transactionAmount.amount)).not.toContain('-9.98');
  });

  it('when something is reserved between the pages', async () => {
    await twoPending();
    const first = await begin({ bookingStatus: 'pending', itemsPerPage: '1' });
    await house.pay('hold', { amountCents: 997 });
    const second = await get(nextOf(first));
    expect(listOf(second).map(({ transactionAmount }) => transactionAmount.amount)).not.toContain('-9.97');
  });

  it('and no balance, which would be the current one', async () => {
    const first = await begin({ withBalance: 'true' });
    expect(first.json().balances.length).toBe(2);
    expect(new URL(nextOf(first)).searchParams.has('withBalance')).toBe(false);
    const second = await get(`${nextOf(first)}&withBalance=true`);
    expect(second.statusCode).toBe(200);
    expect(second.json().balances).toBeUndefined();
  });
});

describe('a cursor belongs to its reading', () => {
  it.each([
    ['bookingStatus', 'both'],
    ['dateFrom', '2020-01-01'],
    ['dateTo', '2020-01-01'],
    ['entryReferenceFrom', '1'],
    ['itemsPerPage', '3'],
    ['withBalance', 'true'],
  ])('so that another %s is refused by its name', async (name, value) => {
    const address = new URL(nextOf(await begin()));
    address.searchParams.set(name, value);
    expect(outcomeOf(await get(address.href))).toEqual([400, 'PARAMETER_NOT_CONSISTENT', `query:${name}`]);
  });

  it('and requires only bookingStatus with it', async () => {
    const cursor = cursorOf(await begin());
    expect((await get(path(0, { bookingStatus: 'booked', cursor }))).statusCode).toBe(200);
  });

  it('not to another account, consent or statement', async () => {
    const other = await house.grant({ allPsd2: 'allAccounts' }, { recurringIndicator: false, frequencyPerDay: 1 });
    const query = { bookingStatus: 'booked', cursor: cursorOf(await begin()) };
    const statement = await beginStatement();
    const ofStatement = new URL(nextOf(statement));
    const own = ofStatement.href;
    ofStatement.searchParams.set('cursor', query.cursor);
    for (const response of [
      await get(path(1, query)),
      await get(path(0, query), { consentId: other }),
      await house.get(ofStatement.href),
      await get(path(0, { ...query, cursor: new URL(own).searchParams.get('cursor') ?? '' })),
      await get(path(0, { ...query, cursor: `${query.cursor.slice(0, -2)}${query.cursor.endsWith('AA') ? 'BB' : 'AA'}` })),
      await get(path(0, { ...query, cursor: '' })),
    ]) {
      expect(outcomeOf(response)).toEqual(FOREIGN);
    }
  });

  it('not to another day of the tenant clock, and is valid again when the clock is back', async () => {
    const next = nextOf(await begin());
    // Within the days of the consent a day is enough; three years later the consent itself has ended.
    for (const days of [1, 30, -1, -THREE_YEARS]) expect([days, ...outcomeOf(await house.atDay(days, () => get(next)))]).toEqual([days, ...USED]);
    const lasting = await house.atDay(THREE_YEARS, () => house.grant({ allPsd2: 'allAccounts' }, { recurringIndicator: false, frequencyPerDay: 1 }));
    const jumped = await house.atDay(THREE_YEARS, () => get(next, { consentId: lasting }));
    expect(outcomeOf(jumped)).toEqual(FOREIGN);
    expect((await get(next)).statusCode).toBe(200);
    expect(outcomeOf(await get(next))).toEqual(USED);
  });
});

describe('without the customer, uncounted requests reveal nothing', () => {
  it('a repeated page is refused', async () => {
    const counted = await house.grant({ allPsd2: 'allAccounts' }, { recurringIndicator: false, frequencyPerDay: 1 });
    const read = async (address: string) => house.get(address, { consentId: counted });
    const first = await read(path(0, { bookingStatus: 'booked', dateFrom: await house.day(-30), itemsPerPage: '2' }));
    const next = nextOf(first);
    expect([(await read(next)).statusCode, ...outcomeOf(await read(next))]).toEqual([200, ...USED]);
  });

  it('a request with an unknown entry reference is counted as a reading', async () => {
    const counted = await house.grant({ allPsd2: 'allAccounts' }, { frequencyPerDay: 2 });
    const ask = () => house.get(path(0, { bookingStatus: 'booked', entryReferenceFrom: '999999999999' }), { consentId: counted });
    const codes = [await ask(), await ask(), await ask()].map((response) => outcomeOf(response)[1]);
    expect(codes).toEqual(['RESOURCE_UNKNOWN', 'RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED']);
  });

  it('readings of unknown transactions are counted together', async () => {
    const counted = await house.grant({ allPsd2: 'allAccounts' }, { frequencyPerDay: 2 });
    const ask = (id: string) => house.get(`/accounts/${house.id(0)}/transactions/${id}`, { consentId: counted });
    const codes = [await ask('ltx_a'), await ask('ltx_b'), await ask('ltx_c')].map((response) => outcomeOf(response)[1]);
    expect(codes).toEqual(['RESOURCE_UNKNOWN', 'RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED']);
    const { rows } = await house.database.query("select resource from consent_use where consent_id = $1 and endpoint = 'transaction'", [counted]);
    expect(rows).toEqual([{ resource: `${house.id(0)}/` }]);
  });
});
