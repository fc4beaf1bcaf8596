/** Ordinary payment, second half: the hold becomes the booking, in the caller's transaction. */
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import type { CreditTransfer, TransferOutcome } from '../bank.ts';
import { endHold } from './hold-store.ts';
import { book } from './ledger-store.ts';
import { lockParties, transferBooking } from './transfer-parties.ts';

/**
 * Neither funds nor the account's status are asked again: the bank accepted the payment when it placed the hold.
 * @throws Error when the payment has no running hold and no booking.
 */
export async function settleHold(deps: { clock: Clock; random: Random }, tx: Tx, transfer: CreditTransfer): Promise<TransferOutcome> {
  const locked = await lockParties(tx, transfer);
  if (!locked.ok) return locked;
  if (locked.parties.isBooked) return { ok: true };
  // The hold ends first: while both stood, the money would be counted twice and the balance refused.
  const wasHeld = await endHold(tx, transfer.paymentId, 'settled');
  if (!wasHeld) throw new Error(`Payment ${transfer.paymentId} has no running hold to settle.`);
  const bookedAt = await deps.clock.now(tx, transfer.sandboxId);
  await book(tx, [transferBooking(locked.parties, transfer, { transactionId: deps.random.id('ltx'), bookedAt })]);
  return { ok: true };
}
