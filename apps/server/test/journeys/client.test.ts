/** The typed client of packages/client against a running bank: sign-in, consent, accounts in pages, payment, refusals. */
import { type Browser, enterSigning, SITE, signInAtBank } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  type components,
  createClient,
  createSignIn,
  keepTokens,
  orThrow,
  readPages,
  type SignIn,
  type Tokens,
} from '../../../../packages/client/src/index.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type House, openHouse } from '../house/open-house.ts';

const THERE = { 'PSU-IP-Address': '192.0.2.10' } as const;
const BACK = { ...THERE, 'TPP-Redirect-URI': `${SITE}/back`, 'TPP-Nok-Redirect-URI': `${SITE}/refused` } as const;
const CONSENT = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
} as const;

let house: House;
let signIn: SignIn;
let browser: Browser;
let tokens: Tokens;
let client: Client;
let send: (request: Request) => Promise<Response>;

beforeAll(async () => {
  house = await openHouse();
  const { publicUrl } = house.config;
  const transport = overInject(house.portico.app, publicUrl);
  send = async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = (await request.text()) || undefined;
    const headers = Object.fromEntries(request.headers);
    const answer = await transport({ method: request.method as 'GET', path: `${pathname}${search}`, headers, body });
    return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers: answer.headers });
  };
  signIn = createSignIn({
    bank: publicUrl,
    clientId: DEMO_CLIENT_ID,
    clientSecret: demoClientSecret(house.config),
    redirectUri: `${SITE}/callback`,
    fetch: send,
  });
  browser = house.browse();
  tokens = await signInCustomer();
  client = createClient({ bank: publicUrl, fetch: send, token: keepTokens(signIn, tokens, async () => undefined) });
});
afterAll(() => house.close());

const customer = () => {
  const [first] = house.customers;
  if (first === undefined) throw new Error('The seed made no customer.');
  return first;
};

async function comeBack(): Promise<{ address: string; visit: Parameters<SignIn['finish']>[1] }> {
  const { url, visit } = await signIn.begin({ country: customer().country });
  const opened = await browser.send('GET', url);
  const page = opened.headers.location ?? '';
  const way = page.startsWith(SITE) ? page : await signInAtBank(browser, page, customer());
  const address = way.startsWith(SITE) ? way : ((await browser.send('GET', way)).headers.location ?? '');
  return { address, visit };
}

async function signInCustomer(): Promise<Tokens> {
  const { address, visit } = await comeBack();
  return signIn.finish(address, visit);
}

describe('a sign-in', () => {
  it('gives tokens that open calls, are refreshed once, and end when they are revoked', async () => {
    const first = await signInCustomer();
    expect(first.expiresAt).toBeGreaterThan(Date.now());
    const renewed = await signIn.refresh(first.refreshToken ?? '');
    const own = createClient({ bank: house.config.publicUrl, token: renewed.accessToken, fetch: send });
    expect((await orThrow(own.GET('/v1/account-list'))).accounts.length).toBeGreaterThan(0);
    await signIn.revoke(renewed.accessToken);
    await expect(orThrow(own.GET('/v1/account-list'))).rejects.toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
    await expect(signIn.refresh(renewed.refreshToken ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['another state', (visit: object) => ({ ...visit, state: 'other' })],
    ['another nonce', (visit: object) => ({ ...visit, nonce: 'other' })],
    ['another verifier', (visit: object) => ({ ...visit, verifier: 'x'.repeat(64) })],
  ])('is refused with %s', async (_name, change) => {
    const { address, visit } = await comeBack();
    await expect(signIn.finish(address, { ...visit, ...change(visit) })).rejects.toThrow();
  });

  it('is refused for an answer of another issuer, and for a customer who turned back', async () => {
    const { address, visit } = await comeBack();
    const foreign = new URL(address);
    foreign.searchParams.set('iss', 'https://other.example');
    await expect(signIn.finish(foreign, visit)).rejects.toThrow();
    const refused = `${SITE}/callback?error=access_denied&state=${visit.state}&iss=${encodeURIComponent(foreign.searchParams.get('iss') ?? '')}`;
    await expect(
      signIn.finish(refused.replace(encodeURIComponent('https://other.example'), encodeURIComponent(`${house.config.apiBase}/v2`)), visit),
    ).rejects.toMatchObject({
      error: 'access_denied',
    });
  });
});

describe('accounts', () => {
  it('are read with a consent that the customer signed, their transactions page by page', async () => {
    const consent = await orThrow(client.POST('/v1/consents', { params: { header: BACK }, body: CONSENT }));
    const page = await enterSigning(browser, consent._links.scaRedirect?.href ?? '', customer(), 'consent');
    await page.submit({});
    const header = { ...THERE, 'Consent-ID': consent.consentId };
    const { consentStatus } = await orThrow(client.GET('/v1/consents/{consentId}/status', { params: { path: { consentId: consent.consentId } } }));
    expect(consentStatus).toBe('valid');
    const { accounts } = await orThrow(client.GET('/v1/accounts', { params: { header } }));
    const accountId = accounts[0]?.resourceId ?? '';
    const booked: components['schemas']['Transaction'][] = [];
    let pages = 0;
    const dateFrom = new Date(Date.now() - 80 * 24 * 3_600_000).toISOString().slice(0, 10);
    const read = (next: object | undefined) =>
      orThrow(
        client.GET('/v1/accounts/{accountId}/transactions', {
          params: { header, path: { accountId }, query: { bookingStatus: 'booked', dateFrom, itemsPerPage: 5, ...next } },
        }),
      );
    for await (const { transactions } of readPages(read)) {
      pages += 1;
      booked.push(...(transactions.booked ?? []));
    }
    expect(pages).toBeGreaterThan(1);
    expect(new Set(booked.map(({ transactionId }) => transactionId)).size).toBe(booked.length);
    expect(booked.length).toBeGreaterThan(5);
  });

  it('are refused without a consent, with the header that the refusal is about', async () => {
    const header = { ...THERE, 'Consent-ID': 'cns_0' };
    await expect(orThrow(client.GET('/v1/accounts', { params: { header } }))).rejects.toMatchObject({ status: 400, code: 'CONSENT_UNKNOWN' });
  });
});

describe('a payment', () => {
  it('is created once when its answer is lost, and is paid after the signature', async () => {
    const answers: string[] = [];
    const losing = createClient({
      bank: house.config.publicUrl,
      token: tokens.accessToken,
      fetch: async (request) => {
        const answer = await send(request);
        answers.push(String(Object(await answer.clone().json()).paymentId));
        if (answers.length === 1) throw new TypeError('fetch failed');
        return answer;
      },
    });
    const payment = await orThrow(
      losing.POST('/v1/payments/{paymentProduct}', {
        params: { header: BACK, path: { paymentProduct: 'instant-sepa-credit-transfers' } },
        body: {
          instructedAmount: { amount: '1.20', currency: 'EUR' },
          creditorAccount: { iban: 'EE471000001020145685' },
          creditorName: 'Lumen Books OÜ',
          remittanceInformationUnstructured: 'Order 7',
        },
      }),
    );
    expect(answers).toEqual([payment.paymentId, payment.paymentId]);
    const page = await enterSigning(browser, payment._links.scaRedirect?.href ?? '', customer());
    const [iban = ''] = await page.ibans();
    await page.choose(iban);
    expect((await page.sign(iban)).status).toBe(200);
    const path = { paymentProduct: 'instant-sepa-credit-transfers', paymentId: payment.paymentId } as const;
    const { transactionStatus } = await orThrow(client.GET('/v1/payments/{paymentProduct}/{paymentId}/status', { params: { path } }));
    expect(['ACSC', 'ACCC']).toContain(transactionStatus);
  });

  it('is refused with the field that is wrong', async () => {
    const call = client.POST('/v1/payments/{paymentProduct}', {
      params: { header: BACK, path: { paymentProduct: 'sepa-credit-transfers' } },
      body: {
        instructedAmount: { amount: '1.205', currency: 'EUR' },
        creditorAccount: { iban: 'EE471000001020145685' },
        creditorName: 'Lumen Books OÜ',
      },
    });
    await expect(orThrow(call)).rejects.toMatchObject({ status: 400, code: 'FORMAT_ERROR', messages: [{ path: 'instructedAmount.amount' }] });
  });
});
