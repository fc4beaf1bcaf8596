import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardFindings } from '../../testing/nextgenpsd2/standard.ts';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { type AccountsHarness, type Given, openAccountsHarness } from './testing/accounts-harness.ts';

let house: AccountsHarness;
let consentId: string;
beforeAll(async () => {
  house = await openAccountsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
  consentId = await house.grant({ allPsd2: 'allAccounts' });
});
afterAll(() => house.close());

interface Movement {
  readonly transactionId?: string;
  readonly entryReference?: string;
  readonly bookingDate?: string;
  readonly bankTransactionCode?: string;
  readonly transactionAmount: { readonly amount: string };
}
type Answer = Awaited<ReturnType<AccountsHarness['get']>>;
const outcomeOf = (response: Answer) => [response.statusCode, response.json().tppMessages?.[0]?.code, response.json().tppMessages?.[0]?.path];
const bookedOf = (response: Answer): Movement[] => response.json().transactions.booked ?? [];
const nextOf = (response: Answer): string | undefined => response.json().transactions._links.next?.href;

/** The customer is there, so that nothing is counted. */
async function read(query: Record<string, string | undefined>, given: Given & { position?: number } = {}): Promise<Answer> {
  const all = { bookingStatus: 'booked', dateFrom: await house.day(-90), ...query };
  const search = new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  return house.get(`/accounts/${house.id(given.position ?? 0)}/transactions?${search}`, { consentId, isAttended: true, ...given });
}

/** Follows the links to the end. */
async function readAll(query: Record<string, string | undefined>): Promise<{ pages: number; movements: Movement[] }> {
  const movements: Movement[] = [];
  let pages = 0;
  for (let next: string | undefined, first = true; first || next !== undefined; first = false) {
    const response = first ? await read(query) : await house.get(next ?? '', { consentId, isAttended: true });
    expect(response.statusCode).toBe(200);
    expect(standardFindings('transactions', response.json())).toEqual([]);
    movements.push(...(response.json().transactions.pending ?? []), ...bookedOf(response));
    pages += 1;
    next = nextOf(response);
  }
  return { pages, movements };
}

describe('transactions', () => {
  it('are returned at the first reading, within the period, newest first', async () => {
    const response = await read({});
    expect(response.statusCode).toBe(200);
    expect(standardFindings('transactions', response.json())).toEqual([]);
    expect(response.json().account).toEqual({ iban: house.iban(0), currency: 'EUR' });
    const booked = bookedOf(response);
    const dates = booked.map(({ bookingDate = '' }) => bookingDate);
    expect(booked.length).toBeGreaterThan(20);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(dates.at(-1) ?? '').not.toBe('');
    expect((dates.at(-1) ?? '') >= (await house.day(-90))).toBe(true);
    expect(response.json().transactions.pending).toBeUndefined();
  });

  it('contain counterparty, signed amount and bank transaction code', async () => {
    const booked = (await read({})).json().transactions.booked;
    const income = booked.find(({ transactionAmount }: Movement) => !transactionAmount.amount.startsWith('-'));
    const spending = booked.find(({ transactionAmount }: Movement) => transactionAmount.amount.startsWith('-'));
    expect(income).toMatchObject({ debtorName: expect.any(String), bankTransactionCode: 'PMNT-RCDT-SALA' });
    expect(spending).toMatchObject({ creditorName: expect.any(String) });
    const codes = new Set(booked.map(({ bankTransactionCode }: Movement) => bankTransactionCode));
    expect([...codes].toSorted()).toEqual(['PMNT-CCRD-POSD', 'PMNT-ICDT-BOOK', 'PMNT-ICDT-ESCT', 'PMNT-RCDT-SALA']);
    expect(income.creditorName ?? spending.debtorName).toBeUndefined();
  });

  it('are limited to dateFrom and dateTo, both inclusive', async () => {
    const all = bookedOf(await read({}));
    const [dateFrom = '', dateTo = ''] = [all.at(-5)?.bookingDate, all[5]?.bookingDate];
    const expected = all.filter(({ bookingDate = '' }) => bookingDate >= dateFrom && bookingDate <= dateTo);
    expect(bookedOf(await read({ dateFrom, dateTo }))).toEqual(expected);
  });

  it('show a fee as a separate transaction', async () => {
    await house.pay('transferInstantly', { amountCents: 300, feeCents: 16 });
    const [fee, payment] = bookedOf(await read({ dateFrom: await house.day() }));
    expect([fee?.transactionAmount.amount, payment?.transactionAmount.amount]).toEqual(['-0.16', '-3.00']);
    expect(fee).toMatchObject({ transactionId: `${payment?.transactionId}-fee`, bankTransactionCode: 'PMNT-ICDT-CHRG' });
  });

  it('contain balances with withBalance=true', async () => {
    expect((await read({ withBalance: 'true' })).json().balances.length).toBe(2);
    expect((await read({ withBalance: 'false' })).json().balances).toBeUndefined();
  });

  it('contain none of another account', async () => {
    const mine = new Set(bookedOf(await read({})).map(({ entryReference }) => entryReference));
    const others = bookedOf(await read({}, { position: 1 }));
    expect(others.length).toBeGreaterThan(0);
    expect(others.some(({ entryReference }) => mine.has(entryReference))).toBe(false);
  });

  it('show holds as pending, without a booking date', async () => {
    await house.pay('hold', { amountCents: 777 });
    const pending = await read({ bookingStatus: 'pending', dateFrom: await house.day() });
    expect(standardFindings('transactions', pending.json())).toEqual([]);
    expect(pending.json().transactions.pending[0]).toMatchObject({ transactionAmount: { amount: '-7.77' }, creditorName: 'Lumen Books OÜ' });
    expect(Object.keys(pending.json().transactions.pending[0])).not.toContain('bookingDate');
    expect(pending.json().transactions.booked).toBeUndefined();
    const both = (await read({ bookingStatus: 'both', dateFrom: await house.day() })).json().transactions;
    expect(both.pending.length).toBe(pending.json().transactions.pending.length);
    expect(both.booked.length).toBeGreaterThan(0);
  });

  it('can be read individually', async () => {
    const [first] = bookedOf(await read({}));
    const path = `/accounts/${house.id(0)}/transactions`;
    const response = await house.get(`${path}/${first?.transactionId}`, { consentId, isAttended: true });
    expect(standardFindings('transaction', response.json())).toEqual([]);
    expect(response.json().transactionsDetails).toEqual(first);
  });

  it('cannot be read individually when older than 90 days, unknown or of another account', async () => {
    const [first] = bookedOf(await read({}));
    const path = (position: number, id = first?.transactionId) => `/accounts/${house.id(position)}/transactions/${id}`;
    const old = await house.atDay(100, () => house.get(path(0), { consentId, isAttended: true }));
    for (const response of [
      old,
      await house.get(path(0, 'ltx_unknown'), { consentId, isAttended: true }),
      await house.get(path(2), { consentId, isAttended: true }),
    ]) {
      expect(outcomeOf(response).slice(0, 2)).toEqual([404, 'RESOURCE_UNKNOWN']);
    }
  });
});

describe('pages', () => {
  it.each(['1', '7', '50'])('of %s items show every transaction once, in order', async (itemsPerPage) => {
    const dateFrom = await house.day(-14);
    const whole = await readAll({ bookingStatus: 'both', dateFrom });
    const paged = await readAll({ bookingStatus: 'both', dateFrom, itemsPerPage });
    expect(paged.movements).toEqual(whole.movements);
    expect(paged.pages).toBe(Math.ceil(whole.movements.length / Number(itemsPerPage)));
  });

  it('divide pending transactions, too', async () => {
    await house.pay('hold');
    await house.pay('hold');
    const { pages, movements } = await readAll({ bookingStatus: 'pending', itemsPerPage: '1' });
    expect(pages).toBe(movements.length);
    expect(pages).toBeGreaterThan(1);
  });

  it('do not shift when a new transaction is booked', async () => {
    const first = await read({ itemsPerPage: '3' });
    const expected = bookedOf(await read({ itemsPerPage: '6' })).slice(3);
    await house.pay('transferInstantly');
    expect(bookedOf(await house.get(nextOf(first) ?? '', { consentId, isAttended: true }))).toEqual(expected);
  });
});

describe('a delta report', () => {
  it('shows bookings after an entry, oldest first', async () => {
    const [last] = bookedOf(await read({}));
    const entryReferenceFrom = last?.entryReference;
    expect(bookedOf(await read({ entryReferenceFrom, dateFrom: undefined }))).toEqual([]);
    await house.pay('transferInstantly', { amountCents: 101 });
    await house.pay('transferInstantly', { amountCents: 102 });
    const amounts = ({ movements }: { movements: Movement[] }) => movements.map(({ transactionAmount }) => transactionAmount.amount);
    expect(amounts(await readAll({ entryReferenceFrom, dateFrom: undefined }))).toEqual(['-1.01', '-1.02']);
    expect(amounts(await readAll({ entryReferenceFrom, dateFrom: undefined, itemsPerPage: '1' }))).toEqual(['-1.01', '-1.02']);
  });

  it('refuses an entry of another account', async () => {
    const [foreign] = bookedOf(await read({}, { position: 1 }));
    const response = await read({ entryReferenceFrom: foreign?.entryReference, dateFrom: undefined });
    expect(outcomeOf(response)).toEqual([400, 'RESOURCE_UNKNOWN', 'query:entryReferenceFrom']);
  });
});

describe('a request is refused', () => {
  const cases: readonly (readonly [name: string, query: Record<string, string | undefined>, code: string, path: string])[] = [
    ['without bookingStatus', { bookingStatus: undefined }, 'FORMAT_ERROR', 'query:bookingStatus'],
    ['with an unknown bookingStatus', { bookingStatus: 'Booked' }, 'FORMAT_ERROR', 'query:bookingStatus'],
    ['for standing orders', { bookingStatus: 'information' }, 'PARAMETER_NOT_SUPPORTED', 'query:bookingStatus'],
    ['for everything', { bookingStatus: 'all' }, 'PARAMETER_NOT_SUPPORTED', 'query:bookingStatus'],
    ['without dateFrom', { dateFrom: undefined }, 'FORMAT_ERROR', 'query:dateFrom'],
    ['with a date in another form', { dateFrom: '1.11.2026' }, 'FORMAT_ERROR', 'query:dateFrom'],
    ['with a day that does not exist', { dateTo: '2027-02-29' }, 'FORMAT_ERROR', 'query:dateTo'],
    ['with a time of day', { dateTo: '2026-11-20T10:00:00Z' }, 'FORMAT_ERROR', 'query:dateTo'],
    ['with dates out of order', { dateTo: '2020-01-01' }, 'PARAMETER_NOT_CONSISTENT', 'query:dateFrom'],
    ['from the future', { dateFrom: '2099-01-01' }, 'PARAMETER_NOT_CONSISTENT', 'query:dateFrom'],
    ['from long ago', { dateFrom: '2020-01-01' }, 'PERIOD_INVALID', 'query:dateFrom'],
    ['by page number', { pageIndex: '1' }, 'PARAMETER_NOT_SUPPORTED', 'query:pageIndex'],
    ['by the last report', { deltaList: 'true' }, 'PARAMETER_NOT_SUPPORTED', 'query:deltaList'],
    ['by the last report, in other words', { deltaList: 'since yesterday' }, 'PARAMETER_NOT_SUPPORTED', 'query:deltaList'],
    ['by a page number of many digits', { pageIndex: '9'.repeat(30) }, 'PARAMETER_NOT_SUPPORTED', 'query:pageIndex'],
    ['with no item on a page', { itemsPerPage: '0' }, 'FORMAT_ERROR', 'query:itemsPerPage'],
    ['with too many on a page', { itemsPerPage: '501' }, 'FORMAT_ERROR', 'query:itemsPerPage'],
    ['with a page size in words', { itemsPerPage: 'ten' }, 'FORMAT_ERROR', 'query:itemsPerPage'],
    ['with balances in words', { withBalance: 'maybe' }, 'FORMAT_ERROR', 'query:withBalance'],
    ['from an entry that is no entry', { entryReferenceFrom: 'first' }, 'FORMAT_ERROR', 'query:entryReferenceFrom'],
    ['from an entry that is too great', { entryReferenceFrom: '9999999999999999' }, 'FORMAT_ERROR', 'query:entryReferenceFrom'],
    ['from an unknown entry', { entryReferenceFrom: '999999999999' }, 'RESOURCE_UNKNOWN', 'query:entryReferenceFrom'],
    [
      'from an entry, for what is pending',
      { bookingStatus: 'both', entryReferenceFrom: '1' },
      'PARAMETER_NOT_CONSISTENT',
      'query:entryReferenceFrom',
    ],
    ['with a made-up cursor', { cursor: 'v1.a.b.c' }, 'FORMAT_ERROR', 'query:cursor'],
    ['with an empty cursor', { cursor: '' }, 'FORMAT_ERROR', 'query:cursor'],
  ];
  it.each(cases)('%s', async (_name, query, code, path) => {
    const response = await read(query);
    expect(outcomeOf(response)).toEqual([400, code, path]);
    expect(standardFindings('refusal400', response.json())).toEqual([]);
  });

  it.each(['bookingStatus=booked', 'dateFrom=2026-11-01', 'withBalance=true', 'cursor=a'])('with a parameter twice: %s', async (parameter) => {
    const path = `/accounts/${house.id(0)}/transactions?bookingStatus=booked&dateFrom=${await house.day()}&${parameter}&${parameter}`;
    const response = await house.get(path, { consentId, isAttended: true });
    expect(outcomeOf(response).slice(0, 2)).toEqual([400, 'FORMAT_ERROR']);
  });

  it.each(['false', 'False'])('but not with deltaList=%s', async (deltaList) => {
    expect((await read({ deltaList })).statusCode).toBe(200);
  });

  it('for dates more than 90 days ago, but not for exactly 90 days', async () => {
    expect((await read({ dateFrom: await house.day(-90) })).statusCode).toBe(200);
    expect(outcomeOf(await read({ dateFrom: await house.day(-91) }))).toEqual([400, 'PERIOD_INVALID', 'query:dateFrom']);
  });
});
