import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CoSignature } from '#modules/bank/index.ts';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { sayOnPhone } from '#modules/sca/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { get } from '../testing/payments-harness.ts';
import { openPeriodicHouse, type PeriodicHouse } from '../testing/periodic-house.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const RENT_CENTS = 4680;

let house: PeriodicHouse;
let needsSecondSignature = false;
let coSignature: CoSignature = 'pending';
/** What the process does in the middle of the next run. */
let crashNext = false;
let isBlocked = false;

beforeAll(async () => {
  house = await openPeriodicHouse(await openTestDatabase(), (bank) => ({
    async findAccount(reader, owner, iban) {
      const account = await bank.findAccount(reader, owner, iban);
      return account && { ...account, needsSecondSignature };
    },
    readCoSignature: async () => coSignature,
    async holdEach(tx, transfers) {
      if (isBlocked) return transfers.map(() => ({ ok: false, reason: 'accountBlocked' }));
      const outcomes = await bank.holdEach(tx, transfers);
      if (crashNext) {
        crashNext = false;
        throw new Error('The process died before the commit.');
      }
      return outcomes;
    },
  }));
});
beforeEach(async () => {
  [needsSecondSignature, coSignature, crashNext, isBlocked] = [false, 'pending', false, false];
  // A Tuesday.
  await house.setClock('2030-01-15T09:00:00Z');
});
afterEach(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.reset();
});
afterAll(() => house.close());

async function signed(...order: Parameters<PeriodicHouse['create']>): Promise<string> {
  const paymentId = await house.create(...order);
  expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACTC' });
  return paymentId;
}

describe('a signed periodic payment', () => {
  it('holds no money before its first day, and returns that day', async () => {
    const before = await house.available();
    const paymentId = await signed({ startDate: '2030-02-02' });
    expect(await house.information(paymentId)).toMatchObject({
      transactionStatus: 'ACTC',
      debtorAccount: { iban: house.iban },
      nextExecutionDate: '2030-02-04',
      executions: [],
    });
    expect(await house.available()).toBe(before);
    await house.advance('2030-02-03T23:59:00Z');
    expect(await house.runs(paymentId)).toEqual([]);
    expect(await house.history(paymentId)).toBe('RCVD ACTC');
  });

  it('runs month after month, at the end of each', async () => {
    const before = await house.available();
    const paymentId = await signed({ startDate: '2030-01-31' });
    await house.advance('2030-05-15T09:00:00Z');
    // 31 March 2030 is a Sunday.
    expect(await house.runs(paymentId)).toEqual(['2030-01-31 ACSC', '2030-02-28 ACSC', '2030-04-01 ACSC', '2030-04-30 ACSC']);
    expect(await house.information(paymentId)).toMatchObject({ transactionStatus: 'ACTC', nextExecutionDate: '2030-05-31' });
    expect(before - (await house.available())).toBe(4 * (RENT_CENTS + (await feeOfOne(paymentId))));
  });

  async function feeOfOne(paymentId: string): Promise<number> {
    const { rows } = await house.database.query('select fee_cents from payment where payment_id = $1', [paymentId]);
    return Number(Object(rows[0]).fee_cents);
  }

  it('makes each run a separate payment with its history, on the morning of its day', async () => {
    const paymentId = await signed({ startDate: '2030-02-01' });
    await house.advance('2030-02-01T12:00:00Z');
    const [run] = (await house.information(paymentId)).executions;
    expect(await house.history(run.paymentId)).toBe('RCVD ACTC ACCP ACFC ACSP ACSC');
    expect((await get(house.harness.app, `sepa-credit-transfers/${run.paymentId}`)).json()).toMatchObject({
      transactionStatus: 'ACSC',
      debtorAccount: { iban: house.iban },
      instructedAmount: { amount: '46.80', currency: 'EUR' },
    });
    const { rows } = await house.database.query('select booked_at from ledger_transaction where payment_id = $1', [run.paymentId]);
    expect(JSON.stringify(rows)).toContain('2030-02-01T06:00:0');
  });

  it('that is instant reaches the payee on every day, also on closed days', async () => {
    const paymentId = await signed({ startDate: '2030-02-02', frequency: 'Weekly', endDate: '2030-02-28' }, INSTANT);
    await house.advance('2030-03-15T09:00:00Z');
    expect(await house.runs(paymentId, INSTANT)).toEqual(['2030-02-02 ACCC', '2030-02-09 ACCC', '2030-02-16 ACCC', '2030-02-23 ACCC']);
  });

  it('makes the runs of a weekend on the next business day, or on the one before with preceding', async () => {
    const following = await signed({ startDate: '2030-02-01', endDate: '2030-02-05', frequency: 'Daily' });
    const preceding = await signed({ startDate: '2030-02-01', endDate: '2030-02-05', frequency: 'Daily', executionRule: 'preceding' });
    await house.advance('2030-02-10T09:00:00Z');
    expect(await house.runs(following)).toEqual(['2030-02-01 ACSC', '2030-02-04 ACSC', '2030-02-04 ACSC', '2030-02-04 ACSC', '2030-02-05 ACSC']);
    expect(await house.runs(preceding)).toEqual(['2030-02-01 ACSC', '2030-02-01 ACSC', '2030-02-01 ACSC', '2030-02-04 ACSC', '2030-02-05 ACSC']);
  });

  it('ends with its last run', async () => {
    const paymentId = await signed({ startDate: '2030-02-01', endDate: '2030-04-01' });
    await house.advance('2031-01-01T09:00:00Z');
    expect(await house.runs(paymentId)).toHaveLength(3);
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACSP ACSC');
    const ended = await house.information(paymentId);
    expect(ended).toMatchObject({ transactionStatus: 'ACSC', endDate: '2030-04-01' });
    expect(ended).not.toHaveProperty('nextExecutionDate');
    const bookings = await house.bookings();
    for (const job of house.jobsOf(paymentId)) await house.harness.jobs.run(job);
    expect(await house.bookings()).toBe(bookings);
  });

  it('without an end runs for years in order, and returns its latest twelve runs', async () => {
    const paymentId = await signed({ startDate: '2030-01-31', instructedAmount: { amount: '0.01', currency: 'EUR' } }, INSTANT);
    await house.advance('2033-01-15T09:00:00Z');
    const runs = await house.runs(paymentId, INSTANT);
    expect(runs).toHaveLength(12);
    expect(runs).toEqual(runs.toSorted());
    expect(runs.at(-1)).toBe('2032-12-31 ACCC');
    const { rows } = await house.database.query('select run_number from payment where periodic_payment_id = $1 order by execution_date', [paymentId]);
    expect(rows.map((row) => Object(row).run_number)).toEqual(Array.from({ length: 36 }, (_, number) => number));
  });

  it('has audit entries for each run that differ from those of a single payment', async () => {
    const paymentId = await signed({ startDate: '2030-02-01', endDate: '2030-02-01' });
    await house.advance('2030-02-02T09:00:00Z');
    const [run] = (await house.information(paymentId)).executions;
    const events = async (id: string) => {
      const found: string[] = [];
      for await (const { event } of house.harness.audit.export(house.harness.db, { chain: `payment:${id}` })) found.push(event);
      return found;
    };
    expect(await events(paymentId)).toEqual(['payment.received', 'payment.signed', 'payment.ended']);
    expect(await events(run.paymentId)).toEqual(['payment.run', 'payment.executed']);
  });
});

describe('a run', () => {
  it('is made once when its job runs repeatedly and simultaneously', async () => {
    const paymentId = await signed({ startDate: '2030-02-01' });
    const before = await house.bookings();
    const [job] = house.jobsOf(paymentId);
    if (job === undefined) throw new Error('No job was sent.');
    await house.harness.jobs.run(job);
    expect(await house.runs(paymentId)).toEqual([]);
    await house.setClock('2030-02-01T10:00:00Z');
    await Promise.all([house.harness.jobs.run(job), house.harness.jobs.run(job), house.harness.jobs.run(job)]);
    await house.harness.jobs.run(job);
    await house.advance('2030-02-02T10:00:00Z');
    expect(await house.runs(paymentId)).toEqual(['2030-02-01 ACSC']);
    expect(await house.bookings()).toBe(before + 1);
  });

  it('cannot be made twice without the lock, because the database refuses the second', async () => {
    const paymentId = await signed({ startDate: '2030-02-01' });
    await house.advance('2030-02-01T10:00:00Z');
    await house.database.query('update payment set next_run = 0, execute_at = received_at where payment_id = $1', [paymentId]);
    await expect(house.harness.payments.execute({ ...house.owner, paymentId })).rejects.toThrow('payment_run');
    expect(await house.runs(paymentId)).toEqual(['2030-02-01 ACSC']);
  });

  it('that fails before its commit leaves no changes, and is made when the job is repeated', async () => {
    const paymentId = await signed({ startDate: '2030-02-01' });
    const before = await house.available();
    await house.setClock('2030-02-01T10:00:00Z');
    crashNext = true;
    await expect(house.harness.payments.execute({ ...house.owner, paymentId })).rejects.toThrow('died');
    expect([await house.runs(paymentId), await house.available()]).toEqual([[], before]);
    await house.harness.payments.execute({ ...house.owner, paymentId });
    expect(await house.runs(paymentId)).toEqual(['2030-02-01 ACFC']);
    expect((await house.information(paymentId)).nextExecutionDate).toBe('2030-03-01');
  });

  it('that is rejected does not end the periodic payment, has a reason, and the next one is made', async () => {
    const paymentId = await signed({ startDate: '2030-02-01', endDate: '2030-04-01', instructedAmount: { amount: '999999.99', currency: 'EUR' } });
    await house.advance('2030-02-15T10:00:00Z');
    expect(await house.information(paymentId)).toMatchObject({
      transactionStatus: 'ACTC',
      nextExecutionDate: '2030-03-01',
      executions: [{ executionDate: '2030-02-01', transactionStatus: 'RJCT', tppMessages: [{ category: 'ERROR', code: 'FUNDS_NOT_AVAILABLE' }] }],
    });
    expect(await house.status(paymentId)).toEqual({
      transactionStatus: 'ACTC',
      tppMessages: [
        {
          category: 'WARNING',
          code: 'FUNDS_NOT_AVAILABLE',
          text: expect.stringMatching(/^The payment of 2030-02-01 was rejected\. .*No money was moved/),
        },
      ],
    });
    await house.database.query(`update payment set amount_cents = 100 where payment_id = $1`, [paymentId]);
    await house.advance('2030-03-15T10:00:00Z');
    expect(await house.runs(paymentId)).toEqual(['2030-02-01 RJCT', '2030-03-01 ACSC']);
    expect(await house.status(paymentId)).toEqual({ transactionStatus: 'ACTC' });
  });

  it('is rejected from a blocked account, or when the payee’s bank does not accept instant payments', async () => {
    const blocked = await signed({ startDate: '2030-02-01', endDate: '2030-02-01' });
    isBlocked = true;
    await house.advance('2030-02-02T10:00:00Z');
    expect(await house.status(blocked)).toMatchObject({ transactionStatus: 'ACSC', tppMessages: [{ category: 'WARNING', code: 'PAYMENT_FAILED' }] });
    const unreachable = await signed({ startDate: '2030-02-03', creditorAccount: { iban: PAYEES.withoutInstant.iban } }, INSTANT);
    await house.advance('2030-02-04T10:00:00Z');
    expect(await house.runs(unreachable, INSTANT)).toEqual(['2030-02-03 RJCT']);
    expect(await house.status(unreachable, INSTANT)).toMatchObject({
      transactionStatus: 'ACTC',
      tppMessages: [{ category: 'WARNING', code: 'PAYMENT_FAILED' }],
    });
  });

  it('is made later when the server did not run on its day, and so is each other one', async () => {
    const paymentId = await signed({ startDate: '2030-02-01', frequency: 'Daily' }, INSTANT);
    await house.setClock('2030-02-20T10:00:00Z');
    await house.advance('2030-02-20T10:00:01Z');
    const { rows } = await house.database.query('select run_number from payment where periodic_payment_id = $1', [paymentId]);
    expect(rows).toHaveLength(20);
  });
});

describe('a signature of a periodic payment', () => {
  it('requires no money before the first day', async () => {
    await signed({ startDate: '2030-01-16', instructedAmount: { amount: '999999.99', currency: 'EUR' } });
  });

  it('requires the money when the first run is today, and then it runs today', async () => {
    const poor = await house.create({ startDate: '2030-01-15', instructedAmount: { amount: '999999.99', currency: 'EUR' } });
    await expect(house.sign(poor)).rejects.toThrow(/^Not enough money, available /);
    expect(await house.history(poor)).toBe('RCVD');
    const paymentId = await signed({ startDate: '2030-01-15' });
    await house.advance('2030-01-15T09:00:10Z');
    expect(await house.runs(paymentId)).toEqual(['2030-01-15 ACSC']);
  });

  it('requires the money when the first run is moved from a closed day to today', async () => {
    await house.setClock('2030-01-18T09:00:00Z');
    const when = { startDate: '2030-01-19', executionRule: 'preceding' } as const;
    await expect(house.sign(await house.create({ ...when, instructedAmount: { amount: '999999.99', currency: 'EUR' } }))).rejects.toThrow(
      'Not enough money',
    );
    const paymentId = await signed(when);
    await house.advance('2030-01-18T09:00:10Z');
    expect(await house.runs(paymentId)).toEqual(['2030-01-18 ACSC']);
  });

  it('is accepted once, and not from an account of another customer', async () => {
    const paymentId = await house.create({ startDate: '2030-02-01' });
    await expect(house.sign(paymentId, PAYEES.lumenBooks.iban)).rejects.toThrow('not one of yours');
    await house.sign(paymentId);
    await expect(house.sign(paymentId)).rejects.toThrow('already signed');
    expect(await house.history(paymentId)).toBe('RCVD ACTC');
  });

  it('is bound to the days, the frequency and the account', async () => {
    const content = async (when: Parameters<PeriodicHouse['create']>[0]) => {
      const paymentId = await house.create(when);
      const input = { ...house.owner, paymentId, debtorAccountIban: house.iban, debtorDetails: undefined };
      const examined = await house.harness.payments.periodic.examine(house.harness.db, input);
      if (examined === undefined) throw new Error('There is nothing to sign.');
      return { ...examined.content, canonical: { ...Object(examined.content.canonical), paymentId: undefined } };
    };
    const base = { startDate: '2030-02-01', endDate: '2031-02-01' };
    const same = await content(base);
    expect(await content(base)).toEqual(same);
    expect((await content({ startDate: '2030-02-01' })).canonical).not.toEqual(same.canonical);
    expect(sayOnPhone(same.displayText, 'en')).toBe(`Pay 46.80 EUR monthly from 2030-02-01 to 2031-02-01 to Lumen Books OÜ, ${shortIban}`);
    for (const change of [
      { startDate: '2030-02-02' },
      { endDate: '2031-02-02' },
      { frequency: 'Annual' as const },
      { dayOfExecution: '2' },
      { executionRule: 'preceding' as const },
    ]) {
      expect((await content({ ...base, ...change })).canonical).not.toEqual(same.canonical);
    }
  });

  const { iban } = PAYEES.lumenBooks;
  const shortIban = `${iban.slice(0, 4)} … ${iban.slice(-4)}`;

  it('starts no run without the second one, after which a missed run is made', async () => {
    needsSecondSignature = true;
    const paymentId = await house.create({ startDate: '2030-01-16', frequency: 'Weekly' });
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'PATC' });
    await house.advance('2030-01-17T09:00:00Z');
    expect([await house.runs(paymentId), await house.history(paymentId)]).toEqual([[], 'RCVD PATC']);
    coSignature = 'given';
    await house.advance('2030-01-24T09:00:00Z');
    expect(await house.history(paymentId)).toBe('RCVD PATC ACTC');
    expect(await house.runs(paymentId)).toEqual(['2030-01-17 ACSC', '2030-01-23 ACSC']);
  });

  it.each([
    ['refused', 'refused' as const, 'PAYMENT_FAILED'],
    ['not given in seven days', 'pending' as const, 'RESOURCE_EXPIRED'],
  ])('that is %s by the second signatory rejects the payment without a run', async (_what, answer, code) => {
    needsSecondSignature = true;
    const paymentId = await house.create({ startDate: '2030-01-16' });
    await house.sign(paymentId);
    coSignature = answer;
    await house.advance('2030-01-23T09:00:00Z');
    expect(await house.status(paymentId)).toMatchObject({ transactionStatus: 'RJCT', tppMessages: [{ category: 'ERROR', code }] });
    expect(await house.runs(paymentId)).toEqual([]);
  });

  it('is not possible after a rejection, which can be repeated', async () => {
    const paymentId = await house.create({ startDate: '2030-02-01' });
    const reject = () => house.harness.write((context) => house.harness.payments.reject(context, house.owner.sandboxId, paymentId, 'refused'));
    expect([await reject(), await reject()]).toEqual(['RJCT', 'RJCT']);
    await expect(house.sign(paymentId)).rejects.toThrow('ended before it was signed');
  });
});

describe('a reset', () => {
  it('cancels running payments, releases holds, rejects unsigned payments, and no run follows', async () => {
    const before = await house.available();
    const running = await signed({ startDate: '2030-02-01' });
    const unsigned = await house.create({ startDate: '2030-02-01' });
    await house.setClock('2030-02-01T10:00:00Z');
    await house.harness.payments.execute({ ...house.owner, paymentId: running });
    expect(await house.runs(running)).toEqual(['2030-02-01 ACFC']);
    await house.harness.write((context) => house.harness.payments.endOpen(context, house.owner));
    expect([await house.history(running), await house.history(unsigned)]).toEqual(['RCVD ACTC CANC', 'RCVD RJCT']);
    expect(await house.available()).toBe(before);
    await house.advance('2030-06-01T10:00:00Z');
    for (const job of house.jobsOf(running)) await house.harness.jobs.run(job);
    expect(await house.runs(running)).toEqual(['2030-02-01 CANC']);
  });

  it('and a simultaneous run leave no open payment or hold', async () => {
    const running = [await signed({ startDate: '2030-02-01' }), await signed({ startDate: '2030-02-01' }), await signed({ startDate: '2030-02-01' })];
    await house.setClock('2030-02-01T10:00:00Z');
    const end = () => house.harness.write((context) => house.harness.payments.endOpen(context, house.owner));
    await Promise.all([...running.map((paymentId) => house.harness.payments.execute({ ...house.owner, paymentId })), end()]);
    const { rows } = await house.database.query(
      `select payment_id from payment where sandbox_id = $1 and (is_due or status = 'RCVD')
       union all select payment_id from account_hold where state = 'held'`,
      [house.owner.sandboxId],
    );
    expect(rows).toEqual([]);
  });

  it('of a whole sandbox deletes periodic payments and their runs', async () => {
    const paymentId = await signed({ startDate: '2030-02-01' });
    await house.advance('2030-03-02T10:00:00Z');
    const left = await house.harness.write(async ({ tx }) => {
      await house.harness.payments.forgetSandbox(tx, house.owner.sandboxId);
      return house.harness.payments.details(tx, house.owner.sandboxId, paymentId);
    });
    expect(left).toBeUndefined();
    const { rows } = await house.database.query('select payment_id from payment where sandbox_id = $1', [house.owner.sandboxId]);
    expect(rows).toEqual([]);
  });
});
