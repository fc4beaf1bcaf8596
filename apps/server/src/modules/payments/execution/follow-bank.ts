/**
 * Follows what the bank's core tells of an order outside an answer. The status moves as if a job had asked. Telling it again changes nothing: core and
 * job may both say it, and events come again after a restored backup.
 */
import { bankDate, type TransferOutcome } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import type { PaymentToExecute } from '../lifecycle/schedule-execution.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import { isBulk, isInstant, isPeriodic } from '../model/kind.ts';
import type { AnyPayment } from '../model/payment.ts';
import { awaitsCoSignature, awaitsDay, awaitsExecution, isFinal, STATUS_PATHS, stepsFrom } from '../model/payment-status.ts';
import type { Plan } from '../model/plan.ts';
import { lockPayment } from '../store/payment-store.ts';
import { rejectRefused } from './rejections.ts';

/** Returns what contradicts the bank; undefined: nothing. */
export async function followBank(
  deps: PaymentsDeps,
  context: WriteContext,
  { sandboxId, paymentId }: PaymentToExecute,
  outcome: TransferOutcome,
): Promise<string | undefined> {
  const payment = await lockPayment(context.tx, sandboxId, paymentId);
  const said = outcome.ok ? 'booked' : 'rejected';
  if (payment === undefined) return `The core has ${said} a payment that Portico does not have.`;
  const { status } = payment;
  if (isFinal(status)) return isSame(payment, outcome) ? undefined : `The core has ${said} a payment that is ${status} here.`;
  // The job of the bulk payment asks the core for its items.
  if (isItem(payment)) return undefined;
  if (!isSignedOrder(payment)) return `The core has ${said} a payment that is ${status} here and not an order yet.`;
  const now = await deps.clock.now(context.tx, sandboxId);
  const plan = outcome.ok ? bookedPlan(payment, now) : rejectRefused(outcome);
  await transitionPayment(deps, context, payment, plan);
  return undefined;
}

const isItem = (payment: AnyPayment) => 'item' in payment && payment.item !== undefined;
const isSame = ({ status }: AnyPayment, { ok }: TransferOutcome) =>
  ok ? status !== 'RJCT' && status !== 'CANC' : status === 'RJCT' || status === 'CANC';

function isSignedOrder(payment: AnyPayment): boolean {
  const { status, signature } = payment;
  if (signature === undefined || awaitsCoSignature(status) || isBulk(payment) || isPeriodic(payment)) return false;
  return awaitsDay(status) || awaitsExecution(status);
}

/** An instant payment that is `ACFC` or `ACSP` was executed as an ordinary one. */
function bookedPlan({ status, product, bankCountry }: AnyPayment, now: Date): Plan {
  const isNow = isInstant(product) && awaitsDay(status);
  const path = isNow ? STATUS_PATHS.instantSettled : [...(awaitsDay(status) ? STATUS_PATHS.ordinarySigned : []), ...STATUS_PATHS.ordinarySettled];
  return { path: stepsFrom(status, path), change: { executionDate: bankDate(now, bankCountry) } };
}
