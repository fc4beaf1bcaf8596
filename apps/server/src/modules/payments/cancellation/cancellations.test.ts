import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { sayOnPhone } from '#modules/sca/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { post, VALID_BODY } from '../testing/payments-harness.ts';
import { openPeriodicHouse, type PeriodicHouse } from '../testing/periodic-house.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const DAY = '2030-02-05';
const EVENING_BEFORE = '2030-02-04T20:00:00Z';
const MORNING = '2030-02-05T06:00:00Z';
/** After 16:00 where the bank is: what is due is held, and booked on the next business day. */
const EVENING = '2030-02-05T17:00:00Z';

let house: PeriodicHouse;
let needsSecondSignature = false;
beforeAll(async () => {
  house = await openPeriodicHouse(await openTestDatabase(), (bank) => ({
    async findAccount(reader, owner, iban) {
      const account = await bank.findAccount(reader, owner, iban);
      return account && { ...account, needsSecondSignature };
    },
  }));
});
beforeEach(async () => {
  needsSecondSignature = false;
  await house.setClock('2030-01-15T09:00:00Z');
});
afterEach(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.reset();
});
afterAll(() => house.close());

async function create(change: object = {}, product = INSTANT): Promise<string> {
  const body = { ...VALID_BODY, creditorAccount: { iban: PAYEES.lumenBooks.iban }, requestedExecutionDate: DAY, ...change };
  return (await post(house.harness.app, body, { product })).json().paymentId;
}

async function signed(change: object = {}, product?: string): Promise<string> {
  const paymentId = await create(change, product);
  await house.sign(paymentId);
  return paymentId;
}

async function agreed(): Promise<string> {
  const paymentId = await house.create({ startDate: DAY }, INSTANT);
  await house.sign(paymentId);
  return paymentId;
}

const inputOf = (paymentId: string, debtorAccountIban = house.iban) => ({ ...house.owner, paymentId, debtorAccountIban, debtorDetails: undefined });
const cancel = (paymentId: string, iban?: string) =>
  house.harness.write((context) => house.harness.payments.cancellation.sign(context, inputOf(paymentId, iban)));
const execute = (paymentId: string) => house.harness.payments.execute({ ...house.owner, paymentId });
const TOO_LATE = { status: 409, code: 'SIGNING_STATE_INVALID' };

async function examine(paymentId: string) {
  const act = await house.harness.payments.cancellation.examine(house.harness.db, inputOf(paymentId));
  if (act === undefined) throw new Error('There is nothing to cancel.');
  return act;
}

async function eventsOf(paymentId: string): Promise<unknown> {
  const { rows } = await house.database.query('select event from audit_entry where chain = $1 order by position', [`payment:${paymentId}`]);
  return rows.map((row) => Object(row).event);
}

describe('a signed cancellation', () => {
  it('ends a payment that was signed for a later day, returns the time and is audited', async () => {
    const before = await house.available();
    const paymentId = await signed();
    expect(await cancel(paymentId)).toEqual({ transactionStatus: 'CANC', signedAt: expect.stringMatching(/^2030-01-15T09:00/) });
    expect([await house.history(paymentId), await house.available()]).toEqual(['RCVD ACTC CANC', before]);
    expect(await eventsOf(paymentId)).toEqual(['payment.received', 'payment.signed', 'payment.cancellation-signed', 'payment.cancelled']);
  });

  it('leaves its execution job without effect', async () => {
    const paymentId = await signed();
    await cancel(paymentId);
    await house.advance('2030-03-01T09:00:00Z');
    for (const job of house.jobsOf(paymentId)) await house.harness.jobs.run(job);
    await execute(paymentId);
    expect([await house.history(paymentId), await house.bookings()]).toEqual(['RCVD ACTC CANC', expect.any(Number)]);
  });

  it('ends a payment that waits for its second signature', async () => {
    needsSecondSignature = true;
    const paymentId = await signed({}, 'sepa-credit-transfers');
    expect(await cancel(paymentId)).toMatchObject({ transactionStatus: 'CANC' });
    await execute(paymentId);
    expect(await house.history(paymentId)).toBe('RCVD PATC CANC');
  });

  it('ends the future runs of a periodic payment and keeps the earlier ones', async () => {
    const paymentId = await agreed();
    await house.advance('2030-02-06T09:00:00Z');
    const [available, runs] = [await house.available(), await house.runs(paymentId, INSTANT)];
    expect(await cancel(paymentId)).toMatchObject({ transactionStatus: 'CANC' });
    await house.advance('2030-06-06T09:00:00Z');
    expect([await house.runs(paymentId, INSTANT), runs]).toEqual([['2030-02-05 ACCC'], ['2030-02-05 ACCC']]);
    expect(await house.available()).toBe(available);
    expect(await house.information(paymentId, INSTANT)).not.toHaveProperty('nextExecutionDate');
  });

  it('is bound to the signed content and to its kind', async () => {
    const [paymentId, other] = [await signed(), await signed({ instructedAmount: { amount: '46.81', currency: 'EUR' } })];
    const [{ content }, { content: otherContent }] = [await examine(paymentId), await examine(other)];
    const paying = await house.harness.payments.examine(house.harness.db, inputOf(paymentId));
    expect(content).toEqual({
      ...paying?.content,
      canonical: { kind: 'payment-cancellation', paymentId, cancelled: paying?.content.canonical },
      displayText: { key: 'phone.cancel', values: { what: paying?.content.displayText } },
    });
    expect(otherContent.canonical).not.toMatchObject({ cancelled: { amountCents: 46_80 } });
    const regular = (await examine(await agreed())).content;
    expect(regular.canonical).toMatchObject({ kind: 'periodic-payment-cancellation' });
    expect(sayOnPhone(regular.displayText, 'en')).toMatch(/^Cancel: Pay 46\.80 EUR monthly from 2030-02-05 to Lumen Books OÜ, /);
  });

  it('fits the phone with long names', async () => {
    const creditorName = 'W'.repeat(70);
    const order = { creditorName, instructedAmount: { amount: '999999999.99', currency: 'EUR' }, frequency: 'EveryTwoMonths', endDate: '2031-02-01' };
    const paymentId = await house.create({ startDate: DAY, ...order, frequency: 'EveryTwoMonths' });
    await house.sign(paymentId);
    expect(sayOnPhone((await examine(paymentId)).content.displayText, 'en').length).toBeLessThanOrEqual(200);
  });
});

describe('a cancellation is refused', () => {
  it.each<[string, () => Promise<string>, string]>([
    ['of what is cancelled', async () => cancelled(await signed()), 'is cancelled already'],
    ['of what was paid', async () => executed(await signed()), 'was executed'],
    [
      'of a payment whose money is held and not booked yet',
      async () => executed(await signed({}, 'sepa-credit-transfers'), EVENING),
      'is being executed',
    ],
    ['of what was rejected', async () => executed(await signed({ instructedAmount: { amount: '999999.99', currency: 'EUR' } })), 'was rejected'],
    ['of what is due and not yet executed', async () => due(await signed()), 'The day of this payment has come'],
    ['of a periodic payment while its run is due', async () => due(await agreed()), 'In a moment'],
  ])('%s, with the reason', async (_what, make, text) => {
    const paymentId = await make();
    const before = await house.history(paymentId);
    await expect((await examine(paymentId)).check(house.harness.db)).rejects.toMatchObject({ ...TOO_LATE, message: expect.stringContaining(text) });
    await expect(cancel(paymentId)).rejects.toMatchObject({ ...TOO_LATE, message: expect.stringContaining(text) });
    expect(await house.history(paymentId)).toBe(before);
  });

  it.each(['', PAYEES.lumenBooks.iban])('from another account than the signed one (%s)', async (iban) => {
    const paymentId = await signed();
    await expect(cancel(paymentId, iban)).rejects.toMatchObject({ status: 400, code: 'ACCOUNT_UNKNOWN' });
    expect(await house.history(paymentId)).toBe('RCVD ACTC');
  });

  it('of an unsigned payment', async () => {
    const paymentId = await create();
    expect(await house.harness.payments.cancellation.examine(house.harness.db, inputOf(paymentId))).toBeUndefined();
    await expect(cancel(paymentId)).rejects.toMatchObject({ name: 'Gone' });
    expect(await house.history(paymentId)).toBe('RCVD');
  });

  it('of another customer’s payment', async () => {
    const paymentId = await signed();
    const input = { ...inputOf(paymentId), customerId: 'cus_other' };
    await expect(house.harness.write((context) => house.harness.payments.cancellation.sign(context, input))).rejects.toThrow('There is no payment');
    expect(await house.history(paymentId)).toBe('RCVD ACTC');
  });

  it('by the customer, and the payment keeps its status', async () => {
    const paymentId = await signed();
    const { cancellation } = house.harness.payments;
    expect(await cancellation.leave(house.harness.db, house.owner.sandboxId, paymentId)).toBe('ACTC');
    await house.advance('2030-02-06T09:00:00Z');
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACSP ACCC');
  });

  async function cancelled(paymentId: string): Promise<string> {
    await cancel(paymentId);
    return paymentId;
  }

  async function due(paymentId: string): Promise<string> {
    await house.setClock(MORNING);
    return paymentId;
  }

  async function executed(paymentId: string, at = MORNING): Promise<string> {
    await house.setClock(at);
    await execute(paymentId);
    return paymentId;
  }
});

describe('simultaneous requests', () => {
  // The first rounds open the connections; the later ones find them open.
  it.each([1, 2, 3, 4])('five cancellations take effect once (%i)', async () => {
    const paymentId = await signed();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => cancel(paymentId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(TOO_LATE);
    expect(await house.history(paymentId)).toBe('RCVD ACTC CANC');
  });

  it.each([1, 2, 3, 4, 5, 6])('a cancellation and the execution never both succeed (%i)', async (round) => {
    const before = await house.available();
    const paymentId = await signed();
    await house.setClock(EVENING_BEFORE);
    const [cancelling] = await Promise.allSettled([
      ...(round % 2 === 0 ? [cancel(paymentId), strike(paymentId)] : [later(() => cancel(paymentId), round), strike(paymentId)]),
    ]);
    await execute(paymentId);
    const moved = before - (await house.available());
    const history = await house.history(paymentId);
    if (cancelling?.status === 'fulfilled') expect([history, moved]).toEqual(['RCVD ACTC CANC', 0]);
    else expect([history, moved > 0, cancelling?.reason]).toMatchObject(['RCVD ACTC ACCP ACSP ACCC', true, TOO_LATE]);
  });

  it.each([1, 2, 3, 4])('a cancellation and a run leave a consistent state (%i)', async (round) => {
    const paymentId = await agreed();
    await house.setClock(EVENING_BEFORE);
    const [cancelling] = await Promise.allSettled([later(() => cancel(paymentId), round), strike(paymentId)]);
    await execute(paymentId);
    const runs = await house.runs(paymentId, INSTANT);
    expect([cancelling?.status, runs]).toEqual(
      cancelling?.status === 'fulfilled' ? ['fulfilled', expect.anything()] : ['rejected', ['2030-02-05 ACCC']],
    );
    if (cancelling?.status === 'fulfilled') {
      expect(await house.history(paymentId)).toBe('RCVD ACTC CANC');
      await house.advance('2030-04-06T09:00:00Z');
      expect(await house.runs(paymentId, INSTANT)).toEqual(runs);
    }
  });

  /** The morning comes, and with it the job. */
  async function strike(paymentId: string): Promise<void> {
    await house.setClock(MORNING);
    await execute(paymentId);
  }

  async function later<Result>(work: () => Promise<Result>, turns: number): Promise<Result> {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    return work();
  }
});
