/** Rejects an unsigned payment: the customer refused, the session expired, or the account is closed. Does nothing for a payment that has ended. */

import type { TransactionStatus } from '@portico/contract';
import type { WriteContext } from '#platform/db/run-write.ts';
import { Gone } from '#platform/tenant/gone.ts';
import type { PaymentsDeps } from '../deps.ts';
import type { Rejection } from '../model/payment.ts';
import { awaitsSignature, STATUS_PATHS } from '../model/payment-status.ts';
import { lockPayment, lockPayments } from '../store/payment-store.ts';
import type { PaymentToExecute } from './schedule-execution.ts';
import { transitionPayment, transitionPayments } from './transition.ts';

export type RejectReason = 'refused' | 'expired' | 'accountClosed';

const REJECTIONS: Readonly<Record<RejectReason, Rejection>> = {
  refused: { code: 'PAYMENT_FAILED', text: 'The customer refused the payment. No money was moved.' },
  expired: { code: 'RESOURCE_EXPIRED', text: 'The customer did not sign in time. No money was moved. Send the payment again.' },
  accountClosed: { code: 'RESOURCE_BLOCKED', text: "The customer's account is no longer open. No money was moved." },
};

/** Returns the status afterwards; a signed or ended payment keeps its status. */
export async function rejectPayment(
  deps: PaymentsDeps,
  context: WriteContext,
  { sandboxId, paymentId }: PaymentToExecute,
  reason: RejectReason,
): Promise<TransactionStatus> {
  const payment = await lockPayment(context.tx, sandboxId, paymentId);
  if (payment === undefined) throw new Gone(`There is no payment ${paymentId} to reject.`);
  if (!awaitsSignature(payment.status)) return payment.status;
  const rejected = await transitionPayment(deps, context, payment, { path: STATUS_PATHS.rejected, change: { rejection: REJECTIONS[reason] } });
  return rejected.status;
}

/** Rejects the unsigned ones among these payments of one sandbox as expired, with a constant number of statements. */
export async function expirePayments(deps: PaymentsDeps, context: WriteContext, sandboxId: string, paymentIds: readonly string[]): Promise<void> {
  const locked = await lockPayments(context.tx, sandboxId, paymentIds);
  const plan = { path: STATUS_PATHS.rejected, change: { rejection: REJECTIONS.expired } };
  const unsigned = locked.filter(({ status }) => awaitsSignature(status));
  await transitionPayments(
    deps,
    context,
    unsigned.map((payment) => ({ payment, plan })),
  );
}
