/** One payment through the whole composition, as the application and the customer's browser see it: addresses, redirects, cookies. */
import { type Browser, enterSigning, jsonOf, member, SITE, type SigningPage, signInAtBank, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function createPayment(amount: string, browser = house.browse()) {
  const order = orderOf(amount);
  const token = await house.token(browser);
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  return { browser, scaRedirect, status: () => house.tpp.readStatus(token, order, paymentId) };
}

async function enter(browser: Browser, scaRedirect: string): Promise<SigningPage> {
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  expect(page.details).toMatchObject({
    tppApplicationName: 'Lumen Books online',
    tppSuccessUrl: `${SITE}/orders/1/paid`,
    details: { creditorName: PAYEES.lumenBooks.name },
  });
  return page;
}

async function firstIban(page: SigningPage): Promise<string> {
  const [iban = ''] = await page.ibans();
  return iban;
}

describe('a payment from a third-party site', () => {
  it('is signed by the customer, and the site reads that it was executed', async () => {
    const payment = await createPayment('12.50');
    expect(await payment.status()).toBe('RCVD');
    const page = await enter(payment.browser, payment.scaRedirect);
    const iban = await firstIban(page);
    const balance = async () => {
      const answer = await payment.browser.send('GET', `/api/ui/account/balance?iban=${iban}`, { headers: page.headers });
      return Number(textOf(jsonOf(answer), 'balanceAmount', 'amount'));
    };
    const before = await balance();
    const signed = await page.sign(iban);
    expect(signed.status, signed.text).toBe(200);
    expect(jsonOf(signed)).toMatchObject({ transactionStatus: await payment.status(), signedAt: expect.any(String) });
    expect(['ACSC', 'ACCC']).toContain(await payment.status());
    const spent = before - (await balance());
    expect(spent).toBeGreaterThanOrEqual(12.5);
    expect(spent).toBeLessThan(14);
  });

  it('is rejected when the customer refuses it', async () => {
    const payment = await createPayment('5.00');
    const page = await enter(payment.browser, payment.scaRedirect);
    const refused = await page.refuse();
    expect([refused.status, member(jsonOf(refused), 'transactionStatus')]).toEqual([200, 'RJCT']);
    expect(await payment.status()).toBe('RJCT');
  });

  it('cannot be signed for more than the available balance', async () => {
    const payment = await createPayment('999999.00');
    const page = await enter(payment.browser, payment.scaRedirect);
    const refused = await page.sign(await firstIban(page));
    expect(refused.status).toBe(400);
    expect(jsonOf(refused)).toMatchObject({
      errors: [{ code: 'FUNDS_NOT_AVAILABLE', text: expect.stringMatching(/^Not enough money, available /) }],
    });
    expect(await payment.status()).toBe('RCVD');
  });

  it('opens in another browser of the customer after a sign-in there, and its reference is not stored in clear text', async () => {
    const payment = await createPayment('6.00');
    const phone = house.browse();
    const opened = await phone.send('GET', payment.scaRedirect);
    const way = await signInAtBank(phone, opened.headers.location ?? '', house.customers[0]);
    expect(way).toBe(new URL(payment.scaRedirect).pathname);
    const { rows } = await house.database.query(`select string_agg(sign_in::text, ' ') as stored from sign_in where purpose = 'signing'`);
    const stored = textOf(rows[0], 'stored');
    expect(stored).toContain('/bank/sca');
    expect(stored).not.toContain(way.split('/').at(-1));
    const page = await enter(phone, way);
    expect((await page.refuse()).status).toBe(200);
  });

  it('sends another browser to the sign-in, and refuses a stolen signing id there', async () => {
    const { browser, scaRedirect } = await createPayment('7.00');
    const stranger = house.browse();
    expect((await stranger.send('GET', scaRedirect)).headers.location).toMatch(/\/bank\/sign-in\//);
    const { headers } = await enter(browser, scaRedirect);
    expect((await stranger.send('GET', '/api/ui/payment/details', { headers })).status).toBe(410);
    const again = await stranger.send('GET', scaRedirect);
    expect([again.status, again.headers.location]).toEqual([303, '/?m=signingError']);
    expect((await browser.send('GET', '/api/ui/payment/details', { headers })).status).toBe(200);
  });
});
