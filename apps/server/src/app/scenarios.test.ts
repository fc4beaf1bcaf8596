/** What each scenario of a test customer does to his journey: sign-in at the bank and the signature of a payment. */
import { enterSigning, jsonOf, obtainToken, textOf } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyLedger } from '#modules/bank/index.ts';
import { type House, openHouse, orderOf } from './testing/open-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(async () => {
  await play('approves');
  expect(await verifyLedger(house.database.db)).toEqual([]);
});
afterAll(() => house.close());

const ORDINARY = 'sepa-credit-transfers';
const play = (scenario: string) =>
  house.database.query('update customer set scenario = $1 where user_name = $2', [scenario, house.customers[0].userName]);

async function openPayment(product?: typeof ORDINARY) {
  const browser = house.browse();
  const order = orderOf('10.00', product === undefined ? {} : { product });
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
    moves: async () =>
      (await rows('select status from payment_status_change where payment_id = $1 order by position', paymentId)).map((row) => textOf(row, 'status')),
    events: async () =>
      (await rows('select event from audit_entry where chain = $1 order by position', `payment:${paymentId}`)).map((row) => textOf(row, 'event')),
  };
}

describe('at the signature', () => {
  it('approves: the money moves', async () => {
    const { page, iban, status } = await openPayment();
    expect((await page.sign(iban)).status).toBe(200);
    expect(await status()).toBe('ACCC');
  });

  it.each([
    ['refuses', 422, 'SCA_REFUSED'],
    ['wrongCode', 422, 'SCA_WRONG_CODE'],
    ['notEnoughMoney', 400, 'FUNDS_NOT_AVAILABLE'],
    ['bankDown', 503, 'UNAVAILABLE'],
  ])('%s: %i %s, nothing moves, and it can be signed later', async (scenario, code, error) => {
    const { page, iban, status, money } = await openPayment();
    const before = await money();
    await play(scenario);
    const answer = await page.sign(iban);
    expect([answer.status, jsonOf(answer)]).toMatchObject([code, { errors: [{ code: error }] }]);
    await play('approves');
    expect([await status(), await money()]).toEqual(['RCVD', before]);
    expect((await page.sign(iban)).status).toBe(200);
  });

  it('sessionExpires: the session is over with the way back, and nothing moves', async () => {
    const { page, iban, status, money } = await openPayment();
    const before = await money();
    await play('sessionExpires');
    const answer = await page.sign(iban);
    expect([answer.status, jsonOf(answer)]).toMatchObject([410, { errors: [{ code: 'SIGNING_TERMINATED' }], tppSuccessUrl: expect.any(String) }]);
    expect([await status(), await money()]).toEqual(['RJCT', before]);
    await play('approves');
    expect((await page.sign(iban)).status).toBe(410);
  });

  it('bankSlow: the answer comes late, and the money moves', async () => {
    const { page, iban, status } = await openPayment();
    await play('bankSlow');
    expect((await page.sign(iban)).status).toBe(200);
    await play('approves');
    expect(await status()).toBe('ACCC');
  }, 30_000);
});

describe('needsSecondSignature', () => {
  it.each([
    [undefined, 'ACCC', ['RCVD', 'PATC', 'ACTC', 'ACCP', 'ACSP', 'ACCC']],
    [ORDINARY, 'ACFC', ['RCVD', 'PATC', 'ACTC', 'ACCP', 'ACFC']],
  ] as const)(
    'of %s: the first signature leaves PATC, the co-signer follows, and the money moves once',
    async (product, end, path) => {
      const { page, iban, status, money, moves, events } = await openPayment(product);
      const before = await money();
      await play('needsSecondSignature');
      const answer = await page.sign(iban);
      expect([answer.status, jsonOf(answer)]).toMatchObject([200, { transactionStatus: 'PATC' }]);
      expect(jsonOf(await page.sign(iban))).toEqual(jsonOf(answer));
      await vi.waitFor(async () => expect(await status()).toBe(end), { timeout: 20_000, interval: 100 });
      expect(await moves()).toEqual(path);
      expect(await money()).not.toEqual(before);
      expect((await events()).filter((event) => event === 'payment.signed' || event === 'payment.co-signed')).toEqual([
        'payment.signed',
        'payment.co-signed',
      ]);
    },
    40_000,
  );
});

describe('at the sign-in', () => {
  const signIn = () => obtainToken(house.browse(), house.tpp, house.customers[0]);

  it('bankDown: it says so, and nobody is signed in', async () => {
    await play('bankDown');
    await expect(signIn()).rejects.toThrow(/503/);
  });

  it('sessionExpires and needsSecondSignature leave it as it is', async () => {
    for (const scenario of ['sessionExpires', 'needsSecondSignature']) {
      await play(scenario);
      expect(await signIn()).toEqual(expect.any(String));
    }
  });
});
