import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSite } from '../build-site.ts';
import { ACCESS_TOKEN, createScriptedBank, ORIGIN, type ScriptedBank, SETTINGS } from '../testing/scripted-bank.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAIN = { iban: 'EE869800100045081764', currency: 'EUR', name: 'Everyday <b>account</b>' };
const SAVINGS = { iban: 'EE639977200100450817', currency: 'EUR', name: 'Savings' };

let site: FastifyInstance;
let bank: ScriptedBank;
let now: number;
let cookie: string;

beforeEach(async () => {
  bank = createScriptedBank();
  now = Date.now();
  cookie = '';
  site = await buildSite(SETTINGS, { send: bank.send, now: () => now });
  const account = (resourceId: string, { iban, currency, name }: typeof MAIN, available: string, hasTransactions: boolean) => ({
    resourceId,
    iban,
    currency,
    name,
    balances: [
      { balanceType: 'interimBooked', balanceAmount: { amount: '9999.00', currency } },
      { balanceType: 'interimAvailable', balanceAmount: { amount: available, currency } },
    ],
    _links: hasTransactions ? { transactions: { href: '/t' } } : {},
  });
  answer('/account-list', { accounts: [MAIN, SAVINGS] });
  answer('/v1/consents', { consentStatus: 'received', consentId: 'con_1', _links: { scaRedirect: { href: `${ORIGIN}/bank/sca/canary-ref` } } }, 201);
  answer('/consents/con_1', { consentStatus: 'valid', validUntil: '2027-05-19' });
  answer('/accounts', { accounts: [account('acc_1', MAIN, '1234.50', true), account('acc_2', SAVINGS, '-0.50', false)] });
  answer('/transactions', {
    account: { iban: MAIN.iban, currency: 'EUR' },
    transactions: {
      pending: [{ transactionAmount: { amount: '-3.00', currency: 'EUR' }, creditorName: 'Kiosk' }],
      booked: [
        { bookingDate: '2026-11-20', transactionAmount: { amount: '-46.80', currency: 'EUR' }, creditorName: 'Bookshop' },
        { bookingDate: '2026-11-19', transactionAmount: { amount: '2500.00', currency: 'EUR' }, debtorName: 'Employer' },
      ],
      _links: { next: { href: `${ORIGIN}/api/v1/accounts/acc_1/transactions?bookingStatus=both&cursor=opaque%2B1` } },
    },
  });
});
afterEach(() => site.close());

function answer(ending: string, body: object, status = 200): void {
  bank.instead.set(ending, () => Response.json(body, { status }));
}
const refuse = (ending: string, status: number, code: string) =>
  answer(ending, { tppMessages: [{ category: 'ERROR', code, text: 'In the bank’s words.' }] }, status);

async function send(
  method: 'GET' | 'POST',
  url: string,
  form: string | Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const payload = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const response = await site.inject({
    method,
    url,
    headers: { cookie, ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}), ...headers },
    ...(method === 'POST' ? { payload } : {}),
  });
  const [set] = response.cookies;
  if (set !== undefined) cookie = `${set.name}=${set.value}`;
  return { status: response.statusCode, page: response.body, location: String(response.headers.location ?? '') };
}

/** Through the bank's sign-in and back; answers where the browser is sent then. */
async function signIn(location: string): Promise<string> {
  const asked = new URL(location).searchParams;
  bank.nonce = asked.get('nonce') ?? '';
  const back = await send('GET', `/callback?code=canary-code-1&state=${asked.get('state')}&iss=${encodeURIComponent(SETTINGS.issuer)}`);
  expect(back.status, back.page).toBe(303);
  return back.location;
}

const CONNECT = { bank: 'ee', access: 'bankOffered', time: 'long' };

/** Answers the connection's path once the customer stands before the signing page. */
async function connect(change: Readonly<Record<string, string>> = {}): Promise<string> {
  const { location } = await send('POST', '/money/connect', { ...CONNECT, ...change });
  expect(await signIn(location)).toBe(`${ORIGIN}/bank/sca/canary-ref`);
  return new URL(asked()?.headers.get('tpp-redirect-uri') ?? '').pathname;
}

const asked = () => bank.requests.findLast(({ method, url }) => method === 'POST' && url.endsWith('/v1/consents'));
const request = (ending: string) => bank.requests.findLast(({ url }) => new URL(url).pathname.endsWith(ending));

describe('connecting', () => {
  it.each([
    ['bankOffered', { accounts: [], balances: [], transactions: [] }],
    ['global', { allPsd2: 'allAccounts' }],
    ['listOnly', { availableAccountsWithBalance: 'allAccounts' }],
  ])('asks for a consent of the form %s after the sign-in, and sends the customer to confirm it', async (access, expected) => {
    const path = await connect({ access });
    expect(JSON.parse(asked()?.body ?? '')).toEqual({
      access: expected,
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    });
    expect(asked()?.headers.get('psu-ip-address')).toBe('127.0.0.1');
    expect(asked()?.headers.get('tpp-nok-redirect-uri')).toBe(`${SETTINGS.publicUrl}${path}/refused`);
  });

  it('lets the customer name accounts of the bank’s list, and asks for exactly those', async () => {
    const { location } = await send('POST', '/money/connect', { ...CONNECT, access: 'detailed', time: 'once' });
    const path = await signIn(location);
    const { page } = await send('GET', path);
    expect(page).toContain('Savings');
    expect(page).toContain('Everyday &lt;b&gt;account&lt;/b&gt;');
    const none = await send('POST', `${path}/accounts`, { transactions: MAIN.iban });
    expect([none.status, asked()]).toEqual([400, undefined]);
    expect(none.page).toContain('Choose at least one account.');
    const foreign = await send('POST', `${path}/accounts`, { account: 'EE000000000000000000' });
    expect([foreign.status, asked()]).toEqual([400, undefined]);

    const named = await send('POST', `${path}/accounts`, `account=${MAIN.iban}&account=${SAVINGS.iban}&transactions=${SAVINGS.iban}`);
    expect(named.location).toBe(`${ORIGIN}/bank/sca/canary-ref`);
    const [main, savings] = [MAIN, SAVINGS].map(({ iban, currency }) => ({ iban, currency }));
    expect(JSON.parse(asked()?.body ?? '')).toMatchObject({
      access: { accounts: [main, savings], balances: [main, savings], transactions: [savings] },
      recurringIndicator: false,
      frequencyPerDay: 1,
    });
  });

  it.each([
    [{ bank: 'fi' }],
    [{ access: 'everything' }],
    [{ time: 'for ever' }],
    [{ access: '' }],
  ])('refuses a form it does not offer: %o', async (change) => {
    const refused = await send('POST', '/money/connect', { ...CONNECT, ...change });
    expect([refused.status, bank.requests.length]).toEqual([400, 0]);
  });

  it('refuses a form of another site', async () => {
    const refused = await send('POST', '/money/connect', CONNECT, { 'sec-fetch-site': 'cross-site' });
    expect([refused.status, bank.requests.length]).toEqual([400, 0]);
  });

  it('goes nowhere but to the bank, whatever the answer says', async () => {
    answer('/v1/consents', { consentStatus: 'received', consentId: 'con_1', _links: { scaRedirect: { href: 'https://evil.example/' } } }, 201);
    const { location } = await send('POST', '/money/connect', CONNECT);
    const { searchParams } = new URL(location);
    bank.nonce = searchParams.get('nonce') ?? '';
    const back = await send('GET', `/callback?code=c&state=${searchParams.get('state')}&iss=${encodeURIComponent(SETTINGS.issuer)}`);
    expect([back.status, back.location]).toEqual([502, '']);
    expect(back.page).not.toContain('href="https://evil');
  });

  it('says so when the customer did not sign in', async () => {
    const { location } = await send('POST', '/money/connect', CONNECT);
    const state = new URL(location).searchParams.get('state');
    const back = await send('GET', `/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(SETTINGS.issuer)}`);
    expect(back.page).toContain('You did not sign in');
    expect(back.page).toContain('access_denied');
  });
});

describe('the overview', () => {
  it('shows accounts, what is available and the sum; links only where transactions are shared', async () => {
    const { page } = await send('GET', await connect());
    for (const text of ['1,234.50 EUR', '\u22120.50 EUR', '1,234.00 EUR', 'Until', '2027-05-19', 'transactions not shared'])
      expect(page).toContain(text);
    expect(page).toContain('Everyday &lt;b&gt;account&lt;/b&gt;');
    expect(page.match(/\/accounts\/acc_\d/g)).toEqual(['/accounts/acc_1']);
    const { headers } = request('/accounts') ?? {};
    expect([headers?.get('consent-id'), headers?.get('psu-ip-address')]).toEqual(['con_1', '127.0.0.1']);
    expect(page).not.toContain(ACCESS_TOKEN);
    expect(page).not.toContain('canary-ref');
  });

  it('shows the movements of an account and follows the bank’s link to older ones', async () => {
    const path = await connect();
    const first = await send('GET', `${path}/accounts/acc_1`);
    for (const text of ['not booked yet', 'Kiosk', '\u221246.80 EUR', '2,500.00 EUR', 'Employer', '2026-11-19']) expect(first.page).toContain(text);
    expect(first.page).toContain('cursor=opaque%2B1');
    await send('GET', `${path}/accounts/acc_1?cursor=opaque%2B1`);
    expect(new URL(request('/transactions')?.url ?? '').searchParams.get('cursor')).toBe('opaque+1');
  });

  it('is for the browser that connected alone', async () => {
    const path = await connect();
    const own = cookie;
    for (const stranger of ['', 'lumen-books-browser=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']) {
      for (const [method, url] of [
        ['GET', path],
        ['GET', `${path}/accounts/acc_1`],
        ['POST', `${path}/disconnect`],
        ['POST', `${path}/sign-in`],
      ] as const) {
        cookie = stranger;
        const seen = bank.requests.length;
        expect((await send(method, url)).status).toBe(404);
        expect(bank.requests.length).toBe(seen);
      }
    }
    cookie = own;
    expect((await send('GET', '/money')).page).toContain(path);
  });

  it.each([
    ['received', 'Not confirmed yet'],
    ['partiallyAuthorised', 'Somebody else must confirm, too'],
    ['rejected', 'Not connected'],
    ['revokedByPsu', 'You withdrew the access'],
    ['expired', 'This access has ended'],
    ['terminatedByTpp', 'Disconnected'],
    ['somethingNew', 'The bank’s answer is not clear'],
  ])('reads no account while the consent is %s', async (consentStatus, title) => {
    const path = await connect();
    answer('/consents/con_1', { consentStatus });
    const { page } = await send('GET', path);
    expect(page).toContain(title);
    expect(request('/accounts')).toBeUndefined();
  });

  it.each([
    ['CONSENT_EXPIRED', 401, 'This access has ended'],
    ['CONSENT_INVALID', 401, 'The bank does not accept this access'],
    ['ACCESS_EXCEEDED', 429, 'Asked too often today'],
    ['CONSENT_UNKNOWN', 403, 'The bank does not know this access'],
    ['SERVICE_BLOCKED', 403, 'The bank has blocked this shop'],
    ['FORMAT_ERROR', 400, 'The bank did not give the data'],
  ])('explains %s in words, with the bank’s code for developers', async (code, status, title) => {
    const path = await connect();
    refuse('/accounts', status, code);
    const { page } = await send('GET', path);
    expect(page).toContain(title);
    expect(page).toContain(`${status} · ${code} · In the bank’s words.`);
  });

  it('asks for a new sign-in when its hour is over, and goes on with the same consent', async () => {
    const path = await connect();
    now += HOUR_MS + 1;
    expect((await send('GET', path)).page).toContain('Your sign-in has run out');
    const { location } = await send('POST', `${path}/sign-in`);
    const consents = bank.requests.filter(({ url }) => url.endsWith('/v1/consents')).length;
    expect(await signIn(location)).toBe(path);
    expect(bank.requests.filter(({ url }) => url.endsWith('/v1/consents')).length).toBe(consents);
    expect((await send('GET', path)).page).toContain('1,234.50 EUR');
  });

  it('does the same when the bank has ended the token, for whatever reason', async () => {
    const path = await connect();
    refuse('/consents/con_1', 401, 'TOKEN_INVALID');
    expect((await send('GET', path)).page).toContain('Sign in again');
  });

  it('shows no half of an answer it cannot read', async () => {
    const path = await connect();
    answer('/accounts', { accounts: [{ ...MAIN, resourceId: 'acc_1' }, { resourceId: 'acc_2' }] });
    const { status, page } = await send('GET', path);
    expect([status, page.includes('id="accounts"')]).toEqual([502, false]);
  });

  it('says that nothing changed when the bank is down', async () => {
    const path = await connect();
    bank.instead.set('/consents/con_1', () => new Response('', { status: 503 }));
    const { status, page } = await send('GET', path);
    expect([status, page.includes('Nothing changed at your bank.')]).toEqual([502, true]);
  });
});

describe('disconnecting', () => {
  it('deletes the consent at the bank and shows what the bank says afterwards', async () => {
    const path = await connect();
    bank.instead.set('/consents/con_1', () => new Response(null, { status: 204 }));
    const { status, location } = await send('POST', `${path}/disconnect`);
    expect([status, location]).toEqual([303, path]);
    expect(bank.requests.at(-1)).toMatchObject({ method: 'DELETE', url: `${SETTINGS.api}/v1/consents/con_1` });
  });

  it('is refused to another site', async () => {
    const path = await connect();
    const seen = bank.requests.length;
    expect((await send('POST', `${path}/disconnect`, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(404);
    expect(bank.requests.length).toBe(seen);
  });
});
