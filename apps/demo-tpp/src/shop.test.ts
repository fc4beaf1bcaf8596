import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSite } from './build-site.ts';
import { EXCHANGES_MAX } from './shop-store.ts';
import { ACCESS_TOKEN, challengeOf, createScriptedBank, ISSUER, ORIGIN, type ScriptedBank, SETTINGS } from './testing/scripted-bank.ts';

let site: FastifyInstance;
let bank: ScriptedBank;
let now: number;

beforeEach(async () => {
  bank = createScriptedBank();
  now = Date.now();
  site = await buildSite(SETTINGS, { send: bank.send, now: () => now });
});
afterEach(() => site.close());

const PAY = { payee: 'match', amount: '46.80', bank: 'ee', speed: 'instant' };

async function get(url: string, cookie = '') {
  const response = await site.inject({ url, headers: { cookie } });
  return { status: response.statusCode, page: response.body, headers: response.headers };
}

async function pay(change: Readonly<Record<string, string>> = {}, cookieSent = '') {
  const payload = new URLSearchParams({ ...PAY, ...change }).toString();
  const response = await site.inject({
    method: 'POST',
    url: '/pay',
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookieSent },
  });
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const location = String(response.headers.location ?? '');
  const asked = URL.parse(location)?.searchParams ?? new URLSearchParams();
  bank.nonce = asked.get('nonce') ?? '';
  return { status: response.statusCode, page: response.body, location, cookie, asked, cookies: response.cookies };
}

const callbackFor = (state: string | null, more = 'code=canary-code-123456789') =>
  `/callback?${more}&state=${state ?? ''}&iss=${encodeURIComponent(ISSUER)}`;

/** Answers the order's path once the customer stands before the bank's signing page. */
async function order(change: Readonly<Record<string, string>> = {}): Promise<string> {
  const { asked, cookie } = await pay(change);
  const back = await get(callbackFor(asked.get('state')), cookie);
  expect(back.status, back.page).toBe(303);
  const created = bank.requests.find(({ method, url }) => method === 'POST' && url.includes('/payments/'));
  return new URL(created?.headers.get('tpp-redirect-uri') ?? '').pathname.replace('/paid', '');
}

describe('the checkout', () => {
  it('shows three books, their sum and three banks, without scripts', async () => {
    const { status, page, headers } = await get('/');
    expect(status).toBe(200);
    for (const text of ['The Harbour Ledger', '22.40 EUR', 'Pay 46.80 EUR at Portico Bank', 'PORTEE2X', 'PORTLV22', 'PORTLT21'])
      expect(page).toContain(text);
    expect(page).toContain('Demo shop. It is not part of the bank');
    expect(page).not.toMatch(/<script|\sstyle=|\son[a-z]+=/);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${ORIGIN}; base-uri 'none'; frame-ancestors 'none'`,
    );
  });

  it('shows a chosen amount on the button and in the form', async () => {
    const { page } = await get('/?payee=no-match&amount=12,5');
    expect(page).toContain('Pay 12.50 EUR at Portico Bank');
    expect(page).toContain('name="amount" value="12.50"');
    expect(page).toContain('EE76 9800 1000 9900 1237');
  });

  it.each(['0', '0.00', '-1', '1.234', '1e3', 'ten', '99999999', ' ', '0x10'])('refuses the amount %s and marks the field', async (amount) => {
    const { status, page } = await get(`/?amount=${encodeURIComponent(amount)}`);
    expect(status).toBe(400);
    expect(page).toContain('This is no amount');
    expect(page).toContain('aria-invalid="true"');
  });

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onfocus=alert(1) '", '</title><svg onload=alert(1)>'])(
    'never shows %s as markup',
    async (attack) => {
      const { page } = await get(`/?amount=${encodeURIComponent(attack)}&payee=${encodeURIComponent(attack)}`);
      expect(page).not.toContain(attack);
      expect(page).not.toMatch(/<(script|img|svg)/);
    },
  );
});

// Review of 25 November 2026, C12.
describe('the checkout of a customer who closed the bank’s page', () => {
  async function abandoned(change: Readonly<Record<string, string>> = {}, cookieSent = '') {
    const { asked, cookie } = await pay(change, cookieSent);
    expect((await get(callbackFor(asked.get('state')), cookie)).status).toBe(303);
    return cookie;
  }
  const statusIs = (transactionStatus: string) => bank.instead.set('/status', () => Response.json({ transactionStatus }));
  const linksOf = (page: string) => [...page.matchAll(/href="(\/orders\/\w+)"/g)].map(([, href]) => href ?? '');

  it.each([
    ['RCVD', 'Not paid yet'],
    ['ACSC', 'Paid'],
    ['ACTC', 'Approved, payment under way'],
    ['RJCT', 'Not paid'],
  ])('shows above the basket what became of the order: %s', async (status, title) => {
    const cookie = await abandoned({ amount: '12.50' });
    statusIs(status);
    const { page } = await get('/', cookie);
    expect(page).toMatch(new RegExp(`Your order LB-[0-9A-F]{8}, 12\\.50 EUR</p>\\s*<h2 id="order-LB-[0-9A-F]{8}">${title}</h2>`));
    expect(page).toContain('Pay 46.80 EUR at Portico Bank');
    expect((await get(linksOf(page)[0] ?? '')).page).toContain('12.50 EUR');
  });

  it('shows it until the customer has seen the end, and an order that waits for as long as it waits', async () => {
    const cookie = await abandoned();
    statusIs('RCVD');
    const [link = ''] = linksOf((await get('/', cookie)).page);
    await get(link, cookie);
    expect(linksOf((await get('/', cookie)).page)).toEqual([link]);
    statusIs('ACSC');
    await get(link, cookie);
    expect(linksOf((await get('/', cookie)).page)).toEqual([]);
  });

  it('shows nothing of it to another browser, to one without a cookie, or to a made-up one', async () => {
    await abandoned();
    const other = (await pay()).cookie;
    for (const cookie of ['', other, 'lumen-books-browser=', `lumen-books-browser=${'A'.repeat(43)}`])
      expect(linksOf((await get('/', cookie)).page)).toEqual([]);
  });

  it('shows no order without a payment, and of many the newest three', async () => {
    const { cookie } = await pay();
    expect(linksOf((await get('/', cookie)).page)).toEqual([]);
    for (const amount of ['1.00', '2.00', '3.00', '4.00']) await abandoned({ amount }, cookie);
    expect(linksOf((await get('/', cookie)).page)).toHaveLength(3);
  });

  it.each([
    ['fails', () => new Response('no', { status: 500 }), 'Do not pay again yet'],
    ['refuses the token', () => Response.json({ tppMessages: [{ category: 'ERROR', code: 'TOKEN_EXPIRED' }] }, { status: 401 }), 'See this order'],
  ])('says so when the bank %s, and the basket can be paid', async (_what, answer, text) => {
    const cookie = await abandoned();
    bank.instead.set('/status', answer);
    const { status, page } = await get('/', cookie);
    expect(status).toBe(200);
    for (const part of [text, 'Pay 46.80 EUR at Portico Bank']) expect(page).toContain(part);
  });
});

describe('paying', () => {
  it('redirects to the bank with PKCE, state, nonce, country and language', async () => {
    const { status, location, asked, cookies } = await pay({ bank: 'lt' });
    expect(status).toBe(303);
    expect(location.startsWith(`${ISSUER}/auth?`)).toBe(true);
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'demo-tpp',
      redirect_uri: 'http://127.0.0.1:3001/callback',
      response_type: 'code',
      code_challenge_method: 'S256',
      bank_country: 'lt',
      locale: 'en',
    });
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }]);
  });

  it('exchanges the code, creates the payment and redirects to the signing page', async () => {
    const { asked, cookie } = await pay({ retryAsSepa: 'yes' });
    const back = await get(callbackFor(asked.get('state')), cookie);
    expect([back.status, back.headers.location]).toEqual([303, `${ORIGIN}/bank/sca/canary-reference`]);

    const token = new URLSearchParams(bank.requests.find(({ url }) => url.endsWith('/token'))?.body);
    expect(challengeOf(token.get('code_verifier') ?? '')).toBe(asked.get('code_challenge'));
    const payment = bank.requests.find(({ url }) => url.endsWith('/v1/payments/instant-sepa-credit-transfers'));
    expect(JSON.parse(payment?.body ?? '')).toMatchObject({
      instructedAmount: { amount: '46.80', currency: 'EUR' },
      creditorAccount: { iban: 'EE869800100045081764' },
      creditorName: 'Lumen Books OÜ',
      retryAsSepa: true,
    });
    expect(payment?.headers.get('authorization')).toBe(`Bearer ${ACCESS_TOKEN}`);
    expect(payment?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(payment?.headers.get('psu-ip-address')).toBe('127.0.0.1');
    expect(payment?.headers.get('tpp-nok-redirect-uri')).toMatch(/^http:\/\/127\.0\.0\.1:3001\/orders\/[0-9a-f]{32}\/not-paid$/);
  });

  it('sends no retryAsSepa for an ordinary payment', async () => {
    await order({ speed: 'ordinary', retryAsSepa: 'yes' });
    const payment = bank.requests.find(({ url }) => url.endsWith('/v1/payments/sepa-credit-transfers'));
    expect(payment?.body).not.toContain('retryAsSepa');
  });

  it.each([{ bank: 'fi' }, { speed: 'slow' }, { payee: 'me' }, { amount: '0' }, { amount: '<b>' }])('refuses an order with %j', async (change) => {
    const { status, page } = await pay(change);
    expect(status).toBe(400);
    expect(page).toContain('Nothing was paid');
    expect(bank.requests).toEqual([]);
  });

  it('refuses a form posted from another site', async () => {
    const payload = new URLSearchParams(PAY).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    expect((await site.inject({ method: 'POST', url: '/pay', payload, headers })).statusCode).toBe(400);
  });

  it.each([
    ['is down', () => Promise.reject(new TypeError('fetch failed'))],
    ['is ill', () => Promise.resolve(new Response('no', { status: 503 }))],
  ])('says so when the bank %s', async (_how, answer) => {
    await site.close();
    site = await buildSite(SETTINGS, { send: answer });
    const { status, page } = await pay();
    expect(status).toBe(502);
    expect(page).toContain('The bank did not answer');
    expect(page).toContain('Nothing was paid');
  });
});

describe('the callback', () => {
  it.each([
    ['an unknown state', callbackFor('unknown')],
    ['no state', '/callback?code=x'],
    ['nothing', '/callback'],
  ])('is refused with %s', async (_what, url) => {
    const { status, page } = await get(url);
    expect(status).toBe(400);
    expect(page).toContain('not waiting for the bank');
  });

  it('is refused in another browser and a second time', async () => {
    const first = await pay();
    expect((await get(callbackFor(first.asked.get('state')), 'lumen-books-browser=other')).status).toBe(400);
    expect((await get(callbackFor(first.asked.get('state')), first.cookie)).status).toBe(400);
    expect(bank.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('leads each of two tabs to its order', async () => {
    const first = await pay();
    const second = await pay({}, first.cookie);
    expect((await get(callbackFor(second.asked.get('state')), second.cookie)).status).toBe(303);
    bank.nonce = first.asked.get('nonce') ?? '';
    expect((await get(callbackFor(first.asked.get('state')), second.cookie)).status).toBe(303);
  });

  it('without a sign-in shows the reason and offers to try again', async () => {
    const { asked, cookie } = await pay({ amount: '9.99' });
    const { status, page } = await get(callbackFor(asked.get('state'), 'error=access_denied&error_description=%3Cb%3Eno'), cookie);
    expect(status).toBe(200);
    expect(page).toContain('You did not sign in');
    expect(page).toContain('href="/?payee=match&amp;amount=9.99"');
    expect(page).toContain('access_denied: &lt;b&gt;no');
  });

  it.each([
    ['the token is refused', '/token', () => Response.json({ error: 'invalid_grant' }, { status: 400 }), 'The sign-in could not be finished'],
    ['the id token is missing', '/token', () => Response.json({ access_token: 'x', token_type: 'Bearer' }), 'The sign-in could not be finished'],
    ['the payment is refused', '/instant-sepa-credit-transfers', refusedPayment, 'The bank did not take the payment'],
    ['the signing link leads elsewhere', '/instant-sepa-credit-transfers', foreignLink, 'The bank did not take the payment'],
    [
      'the payment’s answer is no answer',
      '/instant-sepa-credit-transfers',
      () => new Response('<html>', { status: 201 }),
      'The bank did not take the payment',
    ],
  ])('shows an error page when %s', async (_what, path, answer, title) => {
    bank.instead.set(path, answer);
    const { asked, cookie } = await pay();
    const { status, page } = await get(callbackFor(asked.get('state')), cookie);
    expect(status).toBe(502);
    expect(page).toContain(title);
    expect(page).toContain('Nothing was paid');
    expect(page).not.toContain('<i>');
  });

  it('says that the bank did not answer when the connection breaks', async () => {
    const { asked, cookie } = await pay();
    bank.instead.set('/token', () => {
      throw new TypeError('fetch failed');
    });
    const { status, page } = await get(callbackFor(asked.get('state')), cookie);
    expect(status).toBe(502);
    for (const words of ['The bank did not answer', 'Nothing was paid']) expect(page).toContain(words);
  });

  it.each([
    ['7200', 'in about 2 hours'],
    ['90', 'in about 2 minutes'],
    ['soon', 'in about a minute'],
  ])('says that the bank asks to come back in %s seconds', async (retryAfter, when) => {
    const tppMessages = [{ category: 'ERROR', code: 'SERVICE_UNAVAILABLE', text: 'Being maintained <i>' }];
    bank.instead.set('/instant-sepa-credit-transfers', () => Response.json({ tppMessages }, { status: 503, headers: { 'retry-after': retryAfter } }));
    const { asked, cookie } = await pay();
    const { status, page } = await get(callbackFor(asked.get('state')), cookie);
    expect(status).toBe(503);
    for (const words of ['The bank asks to come back later', 'Nothing was paid', when, 'Being maintained &lt;i&gt;']) expect(page).toContain(words);
  });

  it('says that the bank accepts no sign-ins at present', async () => {
    const { asked, cookie } = await pay();
    const { status, page } = await get(callbackFor(asked.get('state'), 'error=temporarily_unavailable&error_description=Maintained'), cookie);
    expect(status).toBe(200);
    for (const words of ['The bank asks to come back later', 'Nothing was paid', 'Maintained', 'Try again']) expect(page).toContain(words);
  });

  it('is refused when the ID token has another nonce', async () => {
    const { asked, cookie } = await pay();
    bank.nonce = 'another';
    expect((await get(callbackFor(asked.get('state')), cookie)).page).toContain('The sign-in could not be finished');
  });
});

function refusedPayment(): Response {
  return Response.json({ tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', text: '<i>bad</i>' }] }, { status: 400 });
}

function foreignLink(): Response {
  const _links = { scaRedirect: { href: 'https://evil.example/bank/sca/x' } };
  return Response.json({ transactionStatus: 'RCVD', paymentId: 'p', _links }, { status: 201 });
}

describe('the order', () => {
  it.each([
    ['ACSC', 'Paid'],
    ['ACCC', 'Paid'],
    ['ACSP', 'Approved, payment under way'],
    ['PDNG', 'Approved, payment under way'],
    ['RCVD', 'Not paid yet'],
    ['PATC', 'Additional signature(s) required'],
    ['RJCT', 'Not paid'],
    ['CANC', 'Not paid'],
    ['XXXX', 'The bank’s answer is not clear'],
  ])('with the status %s is shown as "%s" at every return address', async (transactionStatus, title) => {
    const path = await order();
    bank.instead.set('/status', () => Response.json({ transactionStatus }));
    for (const ending of ['', '/paid', '/not-paid']) {
      const { status, page } = await get(`${path}${ending}`);
      expect(status).toBe(200);
      expect(page).toContain(`<h1 id="outcome">${title}</h1>`);
      expect(page).toContain(transactionStatus);
    }
  });

  it.each([
    [
      'psuMessage',
      { psuMessage: 'Not paid: <there> was not enough money. No money has moved.', tppMessages: [{ category: 'ERROR', code: 'X', text: 'Other' }] },
      'The bank says: Not paid: &lt;there&gt; was not enough money. No money has moved.',
    ],
    [
      'the code',
      { tppMessages: [{ category: 'ERROR', code: 'FUNDS_NOT_AVAILABLE', text: 'Set retryAsSepa.' }] },
      '<p>There was not enough money on the account.</p>',
    ],
  ])('that was signed and rejected shows the reason from %s and offers to pay again', async (_member, messages, reason) => {
    const path = await order();
    bank.instead.set('/status', () => Response.json({ transactionStatus: 'RJCT', ...messages }));
    for (const ending of ['/paid', '/not-paid']) {
      const { page } = await get(`${path}${ending}`);
      expect(page).toContain('<h1 id="outcome">Not paid</h1>');
      expect(page).toContain(reason);
      expect(page).toMatch(/href="\/\?payee=[a-z-]+&(amp;)?amount=[0-9.]+"[^>]*>Pay again</);
      expect(page).not.toMatch(/>Paid<|PAYMENT_FAILED<\/p>/);
    }
  });

  it('says that the bank did not respond, and offers to ask again', async () => {
    const path = await order();
    bank.instead.set('/status', () => new Response('', { status: 500 }));
    const { status, page } = await get(`${path}/paid`);
    expect(status).toBe(502);
    expect(page).toContain('The bank did not say what became of the payment');
    expect(page).toContain('Ask the bank again');
    expect(page).not.toContain('>Paid<');
  });

  it.each([
    ['by the shop’s own clock', () => (now += 3_600_001)],
    ['by the bank’s word', () => bank.instead.set('/status', () => Response.json({ tppMessages: [] }, { status: 401 }))],
  ])('says that its access has ended %s', async (_how, end) => {
    const path = await order();
    end();
    expect((await get(path)).page).toContain('The shop may no longer ask the bank');
  });

  it.each(['/orders/unknown', '/orders/%3Cscript%3E', '/orders/x/paid'])('%s does not exist', async (path) => {
    const { status, page } = await get(path);
    expect(status).toBe(404);
    expect(page).toContain('There is no such order');
    expect(page).not.toContain('<script');
  });

  it('lists every exchange with its X-Request-ID, without secrets', async () => {
    const path = await order();
    const { page } = await get(path);
    for (const text of [
      '/api/v2/.well-known/openid-configuration',
      '/api/v2/token',
      '/api/v1/payments/instant-sepa-credit-transfers',
      'X-Request-ID',
    ]) {
      expect(page).toContain(text);
    }
    expect(page.match(/<details>/g)?.length).toBeGreaterThanOrEqual(8);
    const verifier = new URLSearchParams(bank.requests.find(({ url }) => url.endsWith('/token'))?.body).get('code_verifier') ?? '-';
    for (const secret of [SETTINGS.clientSecret, ACCESS_TOKEN, 'canary-code-123456789', verifier, 'canary-reference'])
      expect(page).not.toContain(secret);
  });

  it('lists a limited number of exchanges', async () => {
    const path = await order();
    for (let time = 0; time < EXCHANGES_MAX + 5; time += 1) await get(path);
    expect((await get(path)).page.match(/<details>/g)?.length).toBe(EXCHANGES_MAX);
  });

  it('never shows data of the bank as markup', async () => {
    const path = await order();
    const attack = '<img src=x onerror=alert(1)>';
    const headers = { 'x-request-id': '"><script>' };
    bank.instead.set('/status', () => Response.json({ transactionStatus: attack, psuMessage: attack, [attack]: attack }, { headers }));
    const { page } = await get(path);
    expect(page).toContain('&lt;img src=x');
    expect(page).not.toMatch(/<(img|script)/);
  });
});
