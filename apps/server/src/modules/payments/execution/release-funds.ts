/** Money that was held for a payment which ends without being made is free again; of a bulk payment, what its items have not used. */

import type { Bank } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { isBulk } from '../model/kind.ts';
import type { AnyPayment } from '../model/payment.ts';
import { listItemIds } from '../store/item-store.ts';

/** Harmless when nothing is held. */
export async function releaseFunds(bank: Bank, tx: Tx, payment: AnyPayment): Promise<void> {
  await bank.releaseHolds(tx, isBulk(payment) ? await listItemIds(tx, payment) : [payment.paymentId]);
}
