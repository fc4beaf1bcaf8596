import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreditTransfer } from '#modules/bank/index.ts';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { createRandom } from '#platform/random.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { get, post, VALID_BODY } from '../testing/payments-harness.ts';
import { openPeriodicHouse, type PeriodicHouse } from '../testing/periodic-house.ts';
import { executeDue } from './execute-due.ts';

const ORDINARY = 'sepa-credit-transfers';
const INSTANT = 'instant-sepa-credit-transfers';
/** A Tuesday. */
const TODAY = '2030-01-15';
const DAY = '2030-02-05';
/** In the morning of a business day, when what is due is booked at once. */
const MORNING = `${DAY}T08:00:00Z`;
/** After 16:00 where the bank is. */
const EVENING = `${DAY}T17:00:00Z`;

let house: PeriodicHouse;
/** How often the bank is asked for many at once. */
let asked: { held: number; booked: number };
/** What becomes of a transfer when many are asked for; a thrown error ends the transaction. */
let onHold: (transfer: CreditTransfer) => void;
let onBook: (transfer: CreditTransfer) => 'refused' | undefined;

beforeAll(async () => {
  house = await openPeriodicHouse(await openTestDatabase(), (bank) => ({
    async holdEach(tx, transfers) {
      asked.held += 1;
      transfers.forEach((transfer) => void onHold(transfer));
      return bank.holdEach(tx, transfers);
    },
    async settleHolds(tx, transfers) {
      asked.booked += 1;
      const refused = new Set(transfers.filter((transfer) => onBook(transfer) === 'refused'));
      const outcomes = await bank.settleHolds(
        tx,
        transfers.filter((transfer) => !refused.has(transfer)),
      );
      const left = [...outcomes];
      return transfers.map((transfer) => (refused.has(transfer) ? { ok: false, reason: 'accountUnknown' } : (left.shift() ?? { ok: true })));
    },
  }));
});
beforeEach(async () => {
  asked = { held: 0, booked: 0 };
  onHold = () => {};
  onBook = () => undefined;
  await house.setClock(`${TODAY}T09:00:00Z`);
});
afterEach(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.reset();
});
afterAll(() => house.close());

async function signed({ product = ORDINARY, cents = 100, day = DAY } = {}): Promise<string> {
  const body = { ...VALID_BODY, instructedAmount: { amount: (cents / 100).toFixed(2), currency: 'EUR' } };
  const creditorAccount = { iban: PAYEES.lumenBooks.iban };
  const response = await post(house.harness.app, { ...body, creditorAccount, requestedExecutionDate: day }, { product });
  const { paymentId } = response.json();
  expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACTC' });
  return paymentId;
}

async function signedMany(count: number): Promise<readonly string[]> {
  const paymentIds: string[] = [];
  for (let made = 0; made < count; made += 1) paymentIds.push(await signed());
  return paymentIds;
}

function execute(paymentIds: readonly string[]) {
  const { write, clock, jobs } = house.harness;
  return executeDue(
    { write, clock, jobs, bank: house.bank, random: createRandom(), keys: { secrets: Buffer.alloc(32, 4) } },
    paymentIds.map((paymentId) => ({ sandboxId: house.owner.sandboxId, paymentId })),
  );
}

const DONE = { status: 'fulfilled', value: undefined };
const WHOLE_WAY = 'RCVD ACTC ACCP ACFC ACSP ACSC';
const histories = (paymentIds: readonly string[]) => Promise.all(paymentIds.map((paymentId) => house.history(paymentId)));
async function countOf(text: string, paymentIds: readonly string[]): Promise<number> {
  return Number(Object((await house.database.query(text, [paymentIds])).rows[0]).count);
}
const bookings = (paymentIds: readonly string[]) => countOf('select count(*) from ledger_transaction where payment_id = any($1)', paymentIds);
const audited = (paymentIds: readonly string[]) =>
  countOf(`select count(*) from audit_entry where event = 'payment.executed' and ids ->> 'paymentId' = any($1)`, paymentIds);

describe('one payment executed alone', () => {
  it('reaches ACSC in one transaction', async () => {
    const paymentId = await signed();
    await house.setClock(MORNING);
    expect(await execute([paymentId])).toEqual([DONE]);
    expect([await house.history(paymentId), await bookings([paymentId]), asked]).toEqual([WHOLE_WAY, 1, { held: 1, booked: 1 }]);
  });

  it('that is refused at its booking is rejected, and its money is released', async () => {
    const before = await house.available();
    const paymentId = await signed();
    onBook = () => 'refused';
    await house.setClock(MORNING);
    await execute([paymentId]);
    expect([await house.history(paymentId), await house.available()]).toEqual(['RCVD ACTC ACCP ACFC RJCT', before]);
  });

  it('whose transaction fails is not changed, and its job fails with the reason', async () => {
    const paymentId = await signed();
    onBook = () => {
      throw new Error('The ledger is away.');
    };
    await house.setClock(MORNING);
    expect(await execute([paymentId])).toMatchObject([{ status: 'rejected', reason: { message: 'The ledger is away.' } }]);
    expect([await house.history(paymentId), asked]).toEqual(['RCVD ACTC', { held: 1, booked: 1 }]);
  });
});

describe('payments executed together', () => {
  it('are held and booked in one transaction, each with all its states, a booking and an audit entry', async () => {
    const before = await house.available();
    const paymentIds = await signedMany(5);
    await house.setClock(MORNING);
    expect(await execute(paymentIds)).toEqual(paymentIds.map(() => DONE));
    expect(await histories(paymentIds)).toEqual(paymentIds.map(() => WHOLE_WAY));
    expect([await bookings(paymentIds), await audited(paymentIds), asked]).toEqual([5, 5, { held: 1, booked: 1 }]);
    expect(before - (await house.available())).toBeGreaterThanOrEqual(5 * 100);
    expect(await house.harness.audit.verify(house.harness.db)).toMatchObject({ ok: true, findings: [] });
  });

  it('are executed once when they are requested repeatedly and simultaneously', async () => {
    const paymentIds = await signedMany(4);
    await house.setClock(MORNING);
    const [first = ''] = paymentIds;
    await Promise.all([execute(paymentIds), execute([...paymentIds].reverse()), execute([first, first]), execute([first])]);
    expect(await histories(paymentIds)).toEqual(paymentIds.map(() => WHOLE_WAY));
    expect([await bookings(paymentIds), await audited(paymentIds)]).toEqual([4, 4]);
  });

  it('after the cut-off are held, and booked by their own jobs on the next business day', async () => {
    const paymentIds = await signedMany(2);
    await house.setClock(EVENING);
    await execute(paymentIds);
    expect([await histories(paymentIds), await bookings(paymentIds)]).toEqual([paymentIds.map(() => 'RCVD ACTC ACCP ACFC'), 0]);
    for (const paymentId of paymentIds) expect(house.jobsOf(paymentId)).toHaveLength(2);
    await house.setClock('2030-02-06T08:00:00Z');
    await execute(paymentIds);
    expect(await histories(paymentIds)).toEqual(paymentIds.map(() => WHOLE_WAY));
  });

  it('before they are due are not changed and get another job', async () => {
    const paymentIds = await signedMany(2);
    expect(await execute(paymentIds)).toEqual([DONE, DONE]);
    expect([await histories(paymentIds), asked]).toEqual([['RCVD ACTC', 'RCVD ACTC'], { held: 0, booked: 0 }]);
    for (const paymentId of paymentIds) expect(house.jobsOf(paymentId)).toHaveLength(2);
  });

  it('are executed in the order of their due time, and only one without money is rejected', async () => {
    const availableCents = await house.available();
    const [late, early, small] = [
      await signed({ cents: availableCents - 200, day: '2030-02-06' }),
      await signed({ cents: availableCents - 1_000 }),
      await signed({ day: '2030-02-07' }),
    ];
    await house.setClock('2030-02-07T08:00:00Z');
    expect(await execute([late, early, small])).toEqual([DONE, DONE, DONE]);
    expect(await histories([late, early, small])).toEqual(['RCVD ACTC RJCT', WHOLE_WAY, WHOLE_WAY]);
    const { tppMessages } = (await get(house.harness.app, `${ORDINARY}/${late}/status`)).json();
    expect(tppMessages).toMatchObject([{ code: 'FUNDS_NOT_AVAILABLE' }]);
  });

  it('continue when the bank refuses to book one, whose money is released', async () => {
    const before = await house.available();
    const [refused = '', ...others] = await signedMany(3);
    onBook = ({ paymentId }) => (paymentId === refused ? 'refused' : undefined);
    await house.setClock(MORNING);
    await execute([refused, ...others]);
    expect(await histories([refused, ...others])).toEqual(['RCVD ACTC ACCP ACFC RJCT', WHOLE_WAY, WHOLE_WAY]);
    const paid = before - (await house.available());
    expect([await bookings([refused]), paid % 2, paid / 2 < 200]).toEqual([0, 0, true]);
  });

  it('are executed one by one when one fails the transaction, and only that one fails', async () => {
    const [broken = '', ...others] = await signedMany(3);
    onHold = ({ paymentId }) => {
      if (paymentId === broken) throw new Error('This payment cannot be held.');
    };
    await house.setClock(MORNING);
    expect(await execute([...others.slice(0, 1), broken, ...others.slice(1)])).toMatchObject([DONE, { status: 'rejected' }, DONE]);
    expect(await histories([broken, ...others])).toEqual(['RCVD ACTC', WHOLE_WAY, WHOLE_WAY]);
    onHold = () => {};
    await execute([broken, ...others]);
    expect(await histories([broken, ...others])).toEqual([WHOLE_WAY, WHOLE_WAY, WHOLE_WAY]);
    expect(await bookings([broken, ...others])).toBe(3);
  });

  it('whose transaction fails before its commit are executed once by the next attempt', async () => {
    const paymentIds = await signedMany(3);
    let deaths = 1;
    onBook = () => {
      if (deaths === 0) return undefined;
      deaths -= 1;
      throw new Error('The process died before the commit.');
    };
    await house.setClock(MORNING);
    await execute(paymentIds);
    await execute(paymentIds);
    expect(await histories(paymentIds)).toEqual(paymentIds.map(() => WHOLE_WAY));
    expect([await bookings(paymentIds), await audited(paymentIds)]).toEqual([3, 3]);
  });

  it('do not change cancelled, completed and unknown payments, and include instant and periodic ones', async () => {
    const [takenBack, over, ordinary] = [await signed(), await signed(), await signed()];
    const instant = await signed({ product: INSTANT });
    const periodic = await house.create({ startDate: DAY });
    await house.sign(periodic);
    const cancellation = { ...house.owner, paymentId: takenBack, debtorAccountIban: house.iban, debtorDetails: undefined };
    await house.harness.write((context) => house.harness.payments.cancellation.sign(context, cancellation));
    expect(await house.history(takenBack)).toBe('RCVD ACTC CANC');
    await house.setClock(MORNING);
    await execute([over]);
    expect(await execute([takenBack, over, ordinary, instant, periodic, 'pay_unknown'])).toEqual([DONE, DONE, DONE, DONE, DONE, DONE]);
    expect(await histories([takenBack, ordinary, instant])).toEqual(['RCVD ACTC CANC', WHOLE_WAY, 'RCVD ACTC ACCP ACSP ACCC']);
    expect(await house.runs(periodic)).toHaveLength(1);
  });
});
