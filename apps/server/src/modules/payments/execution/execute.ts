/** All signatures are there: the money moves, is held, or waits for the day of the payment or of its runs, in the caller's transaction. */
import { bankDate, bankMorning } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { isInstant, toTransfer } from '../api/payment-view.ts';
import type { PaymentsDeps } from '../deps.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import { isBulk } from '../model/bulk-payment.ts';
import type { AnyPayment, Payment, PaymentSignature } from '../model/payment.ts';
import { STATUS_PATHS, stepsFrom } from '../model/payment-status.ts';
import { isPeriodic } from '../model/periodic-payment.ts';
import { payBulk } from './execute-bulk.ts';
import { isAhead, onItsDay, ordinaryTime } from './execution-day.ts';
import { startRuns } from './plan-run.ts';
import { INSTANT_UNREACHABLE, type Paid, toRejection } from './rejections.ts';
import { EXECUTE_QUEUE, scheduleExecution } from './schedule-execution.ts';

/** `signedAt`: tenant time of the last signature; of a payment that was signed ahead, of its day. Where the answer is not `ok`, nothing was booked, held or moved. */
export async function executeNow(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: AnyPayment,
  signature: PaymentSignature,
  signedAt: Date,
): Promise<Paid> {
  if (isPeriodic(payment)) return { ok: true, payment: await startRuns(deps, context, payment, signature, signedAt) };
  if (isAhead(payment, signedAt))
    return { ok: true, payment: await awaitTime(deps, context, payment, signature, bankMorning(payment.executionDate, payment.bankCountry)) };
  if (isBulk(payment)) return payBulk(deps, context, payment, signature, signedAt);
  const pay = isInstant(payment.product) ? payInstantly : payOrdinarily;
  return pay(deps, context, payment, signature, signedAt);
}

/**
 * What follows from the last signature. Where another system moves the money, the order stands first, committed, and its job asks that system
 * until it answers: one that was asked before our commit could have paid what we then forget.
 */
export async function execute(
  deps: PaymentsDeps,
  context: WriteContext,
  signed: AnyPayment,
  signature: PaymentSignature,
  signedAt: Date,
): Promise<Paid> {
  const payment = onItsDay(deps.bank, signed, signedAt);
  const isAtOnce = deps.bank.movesMoney === 'withTheSignature' || isPeriodic(payment) || isAhead(payment, signedAt);
  if (isAtOnce) return executeNow(deps, context, payment, signature, signedAt);
  const ordered = await awaitTime(deps, context, payment, signature, signedAt);
  context.afterCommit(() => deps.jobs.wake(EXECUTE_QUEUE));
  return { ok: true, payment: ordered };
}

/** For jobs, where the customer can no longer choose another account or top up: a refused payment is rejected, with the reason. */
export async function rejectRefused(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: AnyPayment,
  signature: PaymentSignature,
  paid: Paid,
): Promise<void> {
  if (!paid.ok) await transitionPayment(deps, context, payment, STATUS_PATHS.rejected, { signature, rejection: toRejection(paid) });
}

/** No money is held: it is looked for then. */
async function awaitTime(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: AnyPayment,
  signature: PaymentSignature,
  executeAt: Date,
): Promise<AnyPayment> {
  const signed = await transitionPayment(deps, context, payment, STATUS_PATHS.signedAhead, {
    signature,
    executeAt,
    executionDate: payment.executionDate,
  });
  await scheduleExecution(deps, context.tx, signed, executeAt);
  return signed;
}

async function payInstantly(deps: PaymentsDeps, context: WriteContext, payment: Payment, signature: PaymentSignature, signedAt: Date): Promise<Paid> {
  const outcome = await deps.bank.transferInstantly(context.tx, toTransfer(payment, signature, 'INDIVIDUAL_INSTANT_SEPA'));
  if (outcome.ok)
    return {
      ok: true,
      payment: await transitionPayment(deps, context, payment, stepsFrom(payment.status, STATUS_PATHS.instantSettled), {
        signature,
        executionDate: bankDate(signedAt, payment.bankCountry),
      }),
    };
  if (outcome.reason !== 'instantNotReachable') return outcome;
  if (payment.retryAsSepa) return payOrdinarily(deps, context, payment, signature, signedAt, { executedAsSepa: true });
  const rejected = await transitionPayment(deps, context, payment, stepsFrom(payment.status, STATUS_PATHS.instantUnreachable), {
    signature,
    rejection: INSTANT_UNREACHABLE,
  });
  return { ok: true, payment: rejected };
}

/** After a fall-back the fee stays the signed one: nobody pays more than he approved. */
async function payOrdinarily(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: Payment,
  signature: PaymentSignature,
  signedAt: Date,
  fallBack: { readonly executedAsSepa?: true } = {},
): Promise<Paid> {
  const outcome = await deps.bank.hold(context.tx, toTransfer(payment, signature, 'INDIVIDUAL_SEPA'));
  if (!outcome.ok) return outcome;
  const executeAt = ordinaryTime(deps.bank, payment, signedAt, payment.executionDate);
  const signed = await transitionPayment(deps, context, payment, stepsFrom(payment.status, STATUS_PATHS.ordinarySigned), {
    signature,
    executeAt,
    executionDate: bankDate(executeAt, payment.bankCountry),
    ...fallBack,
  });
  await scheduleExecution(deps, context.tx, signed, executeAt);
  return { ok: true, payment: signed };
}
