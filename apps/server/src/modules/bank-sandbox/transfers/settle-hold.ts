/** The second half of payments with reserved money: converts each hold into a booking, in the caller's transaction. */

import type { CreditTransfer, TransferOutcome } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import { endHolds } from '../store/hold-store.ts';
import { book } from '../store/ledger-store.ts';
import { isReachableInstantly } from '../terms/bank-codes.ts';
import { lockTransfers, type TransferParties, transferBooking } from './transfer-parties.ts';

/**
 * Does not check funds or the account's status again, because the bank accepted the payment when it placed the hold. For instant payments it checks
 * whether the payee's bank is reachable.
 * @throws Error when a payment has neither an active hold nor a booking.
 */
export async function settleHolds(
  deps: Pick<Platform, 'clock' | 'random'>,
  tx: Tx,
  transfers: readonly CreditTransfer[],
): Promise<readonly TransferOutcome[]> {
  const [first] = transfers;
  if (first === undefined) return [];
  const payees = transfers.map(({ creditorIban }) => creditorIban);
  const locked = await lockTransfers(tx, transfers, payees);
  const toBook: { readonly transfer: CreditTransfer; readonly parties: TransferParties }[] = [];
  const outcomes = transfers.map((transfer): TransferOutcome => {
    const found = locked.partiesOf(transfer);
    if (!found.ok) return found;
    if (found.parties.isBooked) return { ok: true };
    if (transfer.product === 'INDIVIDUAL_INSTANT_SEPA' && !isReachableInstantly(transfer.creditorIban)) {
      return { ok: false, reason: 'instantNotReachable' };
    }
    toBook.push({ transfer, parties: found.parties });
    return { ok: true };
  });
  // The holds end first: while both stood, the money would be counted twice and the balance refused.
  const ended = await endHolds(
    tx,
    toBook.map(({ transfer }) => transfer.paymentId),
    'settled',
  );
  if (ended.size !== toBook.length) throw new Error(`Of ${toBook.length} payments to settle only ${ended.size} have a running hold.`);
  const bookedAt = await deps.clock.now(tx, first.sandboxId);
  await book(
    tx,
    toBook.map(({ transfer, parties }) =>
      transferBooking(parties, transfer, { transactionId: ended.get(transfer.paymentId) ?? deps.random.id('ltx'), bookedAt }),
    ),
  );
  return outcomes;
}
