import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoneySite } from '../testing/money-site.ts';
import { LATER, openOrderSite, orderAhead, SIGNING_PAGE, SUBSCRIBE } from '../testing/order-site.ts';
import { ACCESS_TOKEN, API, ISSUER, ORIGIN, SETTINGS } from '../testing/scripted-bank.ts';

let shop: MoneySite;
beforeEach(async () => {
  shop = await openOrderSite();
});
afterEach(() => shop.close());

const subscribe = () => orderAhead(shop, '/subscriptions', SUBSCRIBE);
const payLater = () => orderAhead(shop, '/pay-later', LATER);

/** What the bank says about the subscription `pay_1`. */
function answerRunning(transactionStatus: string, more: object = {}): void {
  shop.answer('/status', { transactionStatus });
  shop.answer('/pay_1', { transactionStatus, executions: [], ...more });
}

const created = () => shop.bank.requests.filter(({ method, url }) => method === 'POST' && url.includes('/v1/'));

describe('an instruction', () => {
  it('is sent with PSU-IP-Address, the redirect URI for failure and its id as X-Request-ID', async () => {
    const path = await subscribe();
    const [request] = created();
    expect(request?.headers.get('psu-ip-address')).toBe('127.0.0.1');
    expect(request?.headers.get('tpp-nok-redirect-uri')).toBe(`${SETTINGS.publicUrl}${path}/not-signed`);
    expect(request?.headers.get('x-request-id')?.replaceAll('-', '')).toBe(path.split('/').at(-1));
  });

  it('is not sent without a sign-in, and can be sent later', async () => {
    const { location } = await shop.send('POST', '/pay-later', LATER);
    const state = new URL(location).searchParams.get('state');
    const denied = await shop.send('GET', `/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(ISSUER)}`);
    expect(denied.page).toContain('You did not sign in');
    expect(created()).toEqual([]);
    const [, path = ''] = /action="(\/pay-later\/[0-9a-f]{32})\/sign-in"/.exec(denied.page) ?? [];
    expect((await shop.send('GET', path)).page).toContain('Not sent yet');
    const again = await shop.send('POST', `${path}/sign-in`);
    expect((await shop.signIn(again.location)).location).toBe(SIGNING_PAGE);
  });

  it('is not sent again by a second sign-in, which only reads', async () => {
    const path = await payLater();
    const { location } = await shop.send('POST', `${path}/sign-in`);
    expect((await shop.signIn(location)).location).toBe(path);
    expect(created()).toHaveLength(1);
  });

  it.each([
    ['EXECUTION_DATE_INVALID', 400, 'The bank cannot pay on this day'],
    ['PERIOD_INVALID', 400, 'No payment falls between these days'],
    ['FORMAT_ERROR', 400, 'The bank did not take the order'],
    ['SERVICE_BLOCKED', 403, 'The bank has blocked this shop'],
    ['TOKEN_EXPIRED', 401, 'Sign in to ask the bank'],
  ])('refused by the bank with %s shows an explanation', async (code, status, title) => {
    shop.refuse('/v1/periodic-payments/sepa-credit-transfers', status, code);
    const { location } = await shop.send('POST', '/subscriptions', SUBSCRIBE);
    const { page } = await shop.signIn(location);
    expect(page).toContain(title);
    expect(page).toContain(`${status} · ${code} · In the bank’s words.`);
  });

  it.each([
    ['leads elsewhere', () => Response.json({ paymentId: 'p', _links: { scaRedirect: { href: 'https://evil.example/' } } }, { status: 201 }), 502],
    ['cannot be read', () => new Response('<html>', { status: 201 }), 502],
    ['never came', () => new Response('', { status: 503 }), 502],
  ])('whose answer %s causes no redirect', async (_what, answer, status) => {
    shop.bank.instead.set('/v1/payments/sepa-credit-transfers', answer);
    const { location } = await shop.send('POST', '/pay-later', LATER);
    const back = await shop.signIn(location);
    expect([back.status, back.location]).toEqual([status, '']);
  });

  it('is read from the bank on each visit, at every return address', async () => {
    const path = await payLater();
    shop.answer('/status', { transactionStatus: 'ACTC' });
    for (const ending of ['', '/signed', '/not-signed', '/cancelled', '/not-cancelled'])
      expect((await shop.send('GET', `${path}${ending}`)).page).toContain('<h1 id="state">Will be paid</h1>');
  });

  it('can be read after an hour only with another sign-in', async () => {
    const path = await subscribe();
    answerRunning('ACTC');
    shop.now += 3_600_001;
    const { status, page } = await shop.send('GET', path);
    expect([status, page.includes('Sign in to ask the bank')]).toEqual([200, true]);
    await shop.signIn((await shop.send('POST', `${path}/sign-in`)).location);
    expect((await shop.send('GET', path)).page).toContain('The subscription runs');
  });

  it('is not found in another browser, at an unknown address or under another kind', async () => {
    const path = await subscribe();
    expect((await shop.send('GET', '/subscriptions/unknown')).status).toBe(404);
    expect((await shop.send('POST', `${path}/cancel`, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(404);
    const cookie = shop.cookie;
    shop.cookie = '';
    expect((await shop.send('GET', path)).status).toBe(404);
    shop.cookie = cookie;
    expect((await shop.send('GET', path.replace('subscriptions', 'payroll'))).status).toBe(404);
  });

  it('lists every exchange without secrets', async () => {
    const path = await subscribe();
    answerRunning('ACTC');
    const { page } = await shop.send('GET', path);
    for (const text of ['/api/v1/periodic-payments/sepa-credit-transfers', '/pay_1/status', 'tpp-redirect-uri']) expect(page).toContain(text);
    for (const secret of [SETTINGS.clientSecret, ACCESS_TOKEN, 'canary-code-1', 'canary-reference']) expect(page).not.toContain(secret);
  });
});

describe('the bank’s status', () => {
  it.each([
    ['RCVD', 'Not signed yet', true],
    ['PATC', 'Additional signature(s) required', true],
    ['ACTC', 'The subscription runs', true],
    ['ACSC', 'The subscription has ended', false],
    ['CANC', 'Cancelled', false],
    ['RJCT', 'Not started', false],
    ['XXXX', 'The bank’s answer is not clear', true],
  ])('of a subscription: %s is shown as "%s"', async (status, title, mayCancel) => {
    const path = await subscribe();
    answerRunning(status);
    const { page } = await shop.send('GET', path);
    expect(page).toContain(`<h1 id="state">${title}</h1>`);
    expect(page.includes('Cancel this subscription')).toBe(mayCancel);
    expect(page.includes('Start again')).toBe(status === 'RJCT' || status === 'CANC');
  });

  it.each([
    ['RCVD', 'Not signed yet', true],
    ['PATC', 'Additional signature(s) required', true],
    ['ACTC', 'Will be paid', true],
    ['ACSP', 'Payment under way', false],
    ['ACSC', 'Paid', false],
    ['ACCC', 'Paid', false],
    ['CANC', 'Cancelled', false],
    ['RJCT', 'Not paid', false],
  ])('of a later payment: %s is shown as "%s"', async (status, title, mayCancel) => {
    const path = await payLater();
    shop.answer('/status', { transactionStatus: status });
    const { page } = await shop.send('GET', path);
    expect(page).toContain(`<h1 id="state">${title}</h1>`);
    expect(page.includes('Cancel this payment')).toBe(mayCancel);
    expect(page.includes('Pay again')).toBe(status === 'RJCT' || status === 'CANC');
  });

  it('of each payment of a subscription is listed, with the reason of a failed one and the next date', async () => {
    const path = await subscribe();
    const tppMessages = [{ category: 'ERROR', code: 'PAYMENT_FAILED', text: 'There was <not> enough money.' }];
    const executions = [
      { paymentId: 'run_2', executionDate: '2027-01-04', transactionStatus: 'RJCT', tppMessages },
      { paymentId: 'run_1', executionDate: '2026-12-01', transactionStatus: 'ACSC' },
    ];
    answerRunning('ACTC', { nextExecutionDate: '2027-02-01', executions });
    const { page } = await shop.send('GET', path);
    for (const text of [
      '2027-01-04',
      'not paid',
      'It was refused, or the bank could not make it. Your bank says why.',
      '2026-12-01',
      '2027-02-01',
      'Next payment',
    ])
      expect(page).toContain(text);
    expect(page.slice(page.indexOf('id="parts"'), page.indexOf('</ul>', page.indexOf('id="parts"')))).not.toMatch(/<code|enough money/);
  });

  it.each([
    ['has no list', { executions: undefined }],
    ['has a run without a status', { executions: [{ executionDate: '2026-12-01' }] }],
    ['has no status', { transactionStatus: undefined }],
  ])('is not shown partly when the answer %s', async (_what, change) => {
    const path = await subscribe();
    answerRunning('ACTC', change);
    const { status, page } = await shop.send('GET', path);
    expect(status).toBe(502);
    expect(page).toContain('The bank did not say what became of it');
    expect(page).not.toContain('The subscription runs');
  });

  it('is unknown when the bank does not respond', async () => {
    const path = await payLater();
    shop.bank.instead.set('/status', () => new Response('', { status: 500 }));
    const { status, page } = await shop.send('GET', path);
    expect([status, page.includes('The bank did not answer')]).toEqual([502, true]);
    expect(page).not.toContain('Nothing was paid');
  });
});

describe('cancelling', () => {
  it('without a signature sends DELETE and returns to the page', async () => {
    const path = await subscribe();
    shop.bank.instead.set('/pay_1', () => new Response(null, { status: 204 }));
    const { status, location } = await shop.send('POST', `${path}/cancel`);
    expect([status, location]).toEqual([303, path]);
    expect(shop.bank.requests.at(-1)).toMatchObject({
      method: 'DELETE',
      url: `${API}/v1/periodic-payments/sepa-credit-transfers/pay_1`,
    });
  });

  it('with a signature redirects to the bank, with both redirect URIs', async () => {
    const path = await payLater();
    const scaRedirect = `${ORIGIN}/bank/sca/canary-cancellation`;
    shop.answer('/pay_1', { transactionStatus: 'ACTC', _links: { scaRedirect: { href: scaRedirect } } }, 202);
    const { status, location } = await shop.send('POST', `${path}/cancel`);
    expect([status, location]).toEqual([303, scaRedirect]);
    const sent = shop.bank.requests.at(-1);
    expect(sent?.headers.get('tpp-redirect-uri')).toBe(`${SETTINGS.publicUrl}${path}/cancelled`);
    expect(sent?.headers.get('tpp-nok-redirect-uri')).toBe(`${SETTINGS.publicUrl}${path}/not-cancelled`);
    shop.answer('/status', { transactionStatus: 'ACTC' });
    expect((await shop.send('GET', path)).page).not.toContain('canary-cancellation');
  });

  it.each([
    ['CANCELLATION_INVALID', 405, 'It is too late to cancel', 200],
    ['RESOURCE_UNKNOWN', 404, 'The bank does not know it under this sign-in', 404],
    ['SERVICE_BLOCKED', 403, 'The bank has blocked this shop', 403],
    ['TOKEN_INVALID', 401, 'Sign in to ask the bank', 200],
    ['SOMETHING_NEW', 400, 'The bank did not cancel it', 400],
  ])('refused with %s shows an explanation', async (code, status, title, shown) => {
    const path = await payLater();
    shop.refuse('/pay_1', status, code);
    const answer = await shop.send('POST', `${path}/cancel`);
    expect(answer.status).toBe(shown);
    expect(answer.page).toContain(title);
    expect(answer.page).toContain(`${status} · ${code} · In the bank’s words.`);
  });

  it.each([
    ['has no link', { transactionStatus: 'ACTC' }],
    ['leads elsewhere', { transactionStatus: 'ACTC', _links: { scaRedirect: { href: 'https://evil.example/' } } }],
  ])('whose answer %s causes no redirect', async (_what, body) => {
    const path = await payLater();
    shop.answer('/pay_1', body, 202);
    const { status, location, page } = await shop.send('POST', `${path}/cancel`);
    expect([status, location]).toEqual([502, '']);
    expect(page).toContain('The bank did not cancel it');
  });

  it('sends no DELETE for an instruction that was never sent', async () => {
    const { location } = await shop.send('POST', '/pay-later', LATER);
    const state = new URL(location).searchParams.get('state');
    const { page } = await shop.send('GET', `/callback?error=server_error&state=${state}&iss=${encodeURIComponent(ISSUER)}`);
    const [, path = ''] = /action="(\/pay-later\/[0-9a-f]{32})\/sign-in"/.exec(page) ?? [];
    expect((await shop.send('POST', `${path}/cancel`)).location).toBe(path);
    expect(shop.bank.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  });
});
