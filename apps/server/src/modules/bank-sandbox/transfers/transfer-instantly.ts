/** Instant payment: both sides at once, or nothing. Regulation (EU) 2024/886: no cut-off, any hour of any day. */

import type { CreditTransfer, TransferOutcome } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import { book } from '../store/ledger-store.ts';
import { isReachableInstantly } from '../terms/bank-codes.ts';
import { checkDebtor, lockTransfers, transferBooking } from './transfer-parties.ts';

export async function transferInstantly(deps: Pick<Platform, 'clock' | 'random'>, tx: Tx, transfer: CreditTransfer): Promise<TransferOutcome> {
  const locked = (await lockTransfers(tx, [transfer], [transfer.creditorIban])).partiesOf(transfer);
  if (!locked.ok) return locked;
  const { parties } = locked;
  if (parties.isBooked) return { ok: true };
  const debtorCheck = checkDebtor(parties, transfer);
  if (!debtorCheck.ok) return debtorCheck;
  if (!isReachableInstantly(transfer.creditorIban)) return { ok: false, reason: 'instantNotReachable' };
  const bookedAt = await deps.clock.now(tx, transfer.sandboxId);
  await book(tx, [transferBooking(parties, transfer, { transactionId: deps.random.id('ltx'), bookedAt })]);
  return { ok: true };
}
