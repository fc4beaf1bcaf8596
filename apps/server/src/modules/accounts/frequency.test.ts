import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardFindings } from '../../testing/nextgenpsd2/standard.ts';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { type AccountsHarness, openAccountsHarness } from './testing/accounts-harness.ts';

let house: AccountsHarness;
beforeAll(async () => {
  house = await openAccountsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

const GLOBAL = { allPsd2: 'allAccounts' };
const ONE_OFF = { recurringIndicator: false, frequencyPerDay: 1 };
const balances = (position: number) => `/accounts/${house.id(position)}/balances`;
const transactions = async (rest = '') => `/accounts/${house.id(0)}/transactions?bookingStatus=booked&dateFrom=${await house.day(-30)}${rest}`;

/** The statuses of so many readings, one after the other. */
async function readings(path: string, consentId: string, times: number, isAttended = false): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await house.get(path, { consentId, isAttended })).statusCode);
  return statuses;
}

describe('without the customer', () => {
  it('each endpoint can be read frequencyPerDay times a day, and the refusal names the limit', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 2 });
    const paths = ['/accounts', `/accounts/${house.id(0)}`, balances(0), await transactions()];
    for (const path of paths) expect(await readings(path, consentId, 3)).toEqual([200, 200, 429]);
    const refused = await house.get('/accounts', { consentId });
    expect(refused.json().tppMessages[0]).toMatchObject({ code: 'ACCESS_EXCEEDED', text: expect.stringContaining('2 times a day') });
    expect(standardFindings('refusal429', refused.json())).toEqual([]);
  });

  it('each account is counted separately', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 1 });
    for (const position of [0, 1, 2]) expect(await readings(balances(position), consentId, 2)).toEqual([200, 429]);
  });

  it('each transaction is counted separately', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 1 });
    const [first, second] = (await house.get(await transactions(), { consentId })).json().transactions.booked;
    for (const { transactionId } of [first, second]) {
      expect(await readings(`/accounts/${house.id(0)}/transactions/${transactionId}`, consentId, 2)).toEqual([200, 429]);
    }
  });

  it('transactions of another booking status are counted as the same endpoint', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 1 });
    expect((await house.get(await transactions(), { consentId })).statusCode).toBe(200);
    expect((await house.get((await transactions()).replace('booked', 'pending'), { consentId })).statusCode).toBe(429);
  });

  it('pages after the first are not counted', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 1 });
    let next: string | undefined = await transactions('&itemsPerPage=3');
    let pages = 0;
    for (; next !== undefined; pages += 1) {
      const response = await house.get(next, { consentId });
      expect(response.statusCode).toBe(200);
      next = response.json().transactions._links.next?.href;
    }
    expect(pages).toBeGreaterThan(1);
    expect((await house.get(await transactions('&itemsPerPage=3'), { consentId })).statusCode).toBe(429);
  });

  it('a refused reading is not counted', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 1 });
    const wrong = (await transactions()).replace('booked', 'none');
    expect(await readings(wrong, consentId, 3)).toEqual([400, 400, 400]);
    expect(await readings(await transactions(), consentId, 2)).toEqual([200, 429]);
  });

  it('the count starts from zero on the next day', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 1 });
    expect(await readings('/accounts', consentId, 2)).toEqual([200, 429]);
    expect(await house.atDay(1, () => readings('/accounts', consentId, 2))).toEqual([200, 429]);
  });

  it('the refusal contains Retry-After until the next day', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 1 });
    await readings('/accounts', consentId, 1);
    const { headers } = await house.get('/accounts', { consentId });
    expect(String(headers['retry-after'])).toMatch(/^[1-9]\d{0,4}$/);
    // The longest day has 25 hours.
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(25 * 3600);
  });

  it('simultaneous readings do not exceed the limit', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 3 });
    const responses = await Promise.all(Array.from({ length: 10 }, () => house.get('/accounts', { consentId })));
    expect(responses.filter(({ statusCode }) => statusCode === 200).length).toBe(3);
    expect(responses.filter(({ statusCode }) => statusCode === 429).length).toBe(7);
  });

  it('another consent has its own count', async () => {
    const first = await house.grant(GLOBAL, ONE_OFF);
    const second = await house.grant(GLOBAL, ONE_OFF);
    for (const consentId of [first, second]) expect(await readings('/accounts', consentId, 2)).toEqual([200, 401]);
  });
});

describe('with the customer', () => {
  it('a recurring consent is neither limited nor counted', async () => {
    const consentId = await house.grant(GLOBAL, { frequencyPerDay: 1 });
    expect(await readings('/accounts', consentId, 5, true)).toEqual([200, 200, 200, 200, 200]);
    expect(await readings('/accounts', consentId, 2)).toEqual([200, 429]);
    expect(await readings('/accounts', consentId, 2, true)).toEqual([200, 200]);
  });

  it('every reading is recorded as attended or unattended', async () => {
    const consentId = await house.grant(GLOBAL);
    await readings(balances(0), consentId, 2, true);
    await readings(balances(0), consentId, 1);
    const { rows } = await house.database.query('select endpoint, resource, attended, unattended from consent_use where consent_id = $1', [
      consentId,
    ]);
    expect(rows).toEqual([{ endpoint: 'balances', resource: house.id(0), attended: 2, unattended: 1 }]);
  });
});

describe('a one-off consent', () => {
  const statusOf = async (consentId: string) => (await house.get(`/consents/${consentId}/status`)).json().consentStatus;
  const ENDED = [401, 'CONSENT_EXPIRED', 'header:Consent-ID', undefined];
  const outcome = async (path: string, consentId: string, isAttended = false) => {
    const response = await house.get(path, { consentId, isAttended });
    const [message] = response.json().tppMessages ?? [{}];
    return [response.statusCode, message.code, message.path, response.headers['retry-after']];
  };

  it('allows one reading of each endpoint and account, with or without the customer', async () => {
    const consentId = await house.grant(GLOBAL, ONE_OFF);
    expect(await readings('/accounts', consentId, 1, true)).toEqual([200]);
    expect(await readings(balances(0), consentId, 1, true)).toEqual([200]);
    expect(await readings(balances(1), consentId, 1)).toEqual([200]);
    expect(await statusOf(consentId)).toBe('valid');
    expect(await outcome(balances(0), consentId, true)).toEqual(ENDED);
  });

  // Review of 25 November 2026, X12: the status and the answers say the same.
  it.each([
    ['the list', async () => '/accounts'],
    ['an account', async () => `/accounts/${house.id(0)}`],
    ['balances', async () => balances(0)],
    ['transactions', () => transactions()],
  ])('expires when %s is read again, for every later reading', async (_name, pathOf) => {
    const [consentId, path] = [await house.grant(GLOBAL, ONE_OFF), await pathOf()];
    expect(await readings(path, consentId, 1)).toEqual([200]);
    expect(await statusOf(consentId)).toBe('valid');
    for (const isAttended of [true, false]) expect(await outcome(path, consentId, isAttended)).toEqual(ENDED);
    expect(await outcome(balances(2), consentId)).toEqual(ENDED);
    const information = (await house.get(`/consents/${consentId}`)).json();
    expect(information).toMatchObject({ consentStatus: 'expired', recurringIndicator: false });
    expect(await statusOf(consentId)).toBe('expired');
  });

  it('to the list of accounts expires with its first reading', async () => {
    const consentId = await house.grant({ availableAccountsWithBalance: 'allAccounts' }, ONE_OFF);
    expect(await readings('/accounts', consentId, 1)).toEqual([200]);
    expect(await statusOf(consentId)).toBe('expired');
    expect(await outcome('/accounts', consentId)).toEqual(ENDED);
  });

  it('is not used by a refused reading', async () => {
    const consentId = await house.grant(GLOBAL, ONE_OFF);
    expect(await readings((await transactions()).replace('booked', 'none'), consentId, 3)).toEqual([400, 400, 400]);
    expect(await readings(await transactions(), consentId, 1)).toEqual([200]);
  });

  it('can be read to the last page', async () => {
    const consentId = await house.grant(GLOBAL, ONE_OFF);
    let next: string | undefined = await transactions('&itemsPerPage=3');
    for (let pages = 0; next !== undefined; pages += 1) {
      const response = await house.get(next, { consentId });
      expect([pages, response.statusCode]).toEqual([pages, 200]);
      next = response.json().transactions._links.next?.href;
    }
  });

  it('is read once among simultaneous readings', async () => {
    const consentId = await house.grant(GLOBAL, ONE_OFF);
    const responses = await Promise.all(Array.from({ length: 10 }, () => house.get('/accounts', { consentId })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
    expect(await statusOf(consentId)).toBe('expired');
  });

  it('expires after the day of its first reading', async () => {
    const consentId = await house.grant(GLOBAL, ONE_OFF);
    await house.get('/accounts', { consentId });
    const later = await house.atDay(1, () => house.get(balances(0), { consentId }));
    expect([later.statusCode, later.json().tppMessages[0].code]).toEqual([401, 'CONSENT_EXPIRED']);
  });

  it('stays valid until its first reading', async () => {
    const consentId = await house.grant(GLOBAL, ONE_OFF);
    expect(await house.atDay(30, () => readings('/accounts', consentId, 1))).toEqual([200]);
  });
});
