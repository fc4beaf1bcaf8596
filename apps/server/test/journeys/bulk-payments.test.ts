/** A bulk payment from the application's call through the customer's signature to its bookings on the sandbox's clock, over HTTP. */
import type { TokenUser } from '@portico/contract';
import { type Browser, jsonOf, type SigningPage, textOf } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';

const ORDINARY = 'sepa-credit-transfers';
const INSTANT = 'instant-sepa-credit-transfers';
const DAY_MS = 24 * 60 * 60_000;

let house: PayersHouse;
beforeAll(async () => {
  house = await openPayersHouse('dev_payroll');
});
afterEach(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.resetClock();
});
afterAll(() => house.close());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const wage = (amount: string, change: object = {}) => ({
  instructedAmount: { amount, currency: 'EUR' },
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  creditorName: PAYEES.lumenBooks.name,
  ...change,
});

const read = async (rest: string) => (await house.tpp('GET', `/api/v1/bulk-payments/${rest}`)).body;
const statusOf = async (paymentId: string, product = ORDINARY) => textOf(await read(`${product}/${paymentId}/status`), 'transactionStatus');

interface Opened {
  readonly paymentId: string;
  readonly browser: Browser;
  readonly page: SigningPage;
  readonly iban: string;
}

/** The signing page of a bulk payment, with the customer before it. */
async function open(customer: TokenUser, body: object, product = ORDINARY): Promise<Opened> {
  const made = await house.tpp('POST', `/api/v1/bulk-payments/${product}`, { body });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { browser, page } = await house.enter(customer, made, 'bulk-payment');
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  return { paymentId: textOf(made.body, 'paymentId'), browser, page, iban };
}

async function sign({ page, iban }: Opened): Promise<unknown> {
  const signed = await page.sign(iban);
  expect([signed.status, signed.text]).toEqual([200, expect.any(String)]);
  return jsonOf(signed);
}

async function itemsOf(paymentId: string, product = ORDINARY): Promise<readonly string[]> {
  const payments: unknown = Object(await read(`${product}/${paymentId}`)).payments;
  return (Array.isArray(payments) ? payments : []).map((payment) => textOf(payment, 'transactionStatus'));
}

describe('a bulk payment', () => {
  it.each(['ee', 'lv', 'lt'])('is shown with all its payees, costs the sum of their fees, and is signed once and booked in %s', async (country) => {
    const opened = await open(await house.choose(country, 'person'), {
      payments: [wage('12.50'), wage('0.50', { creditorAccount: { iban: PAYEES.lumenRaamatud.iban } }), wage('7.00')],
    });
    expect(opened.page.details).toMatchObject({
      bankCountry: country,
      state: 'open',
      details: {
        payments: [
          { instructedAmount: { amount: '12.50', currency: 'EUR' }, creditorName: PAYEES.lumenBooks.name, payeeVerification: { result: 'MTCH' } },
          { instructedAmount: { amount: '0.50', currency: 'EUR' }, payeeVerification: { result: 'CMTC', matchedName: PAYEES.lumenRaamatud.name } },
          { instructedAmount: { amount: '7.00', currency: 'EUR' } },
        ],
        paymentProduct: 'INDIVIDUAL_SEPA',
        transactionStatus: 'RCVD',
      },
    });
    const fee = await opened.browser.send('GET', `/api/ui/payment/fee?debtorIban=${opened.iban}`, { headers: opened.page.headers });
    const items = [
      { sum: '0.16', count: 2 },
      { sum: '0.00', count: 1 },
    ];
    expect([fee.status, jsonOf(fee)]).toEqual([200, { sum: '0.32', crcCode: 'EUR', items }]);
    const signed = await sign(opened);
    expect(signed).toMatchObject({ transactionStatus: 'ACFC', signedAt: expect.any(String) });
    expect(await sign(opened)).toEqual(signed);
    await house.advance({ days: 7 });
    expect([await statusOf(opened.paymentId), ...(await itemsOf(opened.paymentId))]).toEqual(['ACSC', 'ACSC', 'ACSC', 'ACSC']);
    expect(await read(`${ORDINARY}/${opened.paymentId}`)).toMatchObject({ debtorAccount: { iban: opened.iban } });
  });

  it('of instant payments returns ACSP when signed, and the job executes its payments', async () => {
    const opened = await open(await house.choose('ee', 'person'), { payments: [wage('1.00'), wage('2.00')] }, INSTANT);
    expect(await sign(opened)).toMatchObject({ transactionStatus: 'ACSP' });
    await expect.poll(() => statusOf(opened.paymentId, INSTANT)).toBe('ACCC');
    expect(await itemsOf(opened.paymentId, INSTANT)).toEqual(['ACCC', 'ACCC']);
  });

  it('refuses the signature when the name of one payee changed after the page was shown', async () => {
    const { page, iban, paymentId } = await open(await house.choose('ee', 'person'), { payments: [wage('1.00'), wage('2.00')] });
    await house.database.query(`update payment set creditor_name = 'Somebody Else' where bulk_payment_id = $1 and item_number = 1`, [paymentId]);
    const refused = await page.sign(iban);
    expect([refused.status, textOf(jsonOf(refused), 'errors', '0', 'code')]).toEqual([409, 'SCA_CONTENT_CHANGED']);
    expect(await statusOf(paymentId)).toBe('RCVD');
  });

  it('cannot be signed by a customer whose balance does not cover the sum', async () => {
    const { page, iban, paymentId } = await open(await house.choose('ee', 'person'), { payments: [wage('1.00'), wage('90000000.00')] });
    const refused = await page.sign(iban);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Not enough money, available')]);
    expect(await statusOf(paymentId)).toBe('RCVD');
  });

  it('cannot be paid from the account of one of its payees', async () => {
    const customer = await house.choose('ee', 'person');
    const { iban } = await open(customer, { payments: [wage('1.00')] });
    const opened = await open(customer, { payments: [wage('1.00'), wage('1.00', { creditorAccount: { iban } })] });
    const refused = await opened.page.sign(iban);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('would go to the account it comes from')]);
  });

  it('is rejected when the customer refuses it or does not sign it in time', async () => {
    const customer = await house.choose('ee', 'person');
    const refused = await open(customer, { payments: [wage('1.00')] });
    expect(jsonOf(await refused.page.refuse())).toEqual({ transactionStatus: 'RJCT' });
    const late = await open(customer, { payments: [wage('1.00')] });
    await house.advance({ minutes: 20 });
    expect((await late.page.sign(late.iban)).status).toBe(410);
    expect([await itemsOf(refused.paymentId), await itemsOf(late.paymentId)]).toEqual([['RJCT'], ['RJCT']]);
  });

  it('cannot be read or signed by the calls of another payment type', async () => {
    const { browser, page, iban } = await open(await house.choose('ee', 'person'), { payments: [wage('1.00')] });
    for (const kind of ['payment', 'periodic-payment']) {
      expect((await browser.send('GET', `/api/ui/${kind}/details`, { headers: page.headers })).status).toBe(404);
      expect((await browser.send('PUT', `/api/ui/${kind}`, { headers: page.headers, body: { debtorAccountIban: iban } })).status).toBe(404);
    }
    expect((await page.sign(iban)).status).toBe(200);
  });

  it('for a later day is executed on that day, and rejected as a whole if the funds are not there', async () => {
    const customer = await house.choose('ee', 'person');
    const [paid, failed] = [
      await open(customer, { payments: [wage('1.00')], requestedExecutionDate: inDays(3) }),
      await open(customer, { payments: [wage('1.00'), wage('2.00')], requestedExecutionDate: inDays(14) }),
    ];
    expect([await sign(paid), await sign(failed)]).toMatchObject([{ transactionStatus: 'ACTC' }, { transactionStatus: 'ACTC' }]);
    await house.advance({ days: 8 });
    await house.play(customer, 'notEnoughMoney');
    await house.advance({ days: 14 });
    await house.play(customer, 'approves');
    expect([await itemsOf(paid.paymentId), await itemsOf(failed.paymentId)]).toEqual([['ACSC'], ['RJCT', 'RJCT']]);
    expect(await read(`${ORDINARY}/${failed.paymentId}/status`)).toMatchObject({ tppMessages: [{ category: 'ERROR', code: 'FUNDS_NOT_AVAILABLE' }] });
  });

  it('of a company holds no money until the second signature', async () => {
    const company = await house.choose('ee', 'company');
    const opened = await open(company, { payments: [wage('1.00'), wage('2.00')] });
    expect(await sign(opened)).toMatchObject({ transactionStatus: 'PATC' });
    expect(await itemsOf(opened.paymentId)).toEqual(['PATC', 'PATC']);
    const held = `select 1 from account_hold where payment_id in (select payment_id from payment where bulk_payment_id = $1)`;
    expect((await house.database.query(held, [opened.paymentId])).rows).toEqual([]);
    await house.advance({ minutes: 1 });
    expect((await house.database.query(held, [opened.paymentId])).rows).toHaveLength(2);
    await house.advance({ days: 7 });
    expect(await itemsOf(opened.paymentId)).toEqual(['ACSC', 'ACSC']);
  });

  it('of a company is rejected when the second signatory refuses', async () => {
    const company = await house.choose('ee', 'company');
    const opened = await open(company, { payments: [wage('1.00'), wage('2.00')] });
    await sign(opened);
    await house.play(company, 'refuses');
    await house.advance({ minutes: 1 });
    await house.play(company, 'needsSecondSignature');
    expect([await statusOf(opened.paymentId), ...(await itemsOf(opened.paymentId))]).toEqual(['RJCT', 'RJCT', 'RJCT']);
  });

  it('is cancelled by a reset, and deleted with its developer’s application', async () => {
    const opened = await open(await house.choose('ee', 'person'), { payments: [wage('1.00'), wage('2.00')], requestedExecutionDate: inDays(10) });
    await sign(opened);
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer: await house.token() })).status).toBe(204);
    expect([await statusOf(opened.paymentId), ...(await itemsOf(opened.paymentId))]).toEqual(['CANC', 'CANC', 'CANC']);
    expect((await house.call('DELETE', '/api/tpp')).status).toBe(204);
    const { rows } = await house.database.query(`select 1 from payment where payment_id = $1 or bulk_payment_id = $1`, [opened.paymentId]);
    expect(rows).toEqual([]);
    expect((await house.call('POST', '/api/tpp')).status).toBe(204);
  });
});
