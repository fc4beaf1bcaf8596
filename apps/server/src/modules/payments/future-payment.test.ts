import { EXECUTION_DAYS_AHEAD_MAX } from '@portico/contract/values';
import { addDays } from '@portico/primitives';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { CoSignature } from '../bank/index.ts';
import { PAYEES, verifyLedger } from '../bank-sandbox/index.ts';
import { get, post, VALID_BODY } from './testing/payments-harness.ts';
import { openPeriodicHouse, type PeriodicHouse } from './testing/periodic-house.ts';

const ORDINARY = 'sepa-credit-transfers';
const INSTANT = 'instant-sepa-credit-transfers';
const RENT_CENTS = 46_80;
/** A Tuesday. */
const TODAY = '2030-01-15';

let house: PeriodicHouse;
/** What the process does in the middle of the next hold. */
let crashNext = false;
let isPoor = false;
let isReachable = true;
let needsSecondSignature = false;
let coSignature: CoSignature = 'pending';

beforeAll(async () => {
  house = await openPeriodicHouse(await openTestDatabase(), (bank) => ({
    async findAccount(reader, owner, iban) {
      const account = await bank.findAccount(reader, owner, iban);
      return account && { ...account, needsSecondSignature };
    },
    readCoSignature: async () => coSignature,
    async holdEach(tx, transfers) {
      if (isPoor) return transfers.map(() => ({ ok: false, reason: 'insufficientFunds', availableCents: 1 }));
      const outcomes = await bank.holdEach(tx, transfers);
      if (!crashNext) return outcomes;
      crashNext = false;
      throw new Error('The process died before the commit.');
    },
    transferInstantly: async (tx, transfer) => (isReachable ? bank.transferInstantly(tx, transfer) : { ok: false, reason: 'instantNotReachable' }),
  }));
});
beforeEach(async () => {
  [crashNext, isPoor, isReachable, needsSecondSignature, coSignature] = [false, false, true, false, 'pending'];
  await house.setClock(`${TODAY}T09:00:00Z`);
});
afterEach(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.reset();
});
afterAll(() => house.close());

const send = (requestedExecutionDate: string, { product = ORDINARY, ...change }: { product?: string } & Record<string, unknown> = {}) =>
  post(house.harness.app, { ...VALID_BODY, creditorAccount: { iban: PAYEES.lumenBooks.iban }, requestedExecutionDate, ...change }, { product });

async function create(...order: Parameters<typeof send>): Promise<string> {
  const response = await send(...order);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json().paymentId;
}

async function signed(...order: Parameters<typeof send>): Promise<string> {
  const paymentId = await create(...order);
  expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACTC' });
  return paymentId;
}

const status = async (paymentId: string, product = ORDINARY) => (await get(house.harness.app, `${product}/${paymentId}/status`)).json();
const shownDay = async (paymentId: string) =>
  (await house.harness.payments.details(house.harness.db, house.owner.sandboxId, paymentId))?.requestedExecutionDate;

describe('a payment for a later day', () => {
  it('is signed without a hold, and is executed through all states on its day', async () => {
    const before = await house.available();
    const paymentId = await signed('2030-02-05');
    expect([await house.available(), await status(paymentId)]).toEqual([before, { transactionStatus: 'ACTC' }]);
    await house.advance('2030-02-05T05:59:00Z');
    expect(await status(paymentId)).toEqual({ transactionStatus: 'ACTC' });
    await house.advance('2030-02-05T06:01:00Z');
    expect(await status(paymentId)).toEqual({ transactionStatus: 'ACSC' });
    await house.advance('2030-02-06T23:00:00Z');
    expect(await status(paymentId)).toEqual({ transactionStatus: 'ACSC' });
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACFC ACSP ACSC');
    expect(before - (await house.available())).toBeGreaterThanOrEqual(RENT_CENTS);
  });

  it('that is instant is executed on that day, also on a Sunday', async () => {
    const paymentId = await signed('2030-02-03', { product: INSTANT });
    await house.advance('2030-02-03T06:00:00Z');
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACSP ACCC');
  });

  it.each([
    ['a Saturday', '2030-02-02', '2030-02-04'],
    ['a Sunday', '2030-02-03', '2030-02-04'],
    ['Good Friday', '2030-04-19', '2030-04-23'],
    ['the first of May', '2030-05-01', '2030-05-02'],
    ['a business day', '2030-05-03', '2030-05-03'],
  ])('on %s is shown as the business day on which it is paid', async (_what, asked, day) => {
    const paymentId = await signed(asked);
    expect(await shownDay(paymentId)).toBe(day);
    expect((await get(house.harness.app, `${ORDINARY}/${paymentId}`)).json()).toMatchObject({ requestedExecutionDate: asked });
    await house.advance(`${addDays(day, -1)}T23:00:00Z`);
    expect(await status(paymentId)).toEqual({ transactionStatus: 'ACTC' });
    await house.advance(`${day}T23:00:00Z`);
    expect(await house.history(paymentId)).toMatch(/^RCVD ACTC ACCP ACFC/);
  });

  it('is accepted for the last day that is offered, and for today it is paid immediately', async () => {
    await create(addDays(TODAY, EXECUTION_DAYS_AHEAD_MAX));
    const paymentId = await create(TODAY);
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACFC' });
  });

  it('that is signed on its day or later is paid immediately', async () => {
    const paymentId = await create('2030-01-16');
    await house.setClock('2030-01-16T21:30:00Z');
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACFC' });
    const late = await create('2030-01-17', { product: INSTANT });
    await house.setClock('2030-01-17T00:30:00Z');
    expect(await house.sign(late)).toMatchObject({ transactionStatus: 'ACCC' });
  });

  it('can be signed without enough money, and is rejected without it on its day', async () => {
    const paymentId = await signed('2030-02-05', { instructedAmount: { amount: '900000.00', currency: 'EUR' } });
    await house.advance('2030-02-05T06:00:00Z');
    expect(await status(paymentId)).toEqual({
      transactionStatus: 'RJCT',
      psuMessage: 'Not paid: there was not enough money on the account. No money has moved.',
      tppMessages: [{ category: 'ERROR', code: 'FUNDS_NOT_AVAILABLE', text: expect.stringContaining('not enough money') }],
    });
    expect(await house.history(paymentId)).toBe('RCVD ACTC RJCT');
  });

  it('that is instant and not reachable is rejected, or executed as an ordinary one with retryAsSepa', async () => {
    const [lost, saved] = [await signed('2030-02-05', { product: INSTANT }), await signed('2030-02-05', { product: INSTANT, retryAsSepa: true })];
    isReachable = false;
    await house.advance('2030-02-05T06:00:00Z');
    expect([await house.history(lost), await house.history(saved)]).toEqual(['RCVD ACTC ACCP RJCT', expect.stringMatching(/^RCVD ACTC ACCP ACFC/)]);
    expect((await status(lost, INSTANT)).tppMessages).toMatchObject([{ code: 'PAYMENT_FAILED' }]);
  });

  it('is paid once when its job runs repeatedly and simultaneously', async () => {
    const paymentId = await signed('2030-02-05', { product: INSTANT });
    const before = await house.available();
    await house.setClock('2030-02-05T06:00:00Z');
    const execute = () => house.harness.payments.execute({ sandboxId: house.owner.sandboxId, paymentId });
    await Promise.all([execute(), execute(), execute()]);
    await execute();
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACSP ACCC');
    expect(before - (await house.available())).toBeLessThan(2 * RENT_CENTS);
  });

  it('whose job fails before the commit is not changed, and is then paid once', async () => {
    const paymentId = await signed('2030-02-05');
    await house.setClock('2030-02-05T06:00:00Z');
    crashNext = true;
    const execute = () => house.harness.payments.execute({ sandboxId: house.owner.sandboxId, paymentId });
    await expect(execute()).rejects.toThrow('died');
    expect(await status(paymentId)).toEqual({ transactionStatus: 'ACTC' });
    await execute();
    expect(await status(paymentId)).toEqual({ transactionStatus: 'ACSC' });
  });

  it('is not paid by a job that runs too early, which is sent again for its day', async () => {
    const paymentId = await signed('2030-02-05');
    const jobs = house.jobsOf(paymentId).length;
    await house.harness.payments.execute({ sandboxId: house.owner.sandboxId, paymentId });
    expect(await status(paymentId)).toEqual({ transactionStatus: 'ACTC' });
    expect(house.jobsOf(paymentId)).toHaveLength(jobs + 1);
  });

  it('requires both its second signature and its day', async () => {
    needsSecondSignature = true;
    const paymentId = await create('2030-01-18');
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'PATC' });
    await house.advance('2030-01-16T09:00:00Z');
    coSignature = 'given';
    await house.advance('2030-01-17T23:00:00Z');
    expect(await house.history(paymentId)).toBe('RCVD PATC ACTC');
    await house.advance('2030-01-18T23:00:00Z');
    expect(await house.history(paymentId)).toMatch(/^RCVD PATC ACTC ACCP ACFC/);
  });

  it('is paid immediately when the second signature is given after its day', async () => {
    needsSecondSignature = true;
    const paymentId = await create('2030-01-16', { product: INSTANT });
    await house.sign(paymentId);
    await house.advance('2030-01-17T09:00:00Z');
    expect(await house.history(paymentId)).toBe('RCVD PATC');
    coSignature = 'given';
    await house.advance('2030-01-17T12:00:00Z');
    expect(await house.history(paymentId)).toBe('RCVD PATC ACTC ACCP ACSP ACCC');
  });

  it('whose second signature is refused is never paid', async () => {
    needsSecondSignature = true;
    const paymentId = await create('2030-01-18');
    await house.sign(paymentId);
    coSignature = 'refused';
    await house.advance('2030-01-20T09:00:00Z');
    expect(await house.history(paymentId)).toBe('RCVD PATC RJCT');
  });

  it('is cancelled by a reset, and its job then has no effect', async () => {
    const paymentId = await signed('2030-02-05');
    await house.reset();
    await house.advance('2030-03-01T09:00:00Z');
    await house.harness.payments.execute({ sandboxId: house.owner.sandboxId, paymentId });
    expect(await house.history(paymentId)).toBe('RCVD ACTC CANC');
  });
});

describe('a day that is not offered', () => {
  it.each([
    ['is over', addDays(TODAY, -1), 'This day is over.'],
    ['is too far away', addDays(TODAY, EXECUTION_DAYS_AHEAD_MAX + 1), 'This day is too far away.'],
  ])('%s', async (_what, day, fact) => {
    for (const product of [ORDINARY, INSTANT]) {
      const response = await send(day, { product });
      expect([response.statusCode, response.json().tppMessages[0]]).toMatchObject([
        400,
        { code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' },
      ]);
      const { text } = response.json().tppMessages[0];
      expect(text).toContain(fact);
      expect(text).toContain(`${EXECUTION_DAYS_AHEAD_MAX} days ahead`);
    }
  });

  it('is determined in the time zone of the customer’s bank', async () => {
    await house.setClock('2030-01-15T22:30:00Z');
    expect((await send('2030-01-15')).statusCode).toBe(400);
    expect((await send('2030-01-16')).statusCode).toBe(201);
  });
});
