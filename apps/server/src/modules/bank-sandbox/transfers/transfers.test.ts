import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CreditTransfer, TransferOutcome } from '#modules/bank/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { PAYEES, verifyLedger } from '../index.ts';
import { openTestBank, type TestBank, transferFrom } from '../testing/open-test-bank.ts';

const LIIS = 'Liis Näidis';
const JANIS = 'Jānis Paraugs';
const MART = 'Mart Proov';

let test: TestBank;
beforeAll(async () => {
  test = await openTestBank(await openTestDatabase());
});
afterAll(() => test.close());
/** Sums are zero, balances are their entries, nothing is below zero. */
afterEach(async () => expect(await verifyLedger(test.database.db)).toEqual([]));

const instantly = (transfer: CreditTransfer): Promise<TransferOutcome> => test.write(({ tx }) => test.bank.transferInstantly(tx, transfer));
const hold = async (transfer: CreditTransfer) => (await test.write(({ tx }) => test.bank.holdEach(tx, [transfer])))[0];
const settle = async (transfer: CreditTransfer) => (await test.write(({ tx }) => test.bank.settleHolds(tx, [transfer])))[0];
const release = (transfer: CreditTransfer): Promise<void> => test.write(({ tx }) => test.bank.releaseHolds(tx, [transfer.paymentId]));

async function bookings(paymentId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ledger_transaction where payment_id = ${paymentId}`.execute(
    test.database.db,
  );
  return rows[0]?.n ?? 0;
}

async function internalCents(kind: 'clearing' | 'feeIncome' | 'merchant'): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entry join account on account.id = account_id
    where account.sandbox_id = ${test.sandboxId} and kind = ${kind} and account.currency = 'EUR'`.execute(test.database.db);
  return rows[0]?.cents ?? Number.NaN;
}

describe('an instant payment', () => {
  it('debits amount and fee, and credits them to the clearing account and to the fee income', async () => {
    const [before, clearing, fees] = [await test.available(LIIS), await internalCents('clearing'), await internalCents('feeIncome')];
    const transfer = transferFrom(await test.account(LIIS), { amountCents: 4_680, feeCents: 16 });
    expect(await instantly(transfer)).toEqual({ ok: true });
    expect(await test.available(LIIS)).toBe(before - 4_696);
    expect(await internalCents('clearing')).toBe(clearing + 4_680);
    expect(await internalCents('feeIncome')).toBe(fees + 16);
  });

  it('is credited immediately to an account of this bank, of a customer in another country or a merchant', async () => {
    const account = await test.account(LIIS);
    const before = await test.available(JANIS);
    expect(await instantly(transferFrom(account, { creditorIban: (await test.account(JANIS)).iban }))).toEqual({ ok: true });
    expect(await test.available(JANIS)).toBe(before + 1_000);
    const merchant = await internalCents('merchant');
    expect(await instantly(transferFrom(account, { creditorIban: PAYEES.lumenRaamatud.iban }))).toEqual({ ok: true });
    expect(await internalCents('merchant')).toBe(merchant + 1_000);
  });

  it('to an unknown account number of this bank is credited to the clearing account', async () => {
    await test.seed('sbx_neighbour');
    const { rows } = await sql<{ iban: string }>`select iban from account where sandbox_id = 'sbx_neighbour' and kind = 'customer' limit 1`.execute(
      test.database.db,
    );
    const clearing = await internalCents('clearing');
    expect(await instantly(transferFrom(await test.account(LIIS), { creditorIban: rows[0]?.iban ?? '' }))).toEqual({ ok: true });
    expect(await internalCents('clearing')).toBe(clearing + 1_000);
  });

  it('is booked once when it is repeated, also simultaneously', async () => {
    const before = await test.available(LIIS);
    const transfer = transferFrom(await test.account(LIIS));
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => instantly(transfer)));
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => ({ ok: true })));
    expect(await instantly({ ...transfer, amountCents: 9_999 })).toEqual({ ok: true });
    expect(await bookings(transfer.paymentId)).toBe(1);
    expect(await test.available(LIIS)).toBe(before - 1_000);
  });

  it('of the whole balance succeeds exactly once among ten simultaneous ones', async () => {
    const account = await test.account('Tiina Keelduja');
    const whole = await test.available('Tiina Keelduja');
    const transfers = Array.from({ length: 10 }, () => transferFrom(account, { amountCents: whole }));
    const outcomes = await Promise.all(transfers.map(instantly));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 9 }, () => ({ ok: false, reason: 'insufficientFunds', availableCents: 0 })),
    );
    expect(await test.available('Tiina Keelduja')).toBe(0);
  });

  it('does not deadlock or lose a cent with simultaneous ones in the opposite direction', async () => {
    const [liis, janis] = [await test.account(LIIS), await test.account(JANIS)];
    const total = (await test.available(LIIS)) + (await test.available(JANIS));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        instantly(index % 2 === 0 ? transferFrom(liis, { creditorIban: janis.iban }) : transferFrom(janis, { creditorIban: liis.iban })),
      ),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect((await test.available(LIIS)) + (await test.available(JANIS))).toBe(total);
  });

  it('is refused with the available sum when amount and fee exceed it by a cent', async () => {
    const availableCents = await test.available(MART);
    const transfer = transferFrom(await test.account(MART), { amountCents: availableCents, feeCents: 1 });
    expect(await instantly(transfer)).toEqual({ ok: false, reason: 'insufficientFunds', availableCents });
    expect(await bookings(transfer.paymentId)).toBe(0);
  });

  it('is refused from a blocked account and from one in another currency', async () => {
    const own = 'Pēteris Mēģinājums';
    expect(await instantly(transferFrom(await test.account(own, 2)))).toEqual({ ok: false, reason: 'accountBlocked' });
    expect(await instantly(transferFrom(await test.account(own, 1)))).toEqual({ ok: false, reason: 'currencyMismatch' });
    expect(await instantly(transferFrom(await test.account(own), { currency: 'GBP' }))).toEqual({ ok: false, reason: 'currencyMismatch' });
    expect(await instantly(transferFrom(await test.account(own), { creditorIban: (await test.account(own, 1)).iban }))).toEqual({
      ok: false,
      reason: 'currencyMismatch',
    });
  });

  it('is refused from an account of another customer, from another sandbox and from a merchant’s account', async () => {
    const account = await test.account(LIIS);
    const other = await test.account(JANIS);
    expect(await instantly(transferFrom(account, { debtorIban: other.iban }))).toEqual({ ok: false, reason: 'accountUnknown' });
    expect(await instantly(transferFrom(account, { sandboxId: 'sbx_neighbour' }))).toEqual({ ok: false, reason: 'accountUnknown' });
    expect(await instantly(transferFrom(account, { debtorIban: PAYEES.lumenRaamatud.iban }))).toEqual({ ok: false, reason: 'accountUnknown' });
    expect(await test.bank.findAccount(test.database.db, account.customer, other.iban)).toBeUndefined();
  });

  it('is refused when the creditor’s bank accepts ordinary payments only', async () => {
    const transfer = transferFrom(await test.account(LIIS), { creditorIban: PAYEES.withoutInstant.iban });
    expect(await instantly(transfer)).toEqual({ ok: false, reason: 'instantNotReachable' });
    const asOrdinary = { ...transfer, product: 'INDIVIDUAL_SEPA' } as const;
    expect(await hold(asOrdinary)).toEqual({ ok: true });
    expect(await settle(asOrdinary)).toEqual({ ok: true });
  });

  it('leaves nothing behind when the caller’s transaction fails', async () => {
    const before = await test.available(LIIS);
    const transfer = transferFrom(await test.account(LIIS));
    const failing = test.write(async ({ tx }) => {
      await test.bank.transferInstantly(tx, transfer);
      throw new Error('The audit failed.');
    });
    await expect(failing).rejects.toThrow('The audit failed.');
    expect(await bookings(transfer.paymentId)).toBe(0);
    expect(await test.available(LIIS)).toBe(before);
  });
});

describe('an ordinary payment', () => {
  it('holds amount and fee, then books them once', async () => {
    const before = await test.available(LIIS);
    const transfer = transferFrom(await test.account(LIIS), { feeCents: 16 });
    expect(await Promise.all([hold(transfer), hold(transfer), hold(transfer)])).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await test.available(LIIS)).toBe(before - 1_016);
    expect(await bookings(transfer.paymentId)).toBe(0);
    expect(await Promise.all([settle(transfer), settle(transfer), settle(transfer)])).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await test.available(LIIS)).toBe(before - 1_016);
    expect(await bookings(transfer.paymentId)).toBe(1);
  });

  it('that was settled is neither held nor released again', async () => {
    const transfer = transferFrom(await test.account(LIIS));
    await hold(transfer);
    await settle(transfer);
    const after = await test.available(LIIS);
    expect(await hold(transfer)).toEqual({ ok: true });
    expect(await instantly(transfer)).toEqual({ ok: true });
    await release(transfer);
    expect(await test.available(LIIS)).toBe(after);
    expect(await bookings(transfer.paymentId)).toBe(1);
  });

  it('returns the money once when its hold is released, and cannot be settled or held again', async () => {
    const before = await test.available(LIIS);
    const transfer = transferFrom(await test.account(LIIS));
    await hold(transfer);
    await Promise.all([release(transfer), release(transfer)]);
    expect(await test.available(LIIS)).toBe(before);
    await expect(settle(transfer)).rejects.toThrow('Of 1 payments to settle only 0 have a running hold');
    await expect(hold(transfer)).rejects.toThrow(/was released/);
    expect(await test.available(LIIS)).toBe(before);
  });

  it('cannot be settled without a hold, and releasing a missing hold has no effect', async () => {
    const transfer = transferFrom(await test.account(LIIS));
    await release(transfer);
    await expect(settle(transfer)).rejects.toThrow('Of 1 payments to settle only 0 have a running hold');
    expect(await bookings(transfer.paymentId)).toBe(0);
  });

  it('cannot be settled from an account of another customer', async () => {
    const transfer = transferFrom(await test.account(LIIS), { debtorIban: (await test.account(JANIS)).iban });
    expect(await settle(transfer)).toEqual({ ok: false, reason: 'accountUnknown' });
  });

  it('is held exactly once among six simultaneous ones of the whole balance', async () => {
    const name = 'Urmas Ooteaeg';
    const account = await test.account(name);
    const whole = await test.available(name);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => hold(transferFrom(account, { amountCents: whole }))));
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1);
    expect(await test.available(name)).toBe(0);
  });

  it('cannot use money that is held for another payment', async () => {
    const name = 'Triin Eksimus';
    const account = await test.account(name);
    const whole = await test.available(name);
    expect(await hold(transferFrom(account, { amountCents: whole - 100 }))).toEqual({ ok: true });
    expect(await instantly(transferFrom(account, { amountCents: 101 }))).toEqual({ ok: false, reason: 'insufficientFunds', availableCents: 100 });
    expect(await instantly(transferFrom(account, { amountCents: 100 }))).toEqual({ ok: true });
  });

  it.each([0, -5, 1.5])('of %d cents throws a RangeError', async (amountCents) => {
    const transfer = transferFrom(await test.account(LIIS), { amountCents });
    await expect(instantly(transfer)).rejects.toThrow(RangeError);
    expect(await bookings(transfer.paymentId)).toBe(0);
  });
});
