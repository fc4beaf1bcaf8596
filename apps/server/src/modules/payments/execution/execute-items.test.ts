import { formatCents, parseCents } from '@portico/primitives';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Bank } from '#modules/bank/index.ts';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { phoneText, sayOnPhone } from '#modules/sca/index.ts';
import { armCrashPoint } from '#platform/crash-points.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { type BulkHouse, item, openBulkHouse } from '../testing/bulk-house.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const FEE = 16;
const TODAY = '2030-01-15T08:00:00Z';
const LATER = '2030-01-31T12:00:00Z';

let house: BulkHouse;
let settled = 0;
/** Fails the settlement of what costs so much, until it is forgotten. */
const refusedCents = new Set<number>();

const change = (bank: Bank): Partial<Bank> => ({
  async settleHolds(tx, transfers) {
    settled += 1;
    const outcomes = await bank.settleHolds(
      tx,
      transfers.filter(({ amountCents }) => !refusedCents.has(amountCents)),
    );
    let next = 0;
    return transfers.map(({ amountCents }) => {
      if (refusedCents.has(amountCents)) return { ok: false, reason: 'accountUnknown' };
      next += 1;
      return outcomes[next - 1] ?? { ok: false, reason: 'accountUnknown' };
    });
  },
});

beforeAll(async () => {
  house = await openBulkHouse(await openTestDatabase(), change);
});
afterEach(async () => {
  refusedCents.clear();
  await house.reset();
  await house.setClock(TODAY);
  expect(await verifyLedger(house.database.db)).toEqual([]);
});
afterAll(async () => {
  expect(await house.harness.audit.verify(house.database.db)).toMatchObject({ ok: true, findings: [] });
  await house.close();
});

const items = (count: number, cents = 1) => Array.from({ length: count }, () => item(cents));
const repeated = (status: string, count: number) => Array.from({ length: count }, () => status);
const toOwnBank = { creditorAccount: { iban: PAYEES.lumenRaamatud.iban } };
const unreachable = { creditorAccount: { iban: PAYEES.withoutInstant.iban } };

describe('an ordinary bulk payment', () => {
  it('holds total and fees with the signature, and books each payment once it is due', async () => {
    const before = await house.available();
    const paymentId = await house.create([item(1000), item(2000, toOwnBank), item(3000)]);
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACFC', signedAt: expect.any(String) });
    expect(before - (await house.available())).toBe(6000 + 2 * FEE);
    expect(await house.statuses(paymentId)).toEqual(repeated('ACFC', 4));
    expect(await house.booked(paymentId)).toEqual({ booked: 0, held: 3 });
    await house.execute(paymentId);
    expect(await house.statuses(paymentId)).toEqual(repeated('ACSC', 4));
    expect(await house.booked(paymentId)).toEqual({ booked: 3, held: 0 });
    expect(before - (await house.available())).toBe(6000 + 2 * FEE);
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACFC ACSP ACSC');
    expect(await house.status(paymentId)).toEqual({ transactionStatus: 'ACSC' });
  });

  it('signed after the cut-off is booked on the next business day', async () => {
    await house.setClock('2030-01-18T15:00:00Z');
    const paymentId = await house.create(items(2));
    await house.sign(paymentId);
    await house.execute(paymentId);
    expect(await house.booked(paymentId)).toEqual({ booked: 0, held: 2 });
    await house.advance('2030-01-21T07:00:00Z');
    expect(await house.statuses(paymentId)).toEqual(repeated('ACSC', 3));
  });

  it('is refused as a whole when the money is not enough by one cent, and signed when it is', async () => {
    const available = await house.available();
    const exact = [item(available - 2 * FEE - 1), item(1)];
    const tooMuch = await house.create([item(available - 2 * FEE), item(1)]);
    await expect(house.sign(tooMuch)).rejects.toThrow(`Not enough money, available ${formatCents(available)} EUR`);
    expect([await house.available(), await house.booked(tooMuch)]).toEqual([available, { booked: 0, held: 0 }]);
    const paymentId = await house.create(exact);
    await house.sign(paymentId);
    expect(await house.available()).toBe(0);
    await house.execute(paymentId);
    expect(await house.statuses(paymentId)).toEqual(repeated('ACSC', 3));
  });

  it('with some rejected payments has the status PART and their reasons, and releases their money', async () => {
    refusedCents.add(666);
    const before = await house.available();
    const paymentId = await house.create([item(100), item(666), item(200)]);
    await house.sign(paymentId);
    await house.execute(paymentId);
    expect(await house.statuses(paymentId)).toEqual(['PART', 'ACSC', 'RJCT', 'ACSC']);
    expect(before - (await house.available())).toBe(300 + 2 * FEE);
    const { payments } = await house.information(paymentId);
    expect(payments.map((each: object) => Object(each).tppMessages?.[0].code)).toEqual([undefined, 'PAYMENT_FAILED', undefined]);
    expect(await house.status(paymentId)).toMatchObject({
      transactionStatus: 'PART',
      tppMessages: [{ category: 'WARNING', code: 'PAYMENT_FAILED', text: expect.stringContaining('1 of 3') }],
    });
  });

  it('with only rejected payments is rejected, and no money is taken', async () => {
    refusedCents.add(666);
    const before = await house.available();
    const paymentId = await house.create(items(2, 666));
    await house.sign(paymentId);
    await house.execute(paymentId);
    expect(await house.statuses(paymentId)).toEqual(repeated('RJCT', 3));
    expect([await house.available(), await house.status(paymentId)]).toMatchObject([
      before,
      { tppMessages: [{ category: 'ERROR', code: 'PAYMENT_FAILED' }] },
    ]);
  });
});

describe('a bulk payment for a later day', () => {
  it('takes no money before its day, and then the total', async () => {
    const before = await house.available();
    const paymentId = await house.create(items(3, 1000), { requestedExecutionDate: '2030-01-28' });
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACTC' });
    expect([await house.available(), await house.statuses(paymentId)]).toEqual([before, repeated('ACTC', 4)]);
    await house.advance('2030-01-27T12:00:00Z');
    expect(await house.available()).toBe(before);
    await house.advance(LATER);
    expect(await house.statuses(paymentId)).toEqual(repeated('ACSC', 4));
    expect(before - (await house.available())).toBe(3000 + 3 * FEE);
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACFC ACSP ACSC');
  });

  it('of instant payments is executed on the morning of its day, also on a closed day', async () => {
    const paymentId = await house.create(items(3), { requestedExecutionDate: '2030-01-20' }, INSTANT);
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACTC' });
    await house.advance('2030-01-20T12:00:00Z');
    expect(await house.statuses(paymentId, INSTANT)).toEqual(repeated('ACCC', 4));
    expect(await house.history(paymentId)).toBe('RCVD ACTC ACCP ACFC ACSP ACCC');
  });

  it('can be signed without money, and is rejected as a whole without money on its day', async () => {
    const available = await house.available();
    const paymentId = await house.create(items(2, available - FEE), { requestedExecutionDate: '2030-01-28' });
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACTC' });
    await house.advance(LATER);
    expect(await house.statuses(paymentId)).toEqual(repeated('RJCT', 3));
    expect(await house.status(paymentId)).toMatchObject({ tppMessages: [{ code: 'FUNDS_NOT_AVAILABLE' }] });
    expect(await house.available()).toBe(available);
  });
});

describe('an instant bulk payment', () => {
  it('is ACSP after the signature, and executed immediately on any day', async () => {
    await house.setClock('2030-01-19T23:00:00Z');
    const paymentId = await house.create(items(3), {}, INSTANT);
    expect(await house.sign(paymentId)).toMatchObject({ transactionStatus: 'ACSP' });
    expect(await house.statuses(paymentId, INSTANT)).toEqual(repeated('ACSP', 4));
    await house.execute(paymentId);
    expect(await house.statuses(paymentId, INSTANT)).toEqual(repeated('ACCC', 4));
  });

  it('rejects payments to banks without instant payments, and executes the others', async () => {
    const before = await house.available();
    const paymentId = await house.create([item(100), item(200, unreachable)], {}, INSTANT);
    await house.sign(paymentId);
    await house.execute(paymentId);
    expect(await house.statuses(paymentId, INSTANT)).toEqual(['PART', 'ACCC', 'RJCT']);
    expect(before - (await house.available())).toBe(100 + FEE);
  });

  it('executes them as ordinary payments with retryAsSepa', async () => {
    await house.setClock('2030-01-19T23:00:00Z');
    const before = await house.available();
    const paymentId = await house.create([item(100), item(200, unreachable)], { retryAsSepa: true }, INSTANT);
    await house.sign(paymentId);
    await house.execute(paymentId);
    expect(await house.statuses(paymentId, INSTANT)).toEqual(['ACSP', 'ACCC', 'ACFC']);
    await house.execute(paymentId);
    expect(await house.statuses(paymentId, INSTANT)).toEqual(['ACSP', 'ACCC', 'ACFC']);
    await house.advance('2030-01-21T12:00:00Z');
    expect(await house.statuses(paymentId, INSTANT)).toEqual(['ACSC', 'ACCC', 'ACSC']);
    expect(before - (await house.available())).toBe(300 + 2 * FEE);
  });
});

describe('a bulk payment before its execution', () => {
  const reject = (paymentId: string, reason: 'refused' | 'expired') =>
    house.harness.write((context) => house.harness.payments.reject(context, house.owner.sandboxId, paymentId, reason));

  it.each(['refused', 'expired'] as const)('is rejected without a signature: %s', async (reason) => {
    const paymentId = await house.create(items(2));
    expect(await reject(paymentId, reason)).toBe('RJCT');
    expect(await house.statuses(paymentId)).toEqual(repeated('RJCT', 3));
    await expect(house.sign(paymentId)).rejects.toThrow('ended before it was signed');
    const { payments } = await house.information(paymentId);
    expect(payments[0].tppMessages).toEqual((await house.status(paymentId)).tppMessages);
  });

  it('refuses another signature of the same customer and is not paid twice', async () => {
    const paymentId = await house.create(items(2));
    await house.sign(paymentId);
    await expect(house.sign(paymentId)).rejects.toThrow('already signed');
    expect(await house.booked(paymentId)).toEqual({ booked: 0, held: 2 });
  });

  it('is cancelled by a reset, and no money is held', async () => {
    const paymentId = await house.create(items(3));
    await house.sign(paymentId);
    await house.reset();
    expect(await house.statuses(paymentId)).toEqual(repeated('CANC', 4));
    await house.execute(paymentId);
    expect(await house.booked(paymentId)).toEqual({ booked: 0, held: 0 });
  });

  it('keeps its paid payments after a reset between two chunks, and the others are rejected', async () => {
    const paymentId = await house.create(items(150));
    await house.sign(paymentId);
    await killAt('payments.settled', () => house.execute(paymentId));
    expect(await house.booked(paymentId)).toEqual({ booked: 100, held: 50 });
    await house.reset();
    expect(await house.statuses(paymentId)).toEqual(['PART', ...repeated('ACSC', 100), ...repeated('RJCT', 50)]);
    await house.execute(paymentId);
    expect(await house.booked(paymentId)).toEqual({ booked: 100, held: 0 });
  });
});

describe('the execution job', () => {
  it.each([
    ['payments.settling', 0],
    ['payments.settled', 100],
  ] as const)('killed at %s is continued by the next one, and each payment is made once', async (point, booked) => {
    const before = await house.available();
    const paymentId = await house.create(items(250));
    await house.sign(paymentId);
    await killAt(point, () => house.execute(paymentId));
    expect(await house.booked(paymentId)).toEqual({ booked, held: 250 - booked });
    expect((await house.statuses(paymentId)).filter((status) => status === 'ACSC')).toHaveLength(booked);
    await house.execute(paymentId);
    await house.execute(paymentId);
    expect(await house.statuses(paymentId)).toEqual(repeated('ACSC', 251));
    expect(await house.booked(paymentId)).toEqual({ booked: 250, held: 0 });
    expect(before - (await house.available())).toBe(250 * (1 + FEE));
  });

  it('pays each payment once when it runs three times simultaneously', async () => {
    const before = await house.available();
    const paymentId = await house.create(items(250));
    await house.sign(paymentId);
    await Promise.all([house.execute(paymentId), house.execute(paymentId), house.execute(paymentId)]);
    expect(await house.statuses(paymentId)).toEqual(repeated('ACSC', 251));
    expect(before - (await house.available())).toBe(250 * (1 + FEE));
  });

  it('cannot book an item twice, because the database refuses a copy of it', async () => {
    const paymentId = await house.create(items(2));
    const copy = `insert into payment (payment_id, bulk_payment_id, item_number, ${COPIED}) select 'pay_copy', bulk_payment_id, item_number, ${COPIED}
      from payment where bulk_payment_id = $1 and item_number = 1`;
    await expect(house.database.query(copy, [paymentId])).rejects.toThrow('payment_item');
  });
});

describe('1,000 payments', () => {
  it('are signed with as many statements as two, and booked with as many for each chunk', async () => {
    const count = async (work: () => Promise<unknown>) => {
      const before = house.statements.count;
      await work();
      return house.statements.count - before;
    };
    const few = await house.create(items(2));
    const many = await house.create(items(1000));
    const forTwo = await count(() => house.sign(few));
    expect(await count(() => house.sign(many))).toBe(forTwo);
    expect(forTwo).toBeLessThan(30);
    const chunk = await count(() => house.execute(few));
    settled = 0;
    expect(await count(() => house.execute(many))).toBeLessThanOrEqual(10 * chunk);
    expect(settled).toBe(10);
    expect(await house.booked(many)).toEqual({ booked: 1000, held: 0 });
    expect(await house.statuses(many)).toEqual(repeated('ACSC', 1001));
  });
});

describe('total and fee', () => {
  const CENTS = fc.integer({ min: 1, max: 1_000_00 });
  const PAYEE = fc.constantFrom(PAYEES.lumenBooks.iban, PAYEES.lumenRaamatud.iban, PAYEES.notAnswering.iban);

  it('are the sums over all payments, for any payments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(CENTS, PAYEE), { minLength: 1, maxLength: 30 }), async (payees) => {
        const paymentId = await house.create(payees.map(([cents, iban]) => item(cents, { creditorAccount: { iban } })));
        const total = payees.reduce((sum, [cents]) => sum + cents, 0);
        const paid = payees.filter(([, iban]) => iban !== PAYEES.lumenRaamatud.iban).length;
        const fee = paid * FEE;
        const { payments } = house.harness;
        const { db } = house.harness;
        const groups = [
          { feeCents: FEE, count: paid },
          { feeCents: 0, count: payees.length - paid },
        ];
        const items = groups.filter(({ count }) => count > 0);
        expect(await payments.fee(db, house.owner.sandboxId, paymentId, house.iban)).toEqual({ totalCents: fee, items });
        const input = { ...house.owner, paymentId, debtorAccountIban: house.iban, debtorDetails: undefined };
        const examined = await payments.bulk.examine(db, input);
        expect(parseCents(examined?.content.amount?.amount ?? '')).toBe(total);
        expect(examined?.content.canonical).toMatchObject({ amountCents: total, feeCents: fee, itemCount: payees.length });
      }),
      { numRuns: 15 },
    );
  });
});

describe('the signed content', () => {
  const examine = async (paymentId: string) => {
    const input = { ...house.owner, paymentId, debtorAccountIban: house.iban, debtorDetails: undefined };
    return (await house.harness.payments.bulk.examine(house.harness.db, input))?.content;
  };

  it('has total and count in the text on the phone, and no name of a payee', async () => {
    const content = await examine(await house.create([item(1000), item(250)]));
    expect(content).toMatchObject({ amount: { amount: '12.50', currency: 'EUR' }, payee: phoneText('phone.payments', { count: '2' }) });
    expect(content && sayOnPhone(content.displayText, 'en')).toBe('Pay 12.50 EUR as 2 payments');
    expect(content?.payeeAccount).toBeUndefined();
  });

  it.each([
    ['amount', 'amount_cents = amount_cents + 1'],
    ['payee account', `creditor_iban = '${PAYEES.somebodyElse.iban}'`],
    ['payee name', `creditor_name = 'Somebody Else'`],
    ['text', `remittance_unstructured = 'Other'`],
    ['reference', `remittance_structured = '{"reference":"1232"}'`],
    ['end-to-end id', `end_to_end_id = 'Other'`],
    ['verification', `payee_result = 'NMTC'`],
  ])('changes with the %s of any payment', async (_what, set) => {
    const paymentId = await house.create(items(20));
    const before = await examine(paymentId);
    await house.database.query(`update payment set ${set} where bulk_payment_id = $1 and item_number = 17`, [paymentId]);
    expect((await examine(paymentId))?.canonical).not.toEqual(before?.canonical);
  });
});

const COPIED = `sandbox_id, customer_id, app_id, bank_country, product, status, amount_cents, currency, creditor_iban, creditor_name,
  execution_date, payee_result, payee_supplied_name, payee_checked_at, received_at`;

/** The process ends at that point: nothing after it happens. */
async function killAt(point: 'payments.settling' | 'payments.settled', work: () => Promise<void>): Promise<void> {
  armCrashPoint({ point, time: 1 }, () => {
    throw new Error('killed');
  });
  await expect(work()).rejects.toThrow('killed');
}
