/** All signatures are there: the money moves, is held, or waits for the days of a periodic payment, in the caller's transaction. */
import type { Clock } from '#platform/clock.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Bank, TransferOutcome } from '../bank/index.ts';
import { movePayment } from './move-payment.ts';
import type { Payment, PaymentSignature } from './payment.ts';
import { isInstant, toTransfer } from './payment-mapping.ts';
import { STATUS_PATHS } from './payment-status.ts';
import { startRuns } from './periodic/plan-run.ts';
import { sendExecution } from './send-execution.ts';

export interface PaySignedDeps {
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly bank: Bank;
}

type Paid = { readonly ok: true; readonly payment: Payment } | Extract<TransferOutcome, { ok: false }>;

/** `signedAt`: tenant time of the last signature. Where the answer is not `ok`, nothing was booked, held or moved. */
export async function paySigned(
  deps: PaySignedDeps,
  context: WriteContext,
  payment: Payment,
  signature: PaymentSignature,
  signedAt: Date,
): Promise<Paid> {
  const { schedule } = payment;
  if (schedule !== undefined) return { ok: true, payment: await startRuns(deps, context, { ...payment, schedule }, signature, signedAt) };
  const pay = isInstant(payment.product) ? payInstantly : payOrdinarily;
  return pay(deps, context, payment, signature, signedAt);
}

async function payInstantly(
  deps: PaySignedDeps,
  context: WriteContext,
  payment: Payment,
  signature: PaymentSignature,
  signedAt: Date,
): Promise<Paid> {
  const outcome = await deps.bank.transferInstantly(context.tx, toTransfer(payment, signature, 'INDIVIDUAL_INSTANT_SEPA'));
  if (outcome.ok) return { ok: true, payment: await movePayment(deps, context, payment, STATUS_PATHS.instantSettled, { signature }) };
  if (outcome.reason !== 'instantNotReachable') return outcome;
  if (payment.retryAsSepa) return payOrdinarily(deps, context, payment, signature, signedAt, { executedAsSepa: true });
  const rejected = await movePayment(deps, context, payment, STATUS_PATHS.instantUnreachable, {
    signature,
    rejection: {
      code: 'PAYMENT_FAILED',
      text: "The payee's bank takes no instant payments at the moment. No money was moved. Send an ordinary payment, or set retryAsSepa.",
    },
  });
  return { ok: true, payment: rejected };
}

/** After a fall-back the fee stays the signed one: nobody pays more than he approved. */
async function payOrdinarily(
  deps: PaySignedDeps,
  context: WriteContext,
  payment: Payment,
  signature: PaymentSignature,
  signedAt: Date,
  fallBack: { readonly executedAsSepa?: true } = {},
): Promise<Paid> {
  const outcome = await deps.bank.hold(context.tx, toTransfer(payment, signature, 'INDIVIDUAL_SEPA'));
  if (!outcome.ok) return outcome;
  const executeAt = deps.bank.ordinaryExecutionTime(signedAt, payment.executionDate);
  const signed = await movePayment(deps, context, payment, STATUS_PATHS.ordinarySigned, { signature, executeAt, ...fallBack });
  await sendExecution(deps, context.tx, signed, executeAt);
  return { ok: true, payment: signed };
}
