/** All signatures are there and its day has come: the money for all items is held at once, and they are paid one chunk after the other. */
import { bankDate } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PaymentsDeps } from '../deps.ts';
import { feeOf } from '../model/fees.ts';
import { isInstant, productOf } from '../model/kind.ts';
import type { BulkPayment } from '../model/payment.ts';
import { STATUS_PATHS, stepsFrom } from '../model/payment-status.ts';
import { type Planned, planned, type Signed } from '../model/plan.ts';
import { listItems } from '../store/item-store.ts';
import { ordinaryTime } from './execution-day.ts';
import { toTransfer } from './to-transfer.ts';

/** Total and fees are held, or nothing is. `now` as for `executeNow`. */
export async function holdBulk({ bank }: PaymentsDeps, tx: Tx, bulk: Signed<BulkPayment>, now: Date): Promise<Planned> {
  const { product, signature, bankCountry } = bulk;
  const items = (await listItems(tx, bulk)).map((item) => ({ item, feeCents: feeOf(bank, product, signature.debtorIban, item) }));
  const transfers = items.map(({ item, feeCents }) => toTransfer(item, { ...signature, feeCents }, productOf(product)));
  const outcome = await bank.holdAll(tx, transfers);
  if (!outcome.ok) return outcome;
  const executeAt = isInstant(product) ? now : ordinaryTime(bank, bulk, now, bulk.executionDate);
  return planned({
    path: stepsFrom(bulk.status, isInstant(product) ? STATUS_PATHS.instantBulkSigned : STATUS_PATHS.ordinarySigned),
    change: { executionDate: bankDate(executeAt, bankCountry) },
    executeAt,
    occasion: 'items',
    isWoken: executeAt <= now,
    itemFees: items.map(({ item: { paymentId }, feeCents }) => ({ paymentId, feeCents })),
  });
}
