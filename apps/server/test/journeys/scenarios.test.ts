/** What each scenario of a test customer does to his journey: sign-in at the bank and the signature of a payment. */
import { enterSigning, jsonOf, obtainToken } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(async () => {
  await play('approves');
  expect(await verifyLedger(house.database.db)).toEqual([]);
});
afterAll(() => house.close());

const play = (scenario: string) =>
  house.database.query('update customer set scenario = $1 where user_name = $2', [scenario, house.customers[0].userName]);

async function openPayment() {
  const browser = house.browse();
  const order = orderOf('10.00');
  const token = await house.token(browser);
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  const rows = async (text: string, value: string) => (await house.database.query(text, [value])).rows;
  return {
    page,
    iban,
    status: () => house.tpp.readStatus(token, order, paymentId),
    money: () => rows('select balance_cents, held_cents from account_balance join account on account.id = account_id where iban = $1', iban),
  };
}

describe('at the signature', () => {
  it('approves: the payment is executed', async () => {
    const { page, iban, status } = await openPayment();
    expect((await page.sign(iban)).status).toBe(200);
    expect(await status()).toBe('ACCC');
  });

  it.each([
    ['refuses', 422, 'SCA_REFUSED'],
    ['wrongCode', 422, 'SCA_WRONG_CODE'],
    ['notEnoughMoney', 400, 'FUNDS_NOT_AVAILABLE'],
    ['bankDown', 503, 'UNAVAILABLE'],
  ])('%s: returns %i %s, moves no money, and the payment can be signed later', async (scenario, code, error) => {
    const { page, iban, status, money } = await openPayment();
    const before = await money();
    await play(scenario);
    const answer = await page.sign(iban);
    expect([answer.status, jsonOf(answer)]).toMatchObject([code, { errors: [{ code: error }] }]);
    await play('approves');
    expect([await status(), await money()]).toEqual(['RCVD', before]);
    expect((await page.sign(iban)).status).toBe(200);
  });

  it('sessionExpires: the session ends with the redirect address, and the payment is rejected', async () => {
    const { page, iban, status, money } = await openPayment();
    const before = await money();
    await play('sessionExpires');
    const answer = await page.sign(iban);
    expect([answer.status, jsonOf(answer)]).toMatchObject([410, { errors: [{ code: 'SIGNING_TERMINATED' }], tppSuccessUrl: expect.any(String) }]);
    expect([await status(), await money()]).toEqual(['RJCT', before]);
    await play('approves');
    expect((await page.sign(iban)).status).toBe(410);
  });

  it('needsSecondSignature: the first signature leaves the payment in PATC, and no money moves', async () => {
    const { page, iban, status, money } = await openPayment();
    const before = await money();
    await play('needsSecondSignature');
    const answer = await page.sign(iban);
    expect([answer.status, jsonOf(answer)]).toMatchObject([200, { transactionStatus: 'PATC' }]);
    expect([await status(), await money()]).toEqual(['PATC', before]);
  });

  it('bankSlow: the payment is executed', async () => {
    const { page, iban, status } = await openPayment();
    await play('bankSlow');
    expect((await page.sign(iban)).status).toBe(200);
    await play('approves');
    expect(await status()).toBe('ACCC');
  });
});

describe('at the sign-in', () => {
  const signIn = () => obtainToken(house.browse(), house.tpp, house.customers[0]);

  it('bankDown: the sign-in fails with 503', async () => {
    await play('bankDown');
    await expect(signIn()).rejects.toThrow(/503/);
  });

  it('sessionExpires and needsSecondSignature have no effect', async () => {
    for (const scenario of ['sessionExpires', 'needsSecondSignature']) {
      await play(scenario);
      expect(await signIn()).toEqual(expect.any(String));
    }
  });
});
