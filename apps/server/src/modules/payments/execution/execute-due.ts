/**
 * Executes signed payments that are due. Ordinary payments of one sandbox share a transaction, with as many statements as a single payment needs;
 * each instant, periodic or bulk payment has its own. The job may be repeated, run concurrently or start too early. The payment's lock, its status
 * and the bank's execution once per payment id ensure that the money moves exactly once.
 */
import { isTenantOf } from '#modules/bank/index.ts';
import { crashPoint } from '#platform/crash-points.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import type { PaymentToExecute } from '../lifecycle/schedule-execution.ts';
import { transitionPayments } from '../lifecycle/transition.ts';
import { isBulk, isPeriodic } from '../model/kind.ts';
import type { AnyPayment } from '../model/payment.ts';
import { awaitsCoSignature, awaitsDay, awaitsExecution } from '../model/payment-status.ts';
import type { PlannedPayment, Signed } from '../model/plan.ts';
import { lockPayments } from '../store/payment-store.ts';
import { executeNow } from './execute.ts';
import { payItems } from './execute-items.ts';
import { executeOrdinary, isOrdinary } from './execute-ordinary.ts';
import { makeRuns } from './make-runs.ts';
import { rejectRefused } from './rejections.ts';

/** Skips payments that are executed or have ended. Returns the result for each payment, in the given order. */
export async function executeDue(deps: PaymentsDeps, all: readonly PaymentToExecute[]): Promise<readonly PromiseSettledResult<void>[]> {
  const failures = new Map<string, unknown>();
  for (const [sandboxId, alike] of Map.groupBy(all, (payment) => payment.sandboxId)) {
    // Orders of another kind of bank stay unchanged: this bank does not know their accounts and would reject them wrongly.
    if (!isTenantOf(deps.bank.kind, sandboxId)) continue;
    const paymentIds = alike.map(({ paymentId }) => paymentId);
    for (const [paymentId, reason] of await executeOf(deps, sandboxId, paymentIds)) failures.set(paymentId, reason);
  }
  return all.map(({ paymentId }) =>
    failures.has(paymentId) ? { status: 'rejected', reason: failures.get(paymentId) } : { status: 'fulfilled', value: undefined },
  );
}

/** @throws the error that {@link executeDue} returns for this payment. */
export async function executeDuePayment(deps: PaymentsDeps, payment: PaymentToExecute): Promise<void> {
  const [result] = await executeDue(deps, [payment]);
  if (result?.status === 'rejected') throw result.reason;
}

/** Returns the error of each payment that failed. */
async function executeOf(deps: PaymentsDeps, sandboxId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>();
  // A failure of the shared transaction may concern any payment, so each is retried alone and gets its own error.
  const left = paymentIds.length === 1 ? paymentIds : await executeOnce(deps, sandboxId, paymentIds).catch(() => paymentIds);
  for (const paymentId of left) {
    try {
      // A bulk payment needs one transaction per chunk of items.
      let hasMore = true;
      while (hasMore) hasMore = (await executeOnce(deps, sandboxId, [paymentId])).length > 0;
    } catch (error) {
      failures.set(paymentId, error);
    }
  }
  return failures;
}

/** Runs one transaction. Returns the ids of payments that are not done: those that are not ordinary need a transaction of their own. */
async function executeOnce(deps: PaymentsDeps, sandboxId: string, paymentIds: readonly string[]): Promise<readonly string[]> {
  const left = await deps.write(async (context) => {
    const awaited = (await lockPayments(context.tx, sandboxId, paymentIds)).filter(isAwaited);
    if (awaited.length === 0) return [];
    const now = await deps.clock.now(context.tx, sandboxId);
    const due = awaited.filter((payment) => isDue(payment, now)).toSorted((a, b) => a.executeAt.getTime() - b.executeAt.getTime());
    const others = due.filter((payment) => !isOrdinary(payment));
    const [alone] = paymentIds.length === 1 ? others : [];
    const worked = alone && (await executeAlone(deps, context, alone, now));
    await transitionPayments(deps, context, [
      ...awaited.filter((payment) => !isDue(payment, now)).map(waitAgain),
      ...(await executeOrdinary(deps, context.tx, due.filter(isOrdinary), now)),
      ...(worked === undefined ? [] : [worked]),
    ]);
    crashPoint('payments.settling');
    return worked === undefined || worked.hasMore ? others.map(({ paymentId }) => paymentId) : [];
  });
  crashPoint('payments.settled');
  return left;
}

type AwaitedPayment = Signed & { readonly executeAt: Date };

function isAwaited(payment: AnyPayment): payment is AwaitedPayment {
  const { status, signature, executeAt } = payment;
  if (signature === undefined || executeAt === undefined) return false;
  return awaitsCoSignature(status) || awaitsDay(status) || awaitsExecution(status);
}

/**
 * False for a payment that awaits its second signature: its jobs have another queue. {@link waitAgain} forwards jobs that an older server sent
 * here.
 */
const isDue = ({ status, executeAt }: AwaitedPayment, now: Date): boolean => executeAt <= now && !awaitsCoSignature(status);

/** The sandbox's clock was set back after the job was sent, or the payment's status belongs to the other queue. */
function waitAgain(payment: AwaitedPayment): PlannedPayment {
  return { payment, plan: { path: [], change: {}, executeAt: payment.executeAt, occasion: 'again' } };
}

/** `hasMore`: further items can be executed at once. */
async function executeAlone(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: Signed,
  now: Date,
): Promise<PlannedPayment & { readonly hasMore: boolean }> {
  if (isBulk(payment) && awaitsExecution(payment.status)) return { payment, ...(await payItems(deps, context, payment, now)) };
  const plan = isPeriodic(payment) ? await makeRuns(deps, context, payment, now) : rejectRefused(await executeNow(deps, context.tx, payment, now));
  return { payment, plan, hasMore: false };
}
