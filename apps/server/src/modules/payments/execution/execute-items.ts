/**
 * Pays the items of a bulk payment, one chunk in each transaction. The lock on the bulk payment, the items' own statuses and the bank's
 * once-per-payment rule let each be paid once, however often and however much at once this is called: what is left is what has no
 * outcome yet.
 */
import type { TransactionStatus } from '@portico/contract';
import type { TransferOutcome } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { isInstant, productOf, toTransfer } from '../api/payment-view.ts';
import type { PaymentsDeps } from '../deps.ts';
import { paymentChain, writePlans } from '../lifecycle/transition.ts';
import type { BulkPayment, Payment, PaymentSignature } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import type { Plan, PlannedPayment } from '../model/plan.ts';
import { countItems, listItemsAt } from '../store/item-store.ts';
import { concludeBulk } from './conclude-bulk.ts';
import { INSTANT_UNREACHABLE, requireOutcome, toRejection } from './rejections.ts';

/** In one transaction: short enough that others get their turn, long enough that it is soon done. */
const ITEMS_AT_ONCE_MAX = 100;

/** Where a bulk payment stands after a chunk. */
interface PaidChunk {
  readonly plan: Plan;
  /** There is more to pay now. */
  readonly hasMore: boolean;
}

/** Only for a locked bulk payment that is due. */
export async function payItems(deps: PaymentsDeps, context: WriteContext, bulk: BulkPayment, now: Date): Promise<PaidChunk> {
  const { tx } = context;
  const started = bulk.status === 'ACFC' ? STATUS_PATHS.bulkStarted : [];
  const fresh = await listItemsAt(tx, bulk, 'RCVD', ITEMS_AT_ONCE_MAX);
  await payChunk(deps, context, bulk, fresh.length > 0 ? fresh : await listItemsAt(tx, bulk, 'ACFC', ITEMS_AT_ONCE_MAX), now);
  const statuses = await countItems(tx, bulk);
  const isOver = !statuses.has('RCVD') && !statuses.has('ACFC');
  if (isOver) {
    const { path, change } = concludeBulk(bulk, statuses);
    return { plan: { path: [...started, ...path], change }, hasMore: false };
  }
  if (statuses.has('RCVD') || fresh.length === 0) return { plan: { path: started, change: {} }, hasMore: true };
  // What could not be paid instantly runs as ordinary payments, at their time.
  const executeAt = deps.bank.ordinaryExecutionTime(now, undefined);
  return { plan: { path: started, change: { executedAsSepa: true }, executeAt, occasion: 'as ordinary' }, hasMore: false };
}

/** All items have the same status. */
async function payChunk(deps: PaymentsDeps, context: WriteContext, bulk: BulkPayment, items: readonly Payment[], now: Date): Promise<void> {
  const outcomes = await deps.bank.settleHolds(
    context.tx,
    items.map((item) => toTransfer(item, requireSignature(item), item.executedAsSepa ? 'INDIVIDUAL_SEPA' : productOf(item.product))),
  );
  const paid = items.map((payment, index) => ({ payment, plan: planItem(payment, requireOutcome(outcomes[index])) }));
  const rejectedIds = paid.filter(({ plan }) => plan.change.rejection !== undefined).map(({ payment }) => payment.paymentId);
  if (rejectedIds.length > 0) await deps.bank.releaseHolds(context.tx, rejectedIds);
  await writePlans(context.tx, paid, now);
  await auditChunk(context, bulk, paid);
}

function planItem(item: Payment, outcome: TransferOutcome): Plan {
  if (outcome.ok) return { path: settledPath(item), change: {} };
  if (outcome.reason !== 'instantNotReachable') return { path: STATUS_PATHS.rejected, change: { rejection: toRejection(outcome) } };
  if (item.retryAsSepa) return { path: STATUS_PATHS.ordinarySigned, change: { executedAsSepa: true } };
  return { path: STATUS_PATHS.instantUnreachable, change: { rejection: INSTANT_UNREACHABLE } };
}

function settledPath({ product, executedAsSepa }: Payment): readonly TransactionStatus[] {
  if (executedAsSepa) return STATUS_PATHS.ordinarySettled;
  return isInstant(product) ? STATUS_PATHS.instantSettled : [...STATUS_PATHS.ordinarySigned, ...STATUS_PATHS.ordinarySettled];
}

/** In the chain of the bulk payment: an item has none of its own. */
async function auditChunk(
  context: WriteContext,
  { paymentId, sandboxId, customerId, appId }: BulkPayment,
  paid: readonly PlannedPayment<Payment>[],
): Promise<void> {
  const content = paid.map(({ payment: item, plan }) => ({
    number: item.item?.number,
    paymentId: item.paymentId,
    status: plan.path.at(-1),
    reason: plan.change.rejection?.code,
    amountCents: item.amountCents,
    feeCents: item.signature?.feeCents,
    creditorName: item.creditorName,
    creditorIban: item.creditorIban,
  }));
  await context.audit({ chain: paymentChain(paymentId), sandboxId, event: 'payment.items-executed', ids: { paymentId, customerId, appId }, content });
}

function requireSignature({ paymentId, signature }: Payment): PaymentSignature {
  if (signature === undefined) throw new Error(`Item ${paymentId} was never signed.`);
  return signature;
}
