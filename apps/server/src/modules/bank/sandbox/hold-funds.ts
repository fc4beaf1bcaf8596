/** Ordinary payment, first half: the money of a signed payment is reserved until it is executed. */
import { addCents } from '@portico/primitives';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { CreditTransfer, TransferOutcome } from '../bank.ts';
import { findHoldState, insertHold } from './hold-store.ts';
import { checkDebtor, lockParties } from './transfer-parties.ts';

/** @throws Error when the payment's hold was released: a payment that was called off cannot come back. */
export async function holdFunds(deps: { clock: Clock }, tx: Tx, transfer: CreditTransfer): Promise<TransferOutcome> {
  const locked = await lockParties(tx, transfer);
  if (!locked.ok) return locked;
  const { parties } = locked;
  if (parties.isBooked) return { ok: true };
  const state = await findHoldState(tx, transfer.paymentId);
  if (state === 'released') throw new Error(`The hold of payment ${transfer.paymentId} was released and cannot be placed again.`);
  if (state !== undefined) return { ok: true };
  const debtorCheck = checkDebtor(parties, transfer);
  if (!debtorCheck.ok) return debtorCheck;
  await insertHold(tx, {
    paymentId: transfer.paymentId,
    sandboxId: transfer.sandboxId,
    accountId: parties.debtor.accountId,
    generation: parties.debtor.generation,
    amountCents: addCents(transfer.amountCents, transfer.feeCents),
    currency: transfer.currency,
    placedAt: await deps.clock.now(tx, transfer.sandboxId),
    creditorName: transfer.creditorName,
    creditorIban: transfer.creditorIban,
    remittance: transfer.remittance,
    endToEndId: transfer.endToEndId,
  });
  return { ok: true };
}
