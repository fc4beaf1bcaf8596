/** All signatures are there and its day has come: the money for all items is held at once, and they are paid one chunk after the other. */
import { bankDate } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { isInstant, productOf, toTransfer } from '../api/payment-view.ts';
import type { PaymentsDeps } from '../deps.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import { feeOf } from '../model/fees.ts';
import type { BulkPayment, PaymentSignature } from '../model/payment.ts';
import { STATUS_PATHS, stepsFrom } from '../model/payment-status.ts';
import { listItems, signItems } from '../store/item-store.ts';
import { ordinaryTime } from './execution-day.ts';
import type { Paid } from './rejections.ts';
import { EXECUTE_QUEUE, scheduleExecution } from './schedule-execution.ts';

/** Total and fees are held, or nothing is. `signedAt` as for `executeNow`. */
export async function payBulk(
  deps: PaymentsDeps,
  context: WriteContext,
  bulk: BulkPayment,
  signature: PaymentSignature,
  signedAt: Date,
): Promise<Paid> {
  const { product } = bulk;
  const items = (await listItems(context.tx, bulk)).map((item) => ({ item, feeCents: feeOf(deps.bank, product, signature.debtorIban, item) }));
  const transfers = items.map(({ item, feeCents }) => toTransfer(item, { ...signature, feeCents }, productOf(product)));
  const outcome = await deps.bank.holdAll(context.tx, transfers);
  if (!outcome.ok) return outcome;
  await signItems(
    context.tx,
    bulk,
    signature,
    items.map(({ item, feeCents }) => ({ paymentId: item.paymentId, feeCents })),
  );
  const executeAt = isInstant(product) ? signedAt : ordinaryTime(deps.bank, bulk, signedAt, bulk.executionDate);
  const path = stepsFrom(bulk.status, isInstant(product) ? STATUS_PATHS.instantBulkSigned : STATUS_PATHS.ordinarySigned);
  const signed = await transitionPayment(deps, context, bulk, path, { signature, executeAt, executionDate: bankDate(executeAt, bulk.bankCountry) });
  await scheduleExecution(deps, context.tx, signed, executeAt, 'items');
  if (executeAt <= signedAt) context.afterCommit(() => deps.jobs.wake(EXECUTE_QUEUE));
  return { ok: true, payment: signed };
}
