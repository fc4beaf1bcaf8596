/** The second signature of a company's payment: given, refused, never given, and what may come between the two. */
import type { TokenUser } from '@portico/contract';
import { createTpp, enterSigning, jsonOf, member, openBrowser, textOf } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { msUntilClosedDay } from '../../src/testing/bank-day.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { setClock } from '../../src/testing/set-clock.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';
import { orderOf } from '../house/order-of.ts';

const ORDINARY = 'sepa-credit-transfers';

let house: PayersHouse;
let company: TokenUser;
beforeAll(async () => {
  house = await openPayersHouse('dev_pair');
  company = await house.choose('ee', 'company');
});
beforeEach(() => setClock(house.database, msUntilClosedDay()));
afterEach(async () => {
  await answer('needsSecondSignature');
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.resetClock();
});
afterAll(() => house.close());

const answer = (scenario: string) => house.play(company, scenario);

/** A payment with its first signature. */
async function signOnce(amount: string, product: 'instant-sepa-credit-transfers' | typeof ORDINARY = 'instant-sepa-credit-transfers') {
  const transport = overInject(house.app, house.config.publicUrl);
  const tpp = createTpp({ transport, publicUrl: house.config.publicUrl, clientId: '', clientSecret: '', site: house.config.publicUrl });
  const browser = openBrowser(transport, house.config.publicUrl);
  const order = orderOf(amount, { product });
  const { paymentId, scaRedirect } = await tpp.createPayment(await house.token(), order);
  const { country, customer, authMethods } = company;
  const page = await enterSigning(browser, scaRedirect, { country, ...customer, method: authMethods[0] ?? '' });
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  const rows = async (text: string, value: string) => (await house.database.query(text, [value])).rows;
  const payment = {
    iban,
    status: async () => tpp.readStatus(await house.token(), order, paymentId),
    reason: async () => member((await rows('select rejection_code from payment where payment_id = $1', paymentId))[0], 'rejection_code'),
    moves: async () =>
      (await rows('select status from payment_status_change where payment_id = $1 order by position', paymentId)).map((row) => textOf(row, 'status')),
    money: () => rows('select balance_cents, held_cents from account_balance join account on account.id = account_id where iban = $1', iban),
    events: async () =>
      (await rows('select event from audit_entry where chain = $1 order by position', `payment:${paymentId}`)).map((row) => textOf(row, 'event')),
    signAgain: () => page.sign(iban),
    refuse: () => page.refuse(),
  };
  const before = await payment.money();
  const signed = await page.sign(iban);
  expect([signed.status, jsonOf(signed)]).toMatchObject([200, { transactionStatus: 'PATC' }]);
  expect([await payment.status(), await payment.money()]).toEqual(['PATC', before]);
  return { ...payment, before, signed: jsonOf(signed) };
}

describe('a company’s second signature', () => {
  it.each([
    ['instant-sepa-credit-transfers', 'ACCC', ['RCVD', 'PATC', 'ACTC', 'ACCP', 'ACSP', 'ACCC']],
    [ORDINARY, 'ACFC', ['RCVD', 'PATC', 'ACTC', 'ACCP', 'ACFC']],
  ] as const)('is given to %s, which goes on to %s once, and both signatures are in the audit log', async (product, end, path) => {
    const payment = await signOnce('10.00', product);
    await house.advance({ minutes: 1 });
    expect(await payment.status()).toBe(end);
    expect(await payment.moves()).toEqual(path);
    expect(await payment.money()).not.toEqual(payment.before);
    expect(await payment.events()).toEqual(expect.arrayContaining(['payment.signed', 'payment.co-signed']));
  });

  it('is refused: the payment is rejected for good, and no money moves', async () => {
    const payment = await signOnce('10.00');
    await answer('refuses');
    await house.advance({ minutes: 1 });
    expect([await payment.status(), await payment.reason(), await payment.money()]).toEqual(['RJCT', 'PAYMENT_FAILED', payment.before]);
    expect(await payment.events()).not.toContain('payment.co-signed');
    await house.advance({ days: 8 });
    expect(await payment.status()).toBe('RJCT');
  });

  it('is not given within seven days: the payment is rejected for good', async () => {
    const payment = await signOnce('10.00');
    await answer('timesOut');
    await house.advance({ days: 6 });
    expect([await payment.status(), await payment.money()]).toEqual(['PATC', payment.before]);
    await house.advance({ days: 1 });
    expect([await payment.status(), await payment.reason(), await payment.money()]).toEqual(['RJCT', 'RESOURCE_EXPIRED', payment.before]);
    expect(await payment.moves()).toEqual(['RCVD', 'PATC', 'RJCT']);
    await answer('needsSecondSignature');
    await house.advance({ days: 1 });
    expect(await payment.status()).toBe('RJCT');
  });

  it('can be given on the fourth day', async () => {
    const payment = await signOnce('10.00');
    await answer('timesOut');
    await house.advance({ days: 3 });
    await answer('needsSecondSignature');
    await house.advance({ days: 1 });
    expect(await payment.status()).toBe('ACCC');
  });
});

describe('between the two signatures', () => {
  it.each([['instant-sepa-credit-transfers'], [ORDINARY]] as const)(
    'of %s the balance can become too small: the second payment is rejected',
    async (product) => {
      const [first, second] = [await signOnce('20000.00', product), await signOnce('20000.00', product)];
      await house.advance({ minutes: 1 });
      const ends = [await first.status(), await second.status()];
      expect(ends.toSorted()).toEqual([product === ORDINARY ? 'ACFC' : 'ACCC', 'RJCT']);
      expect(await (ends[0] === 'RJCT' ? first : second).reason()).toBe('FUNDS_NOT_AVAILABLE');
    },
  );

  it.each([['instant-sepa-credit-transfers'], [ORDINARY]] as const)('of %s the account can be blocked: the payment is rejected', async (product) => {
    const payment = await signOnce('10.00', product);
    await house.database.query(`update account set status = 'blocked' where iban = $1`, [payment.iban]);
    await house.advance({ minutes: 1 });
    expect([await payment.status(), await payment.reason(), await payment.money()]).toEqual(['RJCT', 'PAYMENT_FAILED', payment.before]);
    await house.database.query(`update account set status = 'enabled' where iban = $1`, [payment.iban]);
  });

  it('the customer can be reset: the payment is rejected, and the second signature has no effect', async () => {
    const payment = await signOnce('10.00');
    const reset = await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer: await house.token() });
    expect(reset.status).toBe(204);
    expect([await payment.status(), await payment.reason()]).toEqual(['RJCT', 'RESOURCE_EXPIRED']);
    await house.advance({ days: 1 });
    expect([await payment.status(), await payment.money()]).toEqual(['RJCT', payment.before]);
    expect(await payment.events()).not.toContain('payment.co-signed');
  });

  it('the first signatory gets the same response again and can no longer refuse', async () => {
    const payment = await signOnce('10.00');
    expect(jsonOf(await payment.signAgain())).toEqual(payment.signed);
    expect((await payment.refuse()).status).toBe(409);
    expect(await payment.status()).toBe('PATC');
  });
});
