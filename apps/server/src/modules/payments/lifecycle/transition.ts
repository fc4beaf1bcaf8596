/** Changes the status of locked payments: checks and records every step, audits final ones, and sends the next jobs. */
import type { TransactionStatus } from '@portico/contract';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import type { AnyPayment } from '../model/payment.ts';
import { canMove, isFinal } from '../model/payment-status.ts';
import type { Plan, PlannedPayment } from '../model/plan.ts';
import { signItems } from '../store/item-store.ts';
import { writeMoves } from '../store/transition-store.ts';
import { EXECUTE_QUEUE, scheduleExecution } from './schedule-execution.ts';

/** The audit chain of one payment. */
export const paymentChain = (paymentId: string): string => `payment:${paymentId}`;

/** Returns the payment afterwards. @throws when the table forbids a step, which is an error in this server. */
export async function transitionPayment<Moved extends AnyPayment>(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: Moved,
  plan: Plan,
): Promise<Moved> {
  await transitionPayments(deps, context, [{ payment, plan }]);
  return afterwards({ payment, plan });
}

/** For payments of one sandbox. Payments with equal changes share a statement. @throws when the table forbids a step. */
export async function transitionPayments(deps: PaymentsDeps, context: WriteContext, all: readonly PlannedPayment[]): Promise<void> {
  const [first] = all;
  if (first === undefined) return;
  await writePlans(context.tx, all, await deps.clock.now(context.tx, first.payment.sandboxId));
  for (const each of all) await followUp(deps, context, afterwards(each), each.plan);
}

/** Writes statuses and columns only, without job and audit entry, because items of a bulk payment have neither. */
export async function writePlans(tx: Tx, all: readonly PlannedPayment[], now: Date): Promise<void> {
  for (const { payment, plan } of all) requireMoves(payment, plan.path);
  const alike = Map.groupBy(all, ({ payment: { sandboxId, status }, plan: { path, change, executeAt } }) =>
    JSON.stringify([sandboxId, status, path, change, executeAt]),
  );
  for (const group of alike.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { sandboxId, status } = first.payment;
    const { path, change, executeAt } = first.plan;
    const paymentIds = group.map(({ payment }) => payment.paymentId);
    await writeMoves(tx, { sandboxId, paymentIds, status }, path, { ...change, ...(executeAt === undefined ? {} : { executeAt }) }, now);
  }
}

async function followUp(deps: PaymentsDeps, context: WriteContext, moved: AnyPayment, plan: Plan): Promise<void> {
  const { executeAt, occasion, isWoken = false, itemFees } = plan;
  if (itemFees !== undefined && moved.signature !== undefined) await signItems(context.tx, moved, moved.signature, itemFees);
  if (isFinal(moved.status)) return auditEnd(context, moved);
  if (executeAt !== undefined) await scheduleExecution(deps, context.tx, moved, executeAt, occasion);
  if (isWoken) context.afterCommit(() => deps.jobs.wake(EXECUTE_QUEUE));
}

function afterwards<Moved extends AnyPayment>({ payment, plan: { path, change, executeAt } }: PlannedPayment<Moved>): Moved {
  return { ...payment, ...change, ...(executeAt === undefined ? {} : { executeAt }), status: path.at(-1) ?? payment.status };
}

function requireMoves({ paymentId, status: from }: AnyPayment, path: readonly TransactionStatus[]): void {
  let status = from;
  for (const to of path) {
    if (!canMove(status, to)) throw new Error(`Payment ${paymentId} cannot move from ${status} to ${to}.`);
    status = to;
  }
}

/** The audit entry of a payment that has reached a final status. */
async function auditEnd(context: WriteContext, payment: AnyPayment): Promise<void> {
  const { paymentId, sandboxId, customerId, appId, status, rejection, signature } = payment;
  await context.audit({
    chain: paymentChain(paymentId),
    sandboxId,
    event: eventOf(payment),
    ids: { paymentId, customerId, appId, status, ...(rejection === undefined ? {} : { reason: rejection.code }) },
    content: {
      amountCents: payment.amountCents,
      currency: payment.currency,
      feeCents: signature?.feeCents,
      ...(payment.bulk === undefined
        ? { creditorName: payment.creditorName, creditorIban: payment.creditorIban }
        : { itemCount: payment.bulk.itemCount }),
      debtorIban: signature?.debtorIban,
      executedAsSepa: payment.executedAsSepa,
    },
  });
}

function eventOf({ status, schedule }: AnyPayment): string {
  if (status === 'RJCT') return 'payment.rejected';
  if (status === 'CANC') return 'payment.cancelled';
  return schedule === undefined ? 'payment.executed' : 'payment.ended';
}
