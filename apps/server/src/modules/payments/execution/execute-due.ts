/**
 * Executes signed payments whose time has come: ordinary ones of one sandbox together, in one transaction whose statements are as many as for
 * one of them; each instant, periodic and bulk payment alone. The job may be repeated, run twice at once or come too early: the payment's lock,
 * its status and the bank's own once-per-payment rule let the money move exactly once.
 */
import { isTenantOf } from '#modules/bank/index.ts';
import { crashPoint } from '#platform/crash-points.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import type { PaymentToExecute } from '../lifecycle/schedule-execution.ts';
import { transitionPayments } from '../lifecycle/transition.ts';
import { isBulk } from '../model/bulk-payment.ts';
import type { AnyPayment } from '../model/payment.ts';
import { awaitsCoSignature, awaitsDay, awaitsExecution } from '../model/payment-status.ts';
import { isPeriodic } from '../model/periodic-payment.ts';
import type { PlannedPayment, Signed } from '../model/plan.ts';
import { lockPayments } from '../store/payment-store.ts';
import { executeNow } from './execute.ts';
import { payItems } from './execute-items.ts';
import { executeOrdinary, isOrdinary } from './execute-ordinary.ts';
import { makeRuns } from './make-runs.ts';
import { rejectRefused } from './rejections.ts';

/** Harmless for what is executed or over already. Answers what became of each, in the order given. */
export async function executeDue(deps: PaymentsDeps, all: readonly PaymentToExecute[]): Promise<readonly PromiseSettledResult<void>[]> {
  const failures = new Map<string, unknown>();
  for (const [sandboxId, alike] of Map.groupBy(all, (payment) => payment.sandboxId)) {
    // An order of another kind of bank stays as it is: this bank knows no account of it, so every verdict would be wrong.
    if (!isTenantOf(deps.bank.kind, sandboxId)) continue;
    const paymentIds = alike.map(({ paymentId }) => paymentId);
    for (const [paymentId, reason] of await executeOf(deps, sandboxId, paymentIds)) failures.set(paymentId, reason);
  }
  return all.map(({ paymentId }) =>
    failures.has(paymentId) ? { status: 'rejected', reason: failures.get(paymentId) } : { status: 'fulfilled', value: undefined },
  );
}

/** @throws what {@link executeDue} answers of this one payment. */
export async function executeDuePayment(deps: PaymentsDeps, payment: PaymentToExecute): Promise<void> {
  const [result] = await executeDue(deps, [payment]);
  if (result?.status === 'rejected') throw result.reason;
}

/** Returns the error of each payment that failed. */
async function executeOf(deps: PaymentsDeps, sandboxId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>();
  // A failure says nothing about any one of them: each is tried alone, and says for itself what is wrong.
  const left = paymentIds.length === 1 ? paymentIds : await executeOnce(deps, sandboxId, paymentIds).catch(() => paymentIds);
  for (const paymentId of left) {
    try {
      // Of a bulk payment, one chunk of items after the other.
      let hasMore = true;
      while (hasMore) hasMore = (await executeOnce(deps, sandboxId, [paymentId])).length > 0;
    } catch (error) {
      failures.set(paymentId, error);
    }
  }
  return failures;
}

/** In one transaction. Answers the ids of those that are not done: what is not ordinary is executed where it stands alone. */
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

/** A payment that awaits its second signature is not due here: its jobs have another queue, to which {@link waitAgain} forwards what an older server sent here. */
const isDue = ({ status, executeAt }: AwaitedPayment, now: Date): boolean => executeAt <= now && !awaitsCoSignature(status);

/** The sandbox's clock was set back after the job was sent, or the job belongs to the other queue, which the status decides. */
function waitAgain(payment: AwaitedPayment): PlannedPayment {
  return { payment, plan: { path: [], change: {}, executeAt: payment.executeAt, occasion: 'again' } };
}

/** `hasMore`: there is more to do at once. */
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
