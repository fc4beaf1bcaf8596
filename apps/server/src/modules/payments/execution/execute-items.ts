/**
 * Executes the items of a bulk payment, one chunk per transaction. Three rules pay each item exactly once, also with repeated or concurrent
 * calls: the lock on the bulk payment, the status of each item, and the bank's execution once per payment id. Items without an outcome remain.
 */
import type { TransactionStatus } from '@portico/contract';
import type { TransferOutcome } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { paymentChain, writePlans } from '../lifecycle/transition.ts';
import { isInstant, productOf } from '../model/kind.ts';
import type { BulkPayment, Payment, PaymentSignature } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import type { Plan, PlannedPayment } from '../model/plan.ts';
import { countItems, listItemsAt } from '../store/item-store.ts';
import { concludeBulk } from './conclude-bulk.ts';
import { INSTANT_UNREACHABLE, requireOutcome, toRejection } from './rejections.ts';
import { toTransfer } from './to-transfer.ts';

/** Items per transaction: few enough to release the locks soon, enough to finish quickly. */
const ITEMS_AT_ONCE_MAX = 100;

/** The state of a bulk payment after a chunk. */
interface PaidChunk {
  readonly plan: Plan;
  /** True when items can be paid at once. */
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
  // Items that could not be paid instantly are executed as ordinary payments, at their execution time.
  const executeAt = deps.bank.ordinaryExecutionTime(now, undefined);
  return { plan: { path: started, change: { executedAsSepa: true }, executeAt, occasion: 'as ordinary' }, hasMore: false };
}

/** All items must have the same status. */
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

/** Writes to the chain of the bulk payment, because items have no chains. */
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
