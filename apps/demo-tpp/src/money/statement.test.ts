import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN, MOVEMENTS, type MoneySite, openMoneySite, SAVINGS, SCA_REDIRECT } from '../testing/money-site.ts';
import { ACCESS_TOKEN, API, SETTINGS } from '../testing/scripted-bank.ts';

const YEAR = { account: MAIN.iban, dateFrom: '2025-11-21', dateTo: '2026-11-20' };

let shop: MoneySite;
let path: string;

beforeEach(async () => {
  shop = await openMoneySite();
  path = await shop.connect();
  shop.now = Date.parse('2026-11-20T12:00:00Z');
  const created = { statementStatus: 'received', statementId: 'sta_1', _links: { scaRedirect: { href: SCA_REDIRECT } } };
  shop.answer('/transactions-statements', created, 201);
  answerState('valid', { readableUntil: '2026-11-20T12:15:00.000Z' });
});
afterEach(() => shop.close());

function answerState(statementStatus: string, more: object = {}): void {
  const state = { account: { iban: MAIN.iban, currency: 'EUR' }, dateFrom: YEAR.dateFrom, dateTo: YEAR.dateTo, statementStatus, ...more };
  shop.answer('/transactions-statements/sta_1', state);
}

const asked = () => shop.request('/transactions-statements', 'POST');

/** Answers the statement's path once the customer stands before the signing page. */
async function ask(change: Readonly<Record<string, string>> = {}): Promise<string> {
  const { location, page } = await shop.send('POST', `${path}/statements`, { ...YEAR, ...change });
  expect(location, page).toBe(SCA_REDIRECT);
  return new URL(asked()?.headers.get('tpp-redirect-uri') ?? '').pathname;
}

describe('requesting a statement', () => {
  it('preselects the account in the address and the last year', async () => {
    const { page } = await shop.send('GET', `${path}/statement?account=${SAVINGS.iban}`);
    expect(page).toMatch(new RegExp(`value="${SAVINGS.iban}" checked`));
    expect(page).toContain('name="dateFrom" value="2025-11-21"');
    expect(page).toContain('name="dateTo" value="2026-11-20"');
    expect((await shop.send('GET', `${path}/statement?account=EE000000000000000000`)).page).toMatch(new RegExp(`value="${MAIN.iban}" checked`));
  });

  it('sends account, period and redirect URIs, and redirects the customer to sign', async () => {
    const statement = await ask();
    expect(JSON.parse(asked()?.body ?? '')).toEqual({
      account: { iban: MAIN.iban, currency: 'EUR' },
      dateFrom: YEAR.dateFrom,
      dateTo: YEAR.dateTo,
    });
    expect(asked()?.headers.get('tpp-nok-redirect-uri')).toBe(`${SETTINGS.publicUrl}${statement}/refused`);
    expect(asked()?.headers.get('psu-ip-address')).toBe('127.0.0.1');
    expect(asked()?.headers.get('consent-id')).toBeNull();
  });

  it.each([
    [{ account: 'EE000000000000000000' }, 'account', 'Choose one of the accounts.'],
    [{ account: '' }, 'account', 'Choose one of the accounts.'],
    [{ dateFrom: '' }, 'dateFrom', 'Choose the first day.'],
    [{ dateFrom: '2026-02-30' }, 'dateFrom', 'Choose the first day.'],
    [{ dateTo: '20.11.2026' }, 'dateTo', 'Choose the last day.'],
    [{ dateTo: '2026-11-21' }, 'dateTo', 'The last day can be today at the latest.'],
    [{ dateTo: '2025-11-20' }, 'dateFrom', 'The first day is after the last one.'],
    [{ dateFrom: '2024-11-19' }, 'dateFrom', 'A statement covers two years at most. Choose a later first day.'],
  ])('shows the error for %o and sends nothing to the bank', async (change, field, text) => {
    const { status, page } = await shop.send('POST', `${path}/statements`, { ...YEAR, ...change });
    expect([status, asked()]).toEqual([400, undefined]);
    expect(page).toContain(`id="${field}-error" role="alert">${text}</p>`);
    expect(page.match(/role="alert"/g)).toHaveLength(1);
  });

  it.each([[{ dateFrom: '2024-11-20' }], [{ dateFrom: '2026-11-20' }]])('accepts the longest and the shortest period: %o', async (change) => {
    await ask(change);
    expect(JSON.parse(asked()?.body ?? '')).toMatchObject(change);
  });

  it('keeps the typed values when it is refused', async () => {
    const { page } = await shop.send('POST', `${path}/statements`, { account: SAVINGS.iban, dateFrom: '<b>', dateTo: '2026-10-31' });
    expect(page).toContain('value="&lt;b&gt;"');
    expect(page).toContain('value="2026-10-31"');
    expect(page).toMatch(new RegExp(`value="${SAVINGS.iban}" checked`));
  });

  it('explains that the bank does not offer the period', async () => {
    shop.refuse('/transactions-statements', 400, 'PERIOD_INVALID');
    const { status, page } = await shop.send('POST', `${path}/statements`, YEAR);
    expect(status).toBe(400);
    expect(page).toContain('The bank does not give this period');
    expect(page).toContain('400 · PERIOD_INVALID · In the bank’s words.');
    expect(page).toContain(`href="${path}/statement"`);
  });

  it('does not redirect to another host than the bank’s', async () => {
    const evil = { statementStatus: 'received', statementId: 'sta_1', _links: { scaRedirect: { href: 'https://evil.example/' } } };
    shop.answer('/transactions-statements', evil, 201);
    const { status, location } = await shop.send('POST', `${path}/statements`, YEAR);
    expect([status, location]).toEqual([502, '']);
  });

  it('is refused to another site and in another browser', async () => {
    const seen = shop.bank.requests.length;
    expect((await shop.send('POST', `${path}/statements`, YEAR, { 'sec-fetch-site': 'cross-site' })).status).toBe(404);
    shop.cookie = '';
    for (const url of [`${path}/statement`, `${path}/statements/x`]) expect((await shop.send('GET', url)).status).toBe(404);
    expect(shop.bank.requests.length).toBe(seen);
  });
});

describe('the page of a statement', () => {
  it('shows transactions and their deadline, and follows the bank’s link to older ones', async () => {
    const statement = await ask();
    const { page } = await shop.send('GET', statement);
    for (const text of ['Your statement', '2025-11-21 – 2026-11-20', '2026-11-20 12:15:00 UTC', '\u221246.80 EUR', 'Employer', 'cursor=opaque%2B1'])
      expect(page).toContain(text);
    const { pathname, searchParams } = new URL(shop.request('/transactions')?.url ?? '');
    expect([pathname, searchParams.get('cursor')]).toEqual(['/api/v1/transactions-statements/sta_1/transactions', null]);
    await shop.send('GET', `${statement}?cursor=opaque%2B1`);
    expect(new URL(shop.request('/transactions')?.url ?? '').searchParams.get('cursor')).toBe('opaque+1');
    expect(page).not.toContain(ACCESS_TOKEN);
    expect(page).not.toContain('canary-ref');
  });

  it('is linked from the overview of its connection', async () => {
    const statement = await ask();
    expect((await shop.send('GET', path)).page).toContain(`href="${statement}"`);
    shop.refuse('/accounts', 429, 'ACCESS_EXCEEDED');
    expect((await shop.send('GET', path)).page).toContain(`href="${statement}"`);
  });

  it.each([
    ['received', 'Not signed yet'],
    ['rejected', 'Nothing was shared'],
    ['expired', 'The 15 minutes are over'],
    ['terminatedByTpp', 'Given back'],
    ['somethingNew', 'The bank’s answer is not clear'],
  ])('reads no transactions while the status is %s', async (status, title) => {
    const statement = await ask();
    answerState(status);
    const { page } = await shop.send('GET', status === 'rejected' ? `${statement}/refused` : statement);
    expect(page).toContain(title);
    expect(shop.request('/transactions')).toBeUndefined();
    expect(page.includes(`${path}/statement?account=${MAIN.iban}`)).toBe(status !== 'received');
  });

  it.each([
    ['CONSENT_EXPIRED', 401, 'The 15 minutes are over'],
    ['CONSENT_INVALID', 401, 'The bank gives nothing of this statement'],
    ['CONSENT_UNKNOWN', 403, 'The bank does not know this statement'],
    ['SERVICE_BLOCKED', 403, 'The bank has blocked this shop'],
    ['TOKEN_EXPIRED', 401, 'Your sign-in has run out'],
  ])('explains %s, with the bank’s code for developers', async (code, status, title) => {
    const statement = await ask();
    shop.refuse('/transactions', status, code);
    const { page } = await shop.send('GET', statement);
    expect(page).toContain(title);
    expect(page).toContain(`${status} · ${code} · In the bank’s words.`);
  });

  it('shows nothing of an invalid answer', async () => {
    const statement = await ask();
    shop.answer('/transactions', { ...MOVEMENTS, transactions: { booked: [{ creditorName: 'No sum' }] } });
    const { status, page } = await shop.send('GET', statement);
    expect([status, page.includes('id="movements"')]).toEqual([502, false]);
  });

  it('is not found under another connection', async () => {
    const statement = await ask();
    const other = await shop.connect();
    expect((await shop.send('GET', statement.replace(path, other))).status).toBe(404);
  });

  it('ends the access at the bank and returns to the page', async () => {
    const statement = await ask();
    shop.bank.instead.set('/transactions-statements/sta_1', () => new Response(null, { status: 204 }));
    const { status, location } = await shop.send('POST', `${statement}/end`);
    expect([status, location]).toEqual([303, statement]);
    expect(shop.bank.requests.at(-1)).toMatchObject({ method: 'DELETE', url: `${API}/v1/transactions-statements/sta_1` });
  });
});
