import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardFindings } from '../../testing/nextgenpsd2/standard.ts';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { type AccountsHarness, type Given, openAccountsHarness } from './testing/accounts-harness.ts';

const MINUTE = 60;
let house: AccountsHarness;
beforeAll(async () => {
  house = await openAccountsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

interface Movement {
  readonly entryReference?: string;
  readonly bookingDate?: string;
}
type Answer = Awaited<ReturnType<AccountsHarness['get']>>;
const outcomeOf = (response: Answer) => [response.statusCode, response.json().tppMessages?.[0]?.code, response.json().tppMessages?.[0]?.path];
const bookedOf = (response: Answer): Movement[] => response.json().transactions.booked;
const nextOf = (response: Answer): string | undefined => response.json().transactions._links.next?.href;

const read = (statementId: string, query = '', given: Given = {}) => house.get(`/transactions-statements/${statementId}/transactions${query}`, given);

async function openStatement(wanted: Parameters<AccountsHarness['askStatement']>[0] = {}): Promise<string> {
  const statementId = await house.askStatement(wanted);
  await house.signStatement(statementId);
  return statementId;
}

describe('a signed statement', () => {
  it('returns bookings older than 90 days, unlike a consent', async () => {
    const consentId = await house.grant({ allPsd2: 'allAccounts' });
    const [from, to] = [await house.day(-120), await house.day(-91)];
    const under = await house.get(`/accounts/${house.id(0)}/transactions?bookingStatus=booked&dateFrom=${from}&dateTo=${to}`, {
      consentId,
      isAttended: true,
    });
    expect(outcomeOf(under)).toEqual([400, 'PERIOD_INVALID', 'query:dateFrom']);
    const response = await read(await openStatement({ from: -120, to: -91 }));
    expect(response.statusCode).toBe(200);
    expect(standardFindings('transactions', response.json())).toEqual([]);
    expect(response.json().account).toEqual({ iban: house.iban(0), currency: 'EUR' });
    const dates = bookedOf(response).map(({ bookingDate = '' }) => bookingDate);
    expect(dates.length).toBeGreaterThan(5);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(dates.every((date) => date >= from && date <= to)).toBe(true);
  });

  it('returns the same as a consent within 90 days', async () => {
    const consentId = await house.grant({ allPsd2: 'allAccounts' });
    const [from, to] = [await house.day(-60), await house.day(-30)];
    const path = `/accounts/${house.id(0)}/transactions?bookingStatus=booked&dateFrom=${from}&dateTo=${to}`;
    const under = await house.get(path, { consentId, isAttended: true });
    expect((await read(await openStatement({ from: -60, to: -30 }))).json()).toEqual(under.json());
  });

  it('is of one account', async () => {
    const [first, second] = [await openStatement(), await openStatement({ position: 1 })];
    const entries = new Set(bookedOf(await read(first)).map(({ entryReference }) => entryReference));
    expect(bookedOf(await read(second)).length).toBeGreaterThan(0);
    expect(bookedOf(await read(second)).some(({ entryReference }) => entries.has(entryReference))).toBe(false);
  });

  it('returns each transaction once and in order over its pages, and can be read repeatedly', async () => {
    const statementId = await openStatement({ from: -120, to: -100 });
    const whole = bookedOf(await read(statementId));
    const paged: Movement[] = [];
    let response = await read(statementId, '?itemsPerPage=2');
    for (let next = nextOf(response); ; next = nextOf(response)) {
      paged.push(...bookedOf(response));
      if (next === undefined) break;
      expect(next).toContain(`/v1/transactions-statements/${statementId}/transactions?`);
      response = await house.get(next);
    }
    expect(paged).toEqual(whole);
    expect(whole.length).toBeGreaterThan(4);
    for (let times = 0; times < 6; times += 1) expect((await read(statementId)).statusCode).toBe(200);
  });

  it('returns pending transactions on request', async () => {
    await house.pay('hold', { amountCents: 777 });
    const statementId = await openStatement();
    expect((await read(statementId)).json().transactions.pending).toBeUndefined();
    const both = (await read(statementId, '?bookingStatus=both')).json().transactions;
    expect(both.pending[0]).toMatchObject({ transactionAmount: { amount: '-7.77' } });
    expect(both.booked.length).toBeGreaterThan(0);
    expect((await read(statementId, '?bookingStatus=pending')).json().transactions.booked).toBeUndefined();
  });

  it('returns no balance, no other period and no account', async () => {
    const statementId = await openStatement({ from: -120, to: -100 });
    for (const query of ['dateFrom=2020-01-01', 'dateTo=2099-01-01', 'withBalance=true', 'entryReferenceFrom=1', 'deltaList=true']) {
      expect([query, ...outcomeOf(await read(statementId, `?${query}`)).slice(0, 2)]).toEqual([query, 400, 'FORMAT_ERROR']);
    }
    expect((await read(statementId)).json().balances).toBeUndefined();
    for (const path of ['/accounts', `/accounts/${house.id(0)}/balances`]) {
      expect(outcomeOf(await house.get(path, { consentId: statementId })).slice(1)).toEqual(['CONSENT_UNKNOWN', 'header:Consent-ID']);
    }
  });
});

describe('a request for a statement is refused', () => {
  it.each([
    ['with an unknown bookingStatus', 'bookingStatus=Booked', 'FORMAT_ERROR', 'query:bookingStatus'],
    ['for standing orders', 'bookingStatus=information', 'PARAMETER_NOT_SUPPORTED', 'query:bookingStatus'],
    ['with no item on a page', 'itemsPerPage=0', 'FORMAT_ERROR', 'query:itemsPerPage'],
    ['with too many on a page', 'itemsPerPage=501', 'FORMAT_ERROR', 'query:itemsPerPage'],
    ['with a made-up cursor', 'cursor=v1.a.b.c', 'FORMAT_ERROR', 'query:cursor'],
  ])('%s', async (_name, query, code, path) => {
    const response = await read(await openStatement(), `?${query}`);
    expect(outcomeOf(response)).toEqual([400, code, path]);
    expect(standardFindings('refusal400', response.json())).toEqual([]);
  });

  it('with the cursor of another statement, or of a consent', async () => {
    const consentId = await house.grant({ allPsd2: 'allAccounts' });
    const [one, other] = [await openStatement(), await openStatement()];
    const cursorOf = (response: Answer) => new URL(nextOf(response) ?? '').searchParams.get('cursor');
    const own = cursorOf(await read(one, '?itemsPerPage=2'));
    expect((await read(one, `?itemsPerPage=2&cursor=${own}`)).statusCode).toBe(200);
    const path = `/accounts/${house.id(0)}/transactions?bookingStatus=booked&dateFrom=${await house.day(-20)}&itemsPerPage=2`;
    const ofConsent = cursorOf(await house.get(path, { consentId, isAttended: true }));
    for (const cursor of [own, ofConsent]) {
      expect(outcomeOf(await read(other, `?itemsPerPage=2&cursor=${cursor}`))).toEqual([400, 'FORMAT_ERROR', 'query:cursor']);
    }
  });
});

describe('a statement cannot be read', () => {
  it('before it is signed', async () => {
    const response = await read(await house.askStatement());
    expect(outcomeOf(response)).toEqual([401, 'CONSENT_INVALID', undefined]);
    expect(response.headers['www-authenticate']).toBe('Bearer realm="psd2"');
    expect(standardFindings('refusal401', response.json())).toEqual([]);
  });

  it('from 15 minutes after the signature, including its next page', async () => {
    const statementId = await openStatement();
    const next = nextOf(await read(statementId, '?itemsPerPage=2')) ?? '';
    for (const path of [`/transactions-statements/${statementId}/transactions`, next]) {
      expect((await house.later(14 * MINUTE, () => house.get(path))).statusCode).toBe(200);
    }
    for (const path of [`/transactions-statements/${statementId}/transactions`, next]) {
      expect(outcomeOf(await house.later(15 * MINUTE, () => house.get(path)))).toEqual([401, 'CONSENT_EXPIRED', undefined]);
    }
    expect(outcomeOf(await read(statementId)).slice(0, 2)).toEqual([401, 'CONSENT_EXPIRED']);
  });

  it('after the customer refused, and after the application deleted it', async () => {
    const [refused, deleted] = [await house.askStatement(), await openStatement()];
    await house.write((context) => house.statements.reject(context, house.liis.sandboxId, refused, 'refused'));
    const headers = { authorization: 'Bearer good', 'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-00000000ffff' };
    await house.app.inject({ method: 'DELETE', url: `/api/v1/transactions-statements/${deleted}`, headers });
    for (const statementId of [refused, deleted]) expect(outcomeOf(await read(statementId)).slice(0, 2)).toEqual([401, 'CONSENT_INVALID']);
  });

  it('after a reset of the sandbox', async () => {
    const statementId = await openStatement();
    await house.write((context) => house.statements.endOpen(context, house.liis));
    expect(outcomeOf(await read(statementId)).slice(0, 2)).toEqual([401, 'CONSENT_EXPIRED']);
  });

  it.each(['otherApp', 'otherCustomer'])('by another application or customer (%s), with the response for an unknown statement', async (token) => {
    const foreign = await read(await openStatement(), '', { token });
    expect(outcomeOf(foreign)).toEqual([403, 'CONSENT_UNKNOWN', undefined]);
    expect(foreign.body).toBe((await read('sta_unknown', '', { token })).body);
  });

  it('without X-Request-ID', async () => {
    const response = await read(await openStatement(), '', { headers: { 'x-request-id': '' } });
    expect(outcomeOf(response)).toEqual([400, 'FORMAT_ERROR', 'header:X-Request-ID']);
  });
});
