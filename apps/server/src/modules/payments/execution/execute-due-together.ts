/**
 * Many payments whose time has come are executed together: ordinary ones of one sandbox in one transaction, whose statements are as many
 * as for one of them. Whatever else is due, and everything where that transaction fails, is executed one by one: what is wrong with one
 * payment ends none of the others.
 */
import { bankDate, isTenantOf } from '#modules/bank/index.ts';
import { crashPoint } from '#platform/crash-points.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { isInstant, toTransfer } from '../api/payment-view.ts';
import type { PaymentsDeps } from '../deps.ts';
import type { PaymentToExecute } from '../lifecycle/schedule-execution.ts';
import { transitionPayments } from '../lifecycle/transition.ts';
import { isBulk } from '../model/bulk-payment.ts';
import type { AnyPayment, Payment } from '../model/payment.ts';
import { awaitsDay, STATUS_PATHS, stepsFrom } from '../model/payment-status.ts';
import { isPeriodic } from '../model/periodic-payment.ts';
import type { Plan, Signed } from '../model/plan.ts';
import { lockPayments } from '../store/payment-store.ts';
import { executeDuePayment, isAwaited } from './execute-due.ts';
import { isAhead } from './execution-day.ts';
import { rejectRefused, requireOutcome } from './rejections.ts';

/** An ordinary payment of one payee: its money is to be held, or is held and to be booked. */
type OrdinaryPayment = Signed<Payment> & { readonly executeAt: Date };

/** How far a payment has come. */
interface Advance {
  readonly payment: OrdinaryPayment;
  plan: Plan;
}

/** Harmless for what is executed or over already. Answers what became of each, in the order given. */
export async function executeDueTogether(deps: PaymentsDeps, all: readonly PaymentToExecute[]): Promise<readonly PromiseSettledResult<void>[]> {
  const done = new Set<string>();
  for (const [sandboxId, alike] of Map.groupBy(all, (payment) => payment.sandboxId)) {
    if (alike.length === 1 || !isTenantOf(deps.bank.kind, sandboxId)) continue;
    const paymentIds = alike.map(({ paymentId }) => paymentId);
    // A failure says nothing about any one of them: each is tried on its own, and says for itself what is wrong.
    const executed = await deps.write((context) => executeOrdinary(deps, context, sandboxId, paymentIds)).catch(() => []);
    crashPoint('payments.settled');
    for (const paymentId of executed) done.add(paymentId);
  }
  const results: PromiseSettledResult<void>[] = [];
  for (const payment of all) {
    const work = done.has(payment.paymentId) ? [] : [executeDuePayment(deps, payment)];
    const [result = { status: 'fulfilled', value: undefined }] = await Promise.allSettled(work);
    results.push(result);
  }
  return results;
}

/** Answers the ids of those with which it is done; what is over already is among them. */
async function executeOrdinary(
  deps: PaymentsDeps,
  context: WriteContext,
  sandboxId: string,
  paymentIds: readonly string[],
): Promise<readonly string[]> {
  const { tx } = context;
  const locked = await lockPayments(tx, sandboxId, paymentIds);
  const now = await deps.clock.now(tx, sandboxId);
  const payments = locked
    .filter(isOrdinary)
    .filter((payment) => isDue(payment, now))
    .toSorted((a, b) => a.executeAt.getTime() - b.executeAt.getTime());
  const advances = payments.map((payment): Advance => ({ payment, plan: { path: [], change: {} } }));
  await holdMoney(deps, context, advances, now);
  await bookMoney(deps, context, advances, now);
  await transitionPayments(deps, context, advances);
  crashPoint('payments.settling');
  return [...payments, ...locked.filter(({ status }) => !isAwaited(status))].map(({ paymentId }) => paymentId);
}

function isOrdinary(payment: AnyPayment): payment is OrdinaryPayment {
  if (isBulk(payment) || isPeriodic(payment) || payment.signature === undefined || payment.executeAt === undefined) return false;
  return payment.status === 'ACFC' || (payment.status === 'ACTC' && !isInstant(payment.product));
}

function isDue(payment: OrdinaryPayment, now: Date): boolean {
  return now >= payment.executeAt && !(awaitsDay(payment.status) && isAhead(payment, now));
}

const heldFor = ({ bankCountry }: OrdinaryPayment, executeAt: Date): Plan => ({
  path: stepsFrom('ACTC', STATUS_PATHS.ordinarySigned),
  change: { executionDate: bankDate(executeAt, bankCountry) },
  executeAt,
});

/** Of those that were signed ahead. */
async function holdMoney(deps: PaymentsDeps, { tx }: WriteContext, advances: readonly Advance[], now: Date): Promise<void> {
  const ahead = advances.filter(({ payment }) => awaitsDay(payment.status));
  const outcomes = await deps.bank.holdEach(tx, ahead.map(toOrdinaryTransfer));
  for (const [index, advance] of ahead.entries()) {
    const outcome = requireOutcome(outcomes[index]);
    advance.plan = outcome.ok
      ? heldFor(advance.payment, deps.bank.ordinaryExecutionTime(now, advance.payment.executionDate))
      : rejectRefused(outcome);
  }
}

/** Of those whose money is held and whose time has come. */
async function bookMoney(deps: PaymentsDeps, { tx }: WriteContext, advances: readonly Advance[], now: Date): Promise<void> {
  const due = advances.filter(({ plan: { change, executeAt = now } }) => change.rejection === undefined && executeAt <= now);
  const outcomes = await deps.bank.settleHolds(tx, due.map(toOrdinaryTransfer));
  const unpaid: string[] = [];
  for (const [index, advance] of due.entries()) {
    const outcome = requireOutcome(outcomes[index]);
    const { path, change }: Plan = outcome.ok ? { path: STATUS_PATHS.ordinarySettled, change: {} } : rejectRefused(outcome);
    advance.plan = { ...advance.plan, path: [...advance.plan.path, ...path], change: { ...advance.plan.change, ...change } };
    if (!outcome.ok) unpaid.push(advance.payment.paymentId);
  }
  if (unpaid.length > 0) await deps.bank.releaseHolds(tx, unpaid);
}

const toOrdinaryTransfer = ({ payment }: Advance) => toTransfer(payment, payment.signature, 'INDIVIDUAL_SEPA');
