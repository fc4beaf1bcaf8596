/** First half of a payment that is not executed at once: the money of what was signed is reserved until then. */
import { addCents } from '@portico/primitives';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { CreditTransfer, TransferOutcome } from '../bank.ts';
import { insertHolds, readHoldStates } from './hold-store.ts';
import { checkDebtor, type LockedDebit, lockDebit, lockParties } from './transfer-parties.ts';

/** @throws Error when the payment's hold was released: a payment that was called off cannot come back. */
export async function holdFunds(deps: { clock: Clock }, tx: Tx, transfer: CreditTransfer): Promise<TransferOutcome> {
  const locked = await lockParties(tx, transfer);
  if (!locked.ok) return locked;
  return place(deps, tx, { ...locked.parties, booked: new Set(locked.parties.isBooked ? [transfer.paymentId] : []) }, [transfer]);
}

/** All from one account, and all of them or none; the payees are asked when the money moves. @throws as {@link holdFunds}. */
export async function holdAllFunds(deps: { clock: Clock }, tx: Tx, transfers: readonly CreditTransfer[]): Promise<TransferOutcome> {
  const locked = await lockDebit(tx, transfers, []);
  return locked.ok ? place(deps, tx, locked.debit, transfers) : locked;
}

async function place(
  deps: { clock: Clock },
  tx: Tx,
  debit: Pick<LockedDebit, 'debtor' | 'availableCents' | 'booked'>,
  transfers: readonly CreditTransfer[],
): Promise<TransferOutcome> {
  const unbooked = transfers.filter(({ paymentId }) => !debit.booked.has(paymentId));
  const states = await readHoldStates(
    tx,
    unbooked.map(({ paymentId }) => paymentId),
  );
  const released = unbooked.find(({ paymentId }) => states.get(paymentId) === 'released');
  if (released !== undefined) throw new Error(`The hold of payment ${released.paymentId} was released and cannot be placed again.`);
  const missing = unbooked.filter(({ paymentId }) => !states.has(paymentId));
  const [first] = missing;
  if (first === undefined) return { ok: true };
  const debtorCheck = checkDebtor(debit, ...missing);
  if (!debtorCheck.ok) return debtorCheck;
  const { accountId, generation } = debit.debtor;
  const placedAt = await deps.clock.now(tx, first.sandboxId);
  await insertHolds(
    tx,
    missing.map(({ sandboxId, paymentId, amountCents, feeCents, currency, creditorName, creditorIban, remittance, endToEndId }) => ({
      paymentId,
      sandboxId,
      accountId,
      generation,
      amountCents: addCents(amountCents, feeCents),
      currency,
      placedAt,
      creditorName,
      creditorIban,
      remittance,
      endToEndId,
    })),
  );
  return { ok: true };
}
