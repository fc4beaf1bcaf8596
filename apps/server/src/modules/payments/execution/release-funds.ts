/** Money that was held for a payment which ends without being made is free again; of a bulk payment, what its items have not used. */
import type { Tx } from '#platform/db/database.ts';
import type { Bank } from '#modules/bank/index.ts';
import { isBulk } from '../model/bulk-payment.ts';
import { listItemIds } from '../store/item-store.ts';
import type { AnyPayment } from '../model/payment.ts';

/** Harmless when nothing is held. */
export async function releaseFunds(bank: Bank, tx: Tx, payment: AnyPayment): Promise<void> {
  await bank.releaseHolds(tx, isBulk(payment) ? await listItemIds(tx, payment) : [payment.paymentId]);
}
