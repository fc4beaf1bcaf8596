/** The first half of a payment that is not executed at once: reserves the money until the execution. */
import { addCents } from '@portico/primitives';
import type { CreditTransfer, TransferOutcome } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import type { LedgerAccount } from '../store/account-store.ts';
import { insertHolds, readHoldStates } from '../store/hold-store.ts';
import { checkDebtor, lockTransfers } from './transfer-parties.ts';

interface NewlyHeld {
  readonly transfer: CreditTransfer;
  readonly debtor: LedgerAccount;
}

/**
 * Reserves each payment separately: earlier ones are served first, and a refused payment leaves the balance to the next.
 * @throws Error when the hold of a payment was released, because a cancelled payment cannot be reserved again.
 */
export async function holdEachFunds(
  deps: Pick<Platform, 'clock' | 'random'>,
  tx: Tx,
  transfers: readonly CreditTransfer[],
): Promise<readonly TransferOutcome[]> {
  if (transfers.length === 0) return [];
  const payees = transfers.map(({ creditorIban }) => creditorIban);
  const locked = await lockTransfers(tx, transfers, payees);
  const missing = new Set(await listMissing(tx, locked.booked, transfers));
  const left = new Map<string, number>();
  const held: NewlyHeld[] = [];
  const outcomes = transfers.map((transfer): TransferOutcome => {
    const found = locked.partiesOf(transfer);
    if (!found.ok) return found;
    if (!missing.has(transfer)) return { ok: true };
    const { debtor } = found.parties;
    const availableCents = left.get(debtor.accountId) ?? found.parties.availableCents;
    const check = checkDebtor({ debtor, availableCents }, transfer);
    if (!check.ok) return check;
    left.set(debtor.accountId, availableCents - addCents(transfer.amountCents, transfer.feeCents));
    held.push({ transfer, debtor });
    return check;
  });
  await place(deps, tx, held);
  return outcomes;
}

/** Reserves all payments of one account, or none; payees are checked at the execution. @throws as {@link holdEachFunds}. */
export async function holdAllFunds(deps: Pick<Platform, 'clock' | 'random'>, tx: Tx, transfers: readonly CreditTransfer[]): Promise<TransferOutcome> {
  const [first] = transfers;
  if (first === undefined) return { ok: true };
  const locked = await lockTransfers(tx, transfers, []);
  const missing = await listMissing(tx, locked.booked, transfers);
  const found = locked.debtorOf(first);
  if (!found.ok || missing.length === 0) return found.ok ? { ok: true } : found;
  const check = checkDebtor(found, ...missing);
  if (check.ok)
    await place(
      deps,
      tx,
      missing.map((transfer) => ({ transfer, debtor: found.debtor })),
    );
  return check;
}

/** Payments that are neither booked nor reserved. */
async function listMissing(tx: Tx, booked: ReadonlySet<string>, transfers: readonly CreditTransfer[]): Promise<readonly CreditTransfer[]> {
  const unbooked = transfers.filter(({ paymentId }) => !booked.has(paymentId));
  const states = await readHoldStates(
    tx,
    unbooked.map(({ paymentId }) => paymentId),
  );
  const released = unbooked.find(({ paymentId }) => states.get(paymentId) === 'released');
  if (released !== undefined) throw new Error(`The hold of payment ${released.paymentId} was released and cannot be placed again.`);
  return unbooked.filter(({ paymentId }) => !states.has(paymentId));
}

async function place(deps: Pick<Platform, 'clock' | 'random'>, tx: Tx, held: readonly NewlyHeld[]): Promise<void> {
  const [first] = held;
  if (first === undefined) return;
  const placedAt = await deps.clock.now(tx, first.transfer.sandboxId);
  await insertHolds(
    tx,
    held.map(({ transfer, debtor }) => {
      const { sandboxId, paymentId, amountCents, feeCents, currency, creditorName, creditorIban, product } = transfer;
      const { remittance, remittanceStructured, endToEndId } = transfer;
      const { accountId, generation } = debtor;
      const texts = { creditorName, creditorIban, remittance, remittanceStructured, endToEndId };
      const money = { amountCents: addCents(amountCents, feeCents), feeCents, currency };
      return { paymentId, sandboxId, accountId, generation, ...money, placedAt, ...texts, product, transactionId: deps.random.id('ltx') };
    }),
  );
}
