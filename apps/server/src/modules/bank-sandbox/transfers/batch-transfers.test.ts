import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CreditTransfer, TransferOutcome } from '#modules/bank/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { PAYEES, verifyLedger } from '../index.ts';
import { openTestBank, type TestBank, transferFrom } from '../testing/open-test-bank.ts';

const LIIS = 'Liis Näidis';
const JANIS = 'Jānis Paraugs';
const OWNER_OF_THREE = 'Pēteris Mēģinājums';

let test: TestBank;
beforeAll(async () => {
  test = await openTestBank(await openTestDatabase());
});
afterAll(() => test.close());
afterEach(async () => expect(await verifyLedger(test.database.db)).toEqual([]));

const OK = { ok: true };
const holdAll = (transfers: readonly CreditTransfer[]) => test.write(({ tx }) => test.bank.holdAll(tx, transfers));
const holdEach = (transfers: readonly CreditTransfer[]) => test.write(({ tx }) => test.bank.holdEach(tx, transfers));
const settle = (transfers: readonly CreditTransfer[]) => test.write(({ tx }) => test.bank.settleHolds(tx, transfers));
const release = (transfers: readonly CreditTransfer[]) =>
  test.write(({ tx }) =>
    test.bank.releaseHolds(
      tx,
      transfers.map(({ paymentId }) => paymentId),
    ),
  );

async function ordinary(name: string, count: number, changes: Partial<CreditTransfer> = {}): Promise<readonly CreditTransfer[]> {
  const account = await test.account(name);
  return Array.from({ length: count }, () => transferFrom(account, { product: 'INDIVIDUAL_SEPA', amountCents: 100, ...changes }));
}

async function statesOf(transfers: readonly CreditTransfer[]): Promise<readonly string[]> {
  const ids = transfers.map(({ paymentId }) => paymentId);
  const { rows } = await test.database.query('select state from account_hold where payment_id = any($1) order by payment_id', [ids]);
  return rows.map((row) => String(Object(row).state));
}

describe('holds of many transfers from one account', () => {
  it('take all amounts and fees together, and all of them or none', async () => {
    const before = await test.available(LIIS);
    const transfers = await ordinary(LIIS, 3, { feeCents: 16 });
    expect(await holdAll(transfers)).toEqual(OK);
    expect(await test.available(LIIS)).toBe(before - 3 * 116);
    const availableCents = await test.available(LIIS);
    const tooMuch = await ordinary(LIIS, 2, { amountCents: availableCents - 16, feeCents: 16 });
    expect(await holdAll(tooMuch)).toEqual({ ok: false, reason: 'insufficientFunds', availableCents });
    expect([await test.available(LIIS), await statesOf(tooMuch)]).toEqual([availableCents, []]);
    expect(await holdAll([])).toEqual(OK);
  });

  it('stand once, however often and however simultaneously they are asked for', async () => {
    const before = await test.available(LIIS);
    const transfers = await ordinary(LIIS, 5);
    expect(await Promise.all(Array.from({ length: 4 }, () => holdAll(transfers)))).toEqual([OK, OK, OK, OK]);
    expect(await test.available(LIIS)).toBe(before - 500);
  });

  it('cannot come back where one was released', async () => {
    const transfers = await ordinary(LIIS, 2);
    await holdAll(transfers);
    await release(transfers.slice(1));
    await expect(holdAll(transfers)).rejects.toThrow('was released');
  });

  it.each<[string, number, object]>([
    ['accountBlocked', 2, {}],
    ['currencyMismatch', 1, {}],
    ['accountUnknown', 0, { debtorIban: PAYEES.lumenRaamatud.iban }],
  ])('are refused: %s', async (reason, position, changes) => {
    const account = await test.account(OWNER_OF_THREE, position);
    expect(await holdAll([transferFrom(account, changes), transferFrom(account, changes)])).toEqual({ ok: false, reason });
  });

  it('end without a booking when they are released, each once', async () => {
    const before = await test.available(LIIS);
    const transfers = await ordinary(LIIS, 3);
    await holdAll(transfers);
    await Promise.all([release(transfers), release(transfers)]);
    expect([await test.available(LIIS), await statesOf(transfers)]).toEqual([before, ['released', 'released', 'released']]);
  });
});

describe('holds of many transfers, each on its own', () => {
  it('from several accounts stand and are booked together, the payees of one being the payers of another', async () => {
    const [liis, janis] = [await test.available(LIIS), await test.available(JANIS)];
    const transfers = [
      ...(await ordinary(LIIS, 3, { feeCents: 16 })),
      ...(await ordinary(JANIS, 2, { creditorIban: (await test.account(LIIS)).iban })),
    ];
    expect(await holdEach(transfers)).toEqual([OK, OK, OK, OK, OK]);
    expect([await test.available(LIIS), await test.available(JANIS)]).toEqual([liis - 3 * 116, janis - 200]);
    expect(await settle(transfers)).toEqual([OK, OK, OK, OK, OK]);
    expect([await test.available(LIIS), await test.available(JANIS)]).toEqual([liis - 3 * 116 + 200, janis - 200]);
  });

  it('serve who stands first, refuse who asks for more than is left, and go on with the next', async () => {
    const availableCents = await test.available(LIIS);
    const [most, tooMuch, rest, other] = await Promise.all([
      ordinary(LIIS, 1, { amountCents: availableCents - 300 }),
      ordinary(LIIS, 1, { amountCents: 285, feeCents: 16 }),
      ordinary(LIIS, 1, { amountCents: 300 }),
      ordinary(JANIS, 1),
    ]);
    const transfers = [most, tooMuch, rest, other].flat();
    expect(await holdEach(transfers)).toEqual([OK, { ok: false, reason: 'insufficientFunds', availableCents: 300 }, OK, OK]);
    expect([await test.available(LIIS), await statesOf(tooMuch)]).toEqual([0, []]);
    await release(transfers);
  });

  it('answer each its own refusal, and hold the others', async () => {
    const [good, unknown] = [await ordinary(LIIS, 1), await ordinary(LIIS, 1, { debtorIban: (await test.account(JANIS)).iban })];
    const blocked = transferFrom(await test.account(OWNER_OF_THREE, 2), { product: 'INDIVIDUAL_SEPA' });
    const outcomes = await holdEach([...unknown, blocked, ...good]);
    expect(outcomes).toEqual([{ ok: false, reason: 'accountUnknown' }, { ok: false, reason: 'accountBlocked' }, OK]);
    expect([await holdEach([]), await statesOf(good)]).toEqual([[], ['held']]);
    await release(good);
  });

  it('stand once, however often and however simultaneously they are asked for, and do not come back once released', async () => {
    const before = await test.available(LIIS);
    const transfers = await ordinary(LIIS, 3);
    await Promise.all([holdEach(transfers), holdEach(transfers.toReversed()), holdEach(transfers)]);
    expect(await test.available(LIIS)).toBe(before - 300);
    await release(transfers);
    await expect(holdEach(transfers)).rejects.toThrow('was released');
  });

  it('are never of two currencies or sandboxes', async () => {
    const [one, other] = await ordinary(LIIS, 2);
    if (one === undefined || other === undefined) throw new Error('Two transfers were asked for.');
    await expect(holdEach([one, { ...other, currency: 'USD' }])).rejects.toThrow('several sandboxes or currencies');
    await expect(holdEach([one, { ...other, sandboxId: 'sbx_other' }])).rejects.toThrow('several sandboxes or currencies');
  });
});

describe('the settlement of many held transfers', () => {
  it('books each once, however often and however simultaneously it is repeated', async () => {
    const [before, received] = [await test.available(LIIS), await test.available(JANIS)];
    const transfers = [
      ...(await ordinary(LIIS, 5, { feeCents: 16 })),
      ...(await ordinary(LIIS, 2, { creditorIban: (await test.account(JANIS)).iban })),
    ];
    await holdAll(transfers);
    const outcomes = await Promise.all([settle(transfers), settle(transfers), settle(transfers.slice(2))]);
    expect(outcomes.flat().every(({ ok }: TransferOutcome) => ok)).toBe(true);
    expect([await test.available(LIIS), await test.available(JANIS)]).toEqual([before - 5 * 116 - 200, received + 200]);
    expect(new Set(await statesOf(transfers))).toEqual(new Set(['settled']));
  });

  it('answers for each in its order: who cannot be paid keeps his hold, the others are booked', async () => {
    const account = await test.account(OWNER_OF_THREE);
    const change: readonly Partial<CreditTransfer>[] = [
      {},
      { creditorIban: (await test.account(OWNER_OF_THREE, 1)).iban },
      { creditorIban: PAYEES.withoutInstant.iban },
      { creditorIban: PAYEES.withoutInstant.iban, product: 'INDIVIDUAL_SEPA' },
    ];
    const transfers = change.map((each) => transferFrom(account, { amountCents: 100, ...each }));
    await holdAll(transfers);
    expect(await settle(transfers)).toEqual([OK, { ok: false, reason: 'currencyMismatch' }, { ok: false, reason: 'instantNotReachable' }, OK]);
    expect(await statesOf(transfers)).toEqual(['settled', 'held', 'held', 'settled']);
    expect(await settle([])).toEqual([]);
  });

  it('in opposite directions at the same moment neither deadlocks nor loses a cent', async () => {
    const [liis, janis] = [(await test.account(LIIS)).iban, (await test.account(JANIS)).iban];
    const total = (await test.available(LIIS)) + (await test.available(JANIS));
    const [there, back] = [await ordinary(LIIS, 8, { creditorIban: janis }), await ordinary(JANIS, 8, { creditorIban: liis })];
    await Promise.all([holdAll(there), holdAll(back)]);
    await Promise.all([settle(there), settle(back), settle(there), settle(back)]);
    expect((await test.available(LIIS)) + (await test.available(JANIS))).toBe(total);
  });

  it('books nothing without holds', async () => {
    const transfers = await ordinary(LIIS, 2);
    await holdAll(transfers.slice(1));
    await expect(settle(transfers)).rejects.toThrow('Of 2 payments to settle only 1');
    expect(await statesOf(transfers)).toEqual(['held']);
  });
});

describe('the verification of many payees', () => {
  it('answers in their order what it answers for each', async () => {
    const payees = [...Object.values(PAYEES).map(({ iban }) => iban), (await test.account(LIIS)).iban, (await test.account(JANIS)).iban].flatMap(
      (iban) => ['Lumen Books OÜ', LIIS].map((name) => ({ iban, name })),
    );
    const { db } = test.database;
    const expected = await Promise.all(payees.map((payee) => test.bank.verifyPayees(db, test.sandboxId, [payee])));
    expect(await test.bank.verifyPayees(db, test.sandboxId, payees)).toEqual(expected.flat());
    expect(new Set(expected.flat().map(({ result }) => result))).toEqual(new Set(['MTCH', 'CMTC', 'NMTC', 'NOAP']));
  });
});
