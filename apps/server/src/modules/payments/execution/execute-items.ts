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
import { paymentChain, requireMoves, transitionPayment } from '../lifecycle/transition.ts';
import type { BulkPayment, Payment, PaymentChange, PaymentSignature } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import { countItems, listItemsAt, writeFallBack } from '../store/item-store.ts';
import { writeMoves } from '../store/transition-store.ts';
import { concludeBulk } from './conclude-bulk.ts';
import { INSTANT_UNREACHABLE, toRejection } from './rejections.ts';
import { scheduleExecution } from './schedule-execution.ts';

/** In one transaction: short enough that others get their turn, long enough that it is soon done. */
const ITEMS_AT_ONCE_MAX = 100;

/** Only for a locked bulk payment that is due. True: there is more to pay now. */
export async function payItems(deps: PaymentsDeps, context: WriteContext, bulk: BulkPayment, now: Date): Promise<boolean> {
  const { tx } = context;
  const running = bulk.status === 'ACFC' ? await transitionPayment(deps, context, bulk, STATUS_PATHS.bulkStarted) : bulk;
  const fresh = await listItemsAt(tx, bulk, 'RCVD', ITEMS_AT_ONCE_MAX);
  await payChunk(deps, context, running, fresh.length > 0 ? fresh : await listItemsAt(tx, bulk, 'ACFC', ITEMS_AT_ONCE_MAX), now);
  const statuses = await countItems(tx, bulk);
  if (statuses.has('RCVD')) return true;
  if (!statuses.has('ACFC')) {
    await concludeBulk(deps, context, running, statuses);
    return false;
  }
  if (fresh.length === 0) return true;
  // What could not be paid instantly runs as ordinary payments, at their time.
  const executeAt = deps.bank.ordinaryExecutionTime(now, undefined);
  await writeFallBack(tx, bulk, executeAt);
  await scheduleExecution(deps, tx, bulk, executeAt, 'as ordinary');
  return false;
}

/** Where items end, or wait, after the bank has tried. */
interface Outcome {
  readonly path: readonly TransactionStatus[];
  readonly change: Pick<PaymentChange, 'executedAsSepa' | 'rejection'>;
}

/** All items have the same status. */
async function payChunk(deps: PaymentsDeps, context: WriteContext, bulk: BulkPayment, items: readonly Payment[], now: Date): Promise<void> {
  const outcomes = await deps.bank.settleHolds(
    context.tx,
    items.map((item) => toTransfer(item, requireSignature(item), item.executedAsSepa ? 'INDIVIDUAL_SEPA' : productOf(item.product))),
  );
  const paid = items.map((item, index) => ({ item, outcome: outcomeOf(item, requireOutcome(outcomes[index])) }));
  const rejectedIds = paid.filter(({ outcome }) => outcome.change.rejection !== undefined).map(({ item }) => item.paymentId);
  if (rejectedIds.length > 0) await deps.bank.releaseHolds(context.tx, rejectedIds);
  for (const alike of Map.groupBy(paid, ({ outcome }) => JSON.stringify(outcome)).values()) {
    const [first] = alike;
    if (first === undefined) continue;
    const { path, change } = first.outcome;
    const { paymentId, sandboxId, status } = first.item;
    requireMoves(paymentId, status, path);
    await writeMoves(context.tx, { sandboxId, paymentIds: alike.map(({ item }) => item.paymentId), status }, path, change, now);
  }
  await auditChunk(context, bulk, paid);
}

function outcomeOf(item: Payment, outcome: TransferOutcome): Outcome {
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
  paid: readonly { readonly item: Payment; readonly outcome: Outcome }[],
): Promise<void> {
  const content = paid.map(({ item, outcome }) => ({
    number: item.item?.number,
    paymentId: item.paymentId,
    status: outcome.path.at(-1),
    reason: outcome.change.rejection?.code,
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

function requireOutcome(outcome: TransferOutcome | undefined): TransferOutcome {
  if (outcome === undefined) throw new Error('The bank answered for fewer transfers than it was given.');
  return outcome;
}
