import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONNECT, MAIN, type MoneySite, openMoneySite, SAVINGS, SCA_REDIRECT } from '../testing/money-site.ts';
import { ACCESS_TOKEN, API, ISSUER, SETTINGS } from '../testing/scripted-bank.ts';

const HOUR_MS = 60 * 60 * 1000;

let shop: MoneySite;

beforeEach(async () => {
  shop = await openMoneySite();
});
afterEach(() => shop.close());

const asked = () => shop.request('/v1/consents', 'POST');

describe('connecting', () => {
  it.each([
    ['bankOffered', { accounts: [], balances: [], transactions: [] }],
    ['global', { allPsd2: 'allAccounts' }],
    ['listOnly', { availableAccountsWithBalance: 'allAccounts' }],
  ])('creates a consent of the form %s after the sign-in, with both redirect URIs', async (access, expected) => {
    const path = await shop.connect({ access });
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

  it('lets the customer choose from the bank’s list, and requests exactly these accounts', async () => {
    const { location } = await shop.send('POST', '/money/connect', { ...CONNECT, access: 'detailed', time: 'once' });
    const path = (await shop.signIn(location)).location;
    const { page } = await shop.send('GET', path);
    expect(page).toContain('Savings');
    expect(page).toContain('Everyday &lt;b&gt;account&lt;/b&gt;');
    const none = await shop.send('POST', `${path}/accounts`, { transactions: MAIN.iban });
    expect([none.status, asked()]).toEqual([400, undefined]);
    expect(none.page).toContain('Choose at least one account.');
    const foreign = await shop.send('POST', `${path}/accounts`, { account: 'EE000000000000000000' });
    expect([foreign.status, asked()]).toEqual([400, undefined]);

    const named = await shop.send('POST', `${path}/accounts`, `account=${MAIN.iban}&account=${SAVINGS.iban}&transactions=${SAVINGS.iban}`);
    expect(named.location).toBe(SCA_REDIRECT);
    const [main, savings] = [MAIN, SAVINGS].map(({ iban, currency }) => ({ iban, currency }));
    expect(JSON.parse(asked()?.body ?? '')).toMatchObject({
      access: { accounts: [main, savings], balances: [main, savings], transactions: [savings] },
      recurringIndicator: false,
      frequencyPerDay: 1,
    });
  });

  it.each([[{ bank: 'fi' }], [{ access: 'everything' }], [{ time: 'for ever' }], [{ access: '' }]])(
    'refuses a form with an unknown value: %o',
    async (change) => {
      const refused = await shop.send('POST', '/money/connect', { ...CONNECT, ...change });
      expect([refused.status, shop.bank.requests.length]).toEqual([400, 0]);
    },
  );

  it('refuses a form of another site', async () => {
    const refused = await shop.send('POST', '/money/connect', CONNECT, { 'sec-fetch-site': 'cross-site' });
    expect([refused.status, shop.bank.requests.length]).toEqual([400, 0]);
  });

  it('does not redirect to another host than the bank’s', async () => {
    shop.answer('/v1/consents', { consentStatus: 'received', consentId: 'con_1', _links: { scaRedirect: { href: 'https://evil.example/' } } }, 201);
    const { location } = await shop.send('POST', '/money/connect', CONNECT);
    const { searchParams } = new URL(location);
    shop.bank.nonce = searchParams.get('nonce') ?? '';
    const back = await shop.send('GET', `/callback?code=c&state=${searchParams.get('state')}&iss=${encodeURIComponent(ISSUER)}`);
    expect([back.status, back.location]).toEqual([502, '']);
    expect(back.page).not.toContain('href="https://evil');
  });

  it('says so when the customer did not sign in', async () => {
    const { location } = await shop.send('POST', '/money/connect', CONNECT);
    const state = new URL(location).searchParams.get('state');
    const back = await shop.send('GET', `/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(ISSUER)}`);
    expect(back.page).toContain('You did not sign in');
    expect(back.page).toContain('access_denied');
  });
});

describe('the overview', () => {
  it('shows accounts, balances and their sum, and links only to shared transactions', async () => {
    const { page } = await shop.send('GET', await shop.connect());
    for (const text of ['1,234.50 EUR', '\u22120.50 EUR', '1,234.00 EUR', 'Until', '2027-05-19', 'transactions not shared'])
      expect(page).toContain(text);
    expect(page).toContain('Everyday &lt;b&gt;account&lt;/b&gt;');
    expect(page.match(/\/accounts\/acc_\d/g)).toEqual(['/accounts/acc_1']);
    const { headers } = shop.request('/accounts') ?? {};
    expect([headers?.get('consent-id'), headers?.get('psu-ip-address')]).toEqual(['con_1', '127.0.0.1']);
    expect(page).toContain(`href="${new URL('/bank/permissions/con_1', ISSUER).href}">See or withdraw it at your bank<`);
    expect(page).not.toContain(ACCESS_TOKEN);
    expect(page).not.toContain('canary-ref');
  });

  it('shows the transactions of an account and follows the bank’s link to older ones', async () => {
    const path = await shop.connect();
    const first = await shop.send('GET', `${path}/accounts/acc_1`);
    for (const text of ['not booked yet', 'Kiosk', '\u221246.80 EUR', '2,500.00 EUR', 'Employer', '2026-11-19']) expect(first.page).toContain(text);
    expect(first.page).toContain('cursor=opaque%2B1');
    await shop.send('GET', `${path}/accounts/acc_1?cursor=opaque%2B1`);
    expect(new URL(shop.request('/transactions')?.url ?? '').searchParams.get('cursor')).toBe('opaque+1');
  });

  it('is found only in the browser that connected', async () => {
    const path = await shop.connect();
    const own = shop.cookie;
    for (const stranger of ['', 'lumen-books-browser=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']) {
      for (const [method, url] of [
        ['GET', path],
        ['GET', `${path}/accounts/acc_1`],
        ['POST', `${path}/disconnect`],
        ['POST', `${path}/sign-in`],
      ] as const) {
        shop.cookie = stranger;
        const seen = shop.bank.requests.length;
        expect((await shop.send(method, url)).status).toBe(404);
        expect(shop.bank.requests.length).toBe(seen);
      }
    }
    shop.cookie = own;
    expect((await shop.send('GET', '/money')).page).toContain(path);
  });

  it.each([
    ['received', 'Not confirmed yet'],
    ['partiallyAuthorised', 'Another person must also confirm'],
    ['rejected', 'Not connected'],
    ['revokedByPsu', 'You withdrew the access'],
    ['expired', 'This access has ended'],
    ['terminatedByTpp', 'Disconnected'],
    ['somethingNew', 'The bank’s answer is not clear'],
  ])('reads no account while the consent is %s', async (consentStatus, title) => {
    const path = await shop.connect();
    shop.answer('/consents/con_1', { consentStatus });
    const { page } = await shop.send('GET', path);
    expect(page).toContain(title);
    expect(shop.request('/accounts')).toBeUndefined();
  });

  it.each([
    ['CONSENT_EXPIRED', 401, 'This access has ended'],
    ['CONSENT_INVALID', 401, 'The bank does not accept this access'],
    ['ACCESS_EXCEEDED', 429, 'Asked too often today'],
    ['CONSENT_UNKNOWN', 403, 'The bank does not know this access'],
    ['SERVICE_BLOCKED', 403, 'The bank has blocked this shop'],
    ['FORMAT_ERROR', 400, 'The bank did not give the data'],
  ])('explains %s, with the bank’s code for developers', async (code, status, title) => {
    const path = await shop.connect();
    shop.refuse('/accounts', status, code);
    const { page } = await shop.send('GET', path);
    expect(page).toContain(title);
    expect(page).toContain(`${status} · ${code} · In the bank’s words.`);
  });

  it('of a one-time access says so at the second read, and offers to connect again', async () => {
    const path = await shop.connect({ time: 'once' });
    shop.refuse('/accounts', 401, 'CONSENT_EXPIRED');
    const { page } = await shop.send('GET', path);
    expect(page).toContain('This access was for one look');
    expect(page).toContain('action="/money/connect"');
  });

  it('offers to connect again with the same choices after an access has ended', async () => {
    const path = await shop.connect({ bank: 'lv', access: 'listOnly', time: 'once' });
    shop.answer('/consents/con_1', { consentStatus: 'revokedByPsu' });
    const ended = await shop.send('GET', path);
    shop.answer('/consents/con_1', { consentStatus: 'valid' });
    shop.refuse('/accounts', 401, 'CONSENT_EXPIRED');
    for (const { page } of [ended, await shop.send('GET', path)]) {
      expect(page).toContain('action="/money/connect"');
      const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)">/g)].map(([, name = '', value = '']) => [name, value]);
      expect(Object.fromEntries(fields)).toEqual({ bank: 'lv', access: 'listOnly', time: 'once' });
    }
  });

  it('requires another sign-in after an hour, and keeps the consent', async () => {
    const path = await shop.connect();
    shop.now += HOUR_MS + 1;
    expect((await shop.send('GET', path)).page).toContain('Your sign-in has run out');
    const { location } = await shop.send('POST', `${path}/sign-in`);
    const consents = shop.bank.requests.filter(({ url }) => url.endsWith('/v1/consents')).length;
    expect((await shop.signIn(location)).location).toBe(path);
    expect(shop.bank.requests.filter(({ url }) => url.endsWith('/v1/consents')).length).toBe(consents);
    expect((await shop.send('GET', path)).page).toContain('1,234.50 EUR');
  });

  it('requires another sign-in when the bank refuses the token', async () => {
    const path = await shop.connect();
    shop.refuse('/consents/con_1', 401, 'TOKEN_INVALID');
    expect((await shop.send('GET', path)).page).toContain('Sign in again');
  });

  it('shows nothing of an invalid answer', async () => {
    const path = await shop.connect();
    shop.answer('/accounts', { accounts: [{ ...MAIN, resourceId: 'acc_1' }, { resourceId: 'acc_2' }] });
    const { status, page } = await shop.send('GET', path);
    expect([status, page.includes('id="accounts"')]).toEqual([502, false]);
  });

  it('says that nothing changed when the bank is unavailable', async () => {
    const path = await shop.connect();
    shop.bank.instead.set('/consents/con_1', () => new Response('', { status: 503 }));
    const { status, page } = await shop.send('GET', path);
    expect([status, page.includes('Nothing changed at your bank.')]).toEqual([502, true]);
  });
});

describe('disconnecting', () => {
  it('deletes the consent at the bank and returns to the page', async () => {
    const path = await shop.connect();
    shop.bank.instead.set('/consents/con_1', () => new Response(null, { status: 204 }));
    const { status, location } = await shop.send('POST', `${path}/disconnect`);
    expect([status, location]).toEqual([303, path]);
    expect(shop.bank.requests.at(-1)).toMatchObject({ method: 'DELETE', url: `${API}/v1/consents/con_1` });
  });

  it('is refused to another site', async () => {
    const path = await shop.connect();
    const seen = shop.bank.requests.length;
    expect((await shop.send('POST', `${path}/disconnect`, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(404);
    expect(shop.bank.requests.length).toBe(seen);
  });
});
