/** A periodic payment from the application's call through the customer's signature to its runs on the sandbox's clock, over HTTP. */
import type { TokenUser } from '@portico/contract';
import { type Browser, jsonOf, type SigningPage, textOf } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';

const PATH = '/api/v1/periodic-payments/sepa-credit-transfers';
const DAY_MS = 24 * 60 * 60_000;

let house: PayersHouse;
beforeAll(async () => {
  house = await openPayersHouse('dev_rent');
});
afterEach(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.resetClock();
});
afterAll(() => house.close());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const read = async (rest: string) => (await house.tpp('GET', `${PATH}/${rest}`)).body;

interface Agreement {
  readonly paymentId: string;
  readonly browser: Browser;
  readonly page: SigningPage;
  readonly iban: string;
}

/** The signing page of a periodic payment, with the customer before it. */
async function open(customer: TokenUser, when: object): Promise<Agreement> {
  const body = {
    instructedAmount: { amount: '12.50', currency: 'EUR' },
    creditorAccount: { iban: PAYEES.lumenBooks.iban },
    creditorName: PAYEES.lumenBooks.name,
    ...when,
  };
  const made = await house.tpp('POST', PATH, { body });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { browser, page } = await house.enter(customer, made, 'periodic-payment');
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  return { paymentId: textOf(made.body, 'paymentId'), browser, page, iban };
}

async function sign({ page, iban }: Agreement): Promise<unknown> {
  const signed = await page.sign(iban);
  expect([signed.status, signed.text]).toEqual([200, expect.any(String)]);
  return jsonOf(signed);
}

async function runsOf(paymentId: string): Promise<readonly string[]> {
  const { rows } = await house.database.query(`select status from payment where periodic_payment_id = $1 order by run_number`, [paymentId]);
  return rows.map((row) => textOf(row, 'status'));
}

describe('a periodic payment', () => {
  it.each(['ee', 'lv', 'lt'])('is shown, signed and executed each month in %s', async (country) => {
    const customer = await house.choose(country, 'person');
    const startDate = inDays(3);
    const agreement = await open(customer, { startDate, frequency: 'Monthly' });
    expect(agreement.page.details).toMatchObject({
      bankCountry: country,
      state: 'open',
      details: {
        instructedAmount: { amount: '12.50', currency: 'EUR' },
        creditorName: PAYEES.lumenBooks.name,
        payeeVerification: { result: 'MTCH' },
        startDate,
        frequency: 'monthly',
        dayOfExecution: String(Number(startDate.slice(8))),
        transactionStatus: 'RCVD',
      },
    });
    const fee = await agreement.browser.send('GET', `/api/ui/payment/fee?debtorIban=${agreement.iban}`, { headers: agreement.page.headers });
    expect([fee.status, jsonOf(fee)]).toMatchObject([200, { crcCode: 'EUR' }]);
    expect(await sign(agreement)).toMatchObject({ transactionStatus: 'ACTC', signedAt: expect.any(String) });
    expect(await sign(agreement)).toMatchObject({ transactionStatus: 'ACTC' });
    await house.advance({ months: 4 });
    expect(await runsOf(agreement.paymentId)).toEqual(['ACSC', 'ACSC', 'ACSC', 'ACSC']);
    expect(await read(`${agreement.paymentId}`)).toMatchObject({ transactionStatus: 'ACTC', debtorAccount: { iban: agreement.iban } });
  });

  it('is executed each week over three years of the test clock', async () => {
    const agreement = await open(await house.choose('ee', 'person'), {
      startDate: inDays(1),
      frequency: 'Weekly',
      instructedAmount: { amount: '0.01', currency: 'EUR' },
    });
    await sign(agreement);
    for (let year = 1; year <= 3; year += 1) await house.advance({ months: 12 });
    const runs = await runsOf(agreement.paymentId);
    expect(runs.length).toBeGreaterThan(150);
    expect(new Set(runs)).toEqual(new Set(['ACSC']));
  });

  it('is never executed when the customer refuses it or does not sign it in time', async () => {
    const customer = await house.choose('ee', 'person');
    const refused = await open(customer, { startDate: inDays(3), frequency: 'Weekly' });
    expect(jsonOf(await refused.page.refuse())).toEqual({ transactionStatus: 'RJCT' });
    const late = await open(customer, { startDate: inDays(3), frequency: 'Weekly' });
    await house.advance({ minutes: 20 });
    expect((await late.page.sign(late.iban)).status).toBe(410);
    await house.advance({ months: 1 });
    expect([await runsOf(refused.paymentId), await runsOf(late.paymentId)]).toEqual([[], []]);
  });

  it('cannot be signed by the call of a single payment', async () => {
    const { browser, page, iban } = await open(await house.choose('ee', 'person'), { startDate: inDays(3), frequency: 'Weekly' });
    const elsewhere = await browser.send('PUT', '/api/ui/payment', { headers: page.headers, body: { debtorAccountIban: iban } });
    expect(elsewhere.status).toBe(404);
    expect((await page.sign(PAYEES.lumenBooks.iban)).status).toBe(400);
    expect((await page.sign(iban)).status).toBe(200);
  });

  it('of a company is executed after the second signature', async () => {
    const company = await house.choose('ee', 'company');
    const agreement = await open(company, { startDate: inDays(1), frequency: 'Monthly' });
    expect(await sign(agreement)).toMatchObject({ transactionStatus: 'PATC' });
    await house.advance({ minutes: 1 });
    expect(await read(`${agreement.paymentId}/status`)).toEqual({ transactionStatus: 'ACTC' });
    await house.advance({ months: 1 });
    await house.advance({ days: 7 });
    expect(await runsOf(agreement.paymentId)).toEqual(['ACSC', 'ACSC']);
  });

  it('continues after a rejected execution, and is executed once the funds are there', async () => {
    const customer = await house.choose('ee', 'person');
    const agreement = await open(customer, { startDate: inDays(3), frequency: 'Monthly' });
    await sign(agreement);
    await house.play(customer, 'notEnoughMoney');
    await house.advance({ days: 20 });
    expect(await read(`${agreement.paymentId}/status`)).toMatchObject({
      transactionStatus: 'ACTC',
      tppMessages: [{ category: 'WARNING', code: 'FUNDS_NOT_AVAILABLE' }],
    });
    await house.play(customer, 'approves');
    await house.advance({ months: 1 });
    expect(await runsOf(agreement.paymentId)).toEqual(['RJCT', 'ACSC']);
  });

  it('is executed while its application is suspended; an unsigned one is rejected', async () => {
    const agreement = await open(await house.choose('ee', 'person'), { startDate: inDays(3), frequency: 'Monthly' });
    await sign(agreement);
    const unsigned = await open(await house.choose('ee', 'person'), { startDate: inDays(3), frequency: 'Monthly' });
    const clientId = textOf((await house.call('GET', '/api/tpp')).body, 'clientId');
    await house.modules.onboarding.setSuspended(clientId, true);
    await house.advance({ days: 20 });
    await house.modules.onboarding.setSuspended(clientId, false);
    expect([await runsOf(agreement.paymentId), await runsOf(unsigned.paymentId)]).toEqual([['ACSC'], []]);
    expect(await read(`${unsigned.paymentId}/status`)).toMatchObject({ transactionStatus: 'RJCT' });
  });

  it('is cancelled by a reset, and deleted with its developer’s application', async () => {
    const agreement = await open(await house.choose('ee', 'person'), { startDate: inDays(3), frequency: 'Monthly' });
    await sign(agreement);
    await house.advance({ days: 20 });
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer: await house.token() })).status).toBe(204);
    expect(await read(`${agreement.paymentId}/status`)).toEqual({ transactionStatus: 'CANC' });
    await house.advance({ months: 3 });
    expect(await runsOf(agreement.paymentId)).toEqual(['ACSC']);
    expect((await house.call('DELETE', '/api/tpp')).status).toBe(204);
    const { rows } = await house.database.query(`select 1 from payment where app_id in (select app_id from payment where payment_id = $1)`, [
      agreement.paymentId,
    ]);
    expect(rows).toEqual([]);
    expect((await house.call('POST', '/api/tpp')).status).toBe(204);
  });
});
