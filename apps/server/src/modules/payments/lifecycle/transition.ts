/** Moves a locked payment along the status table: every step is checked, timed, and a final one is audited. */
import type { TransactionStatus } from '@portico/contract';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { AnyPayment, PaymentChange } from '../model/payment.ts';
import { canMove, isFinal } from '../model/payment-status.ts';
import { writeMoves } from '../store/transition-store.ts';

/** The audit chain of one payment. */
export const paymentChain = (paymentId: string): string => `payment:${paymentId}`;

/** Answers the payment as it is afterwards. @throws when the table forbids a step: a mistake of ours, never of a caller. */
export async function transitionPayment<Moved extends AnyPayment>(
  { clock }: { clock: Clock },
  context: WriteContext,
  payment: Moved,
  path: readonly TransactionStatus[],
  change: PaymentChange = {},
): Promise<Moved> {
  const { paymentId, sandboxId } = payment;
  const status = requireMoves(paymentId, payment.status, path);
  await writeMoves(context.tx, { sandboxId, paymentIds: [paymentId], status: payment.status }, path, change, await clock.now(context.tx, sandboxId));
  const moved: Moved = { ...payment, ...change, status };
  if (isFinal(moved.status)) await auditEnd(context, moved);
  return moved;
}

/** Answers the last status. @throws when the table forbids a step. */
export function requireMoves(paymentId: string, from: TransactionStatus, path: readonly TransactionStatus[]): TransactionStatus {
  let status = from;
  for (const to of path) {
    if (!canMove(status, to)) throw new Error(`Payment ${paymentId} cannot move from ${status} to ${to}.`);
    status = to;
  }
  return status;
}

/** The row of a payment that has arrived at a final status. */
export async function auditEnd(context: WriteContext, payment: AnyPayment): Promise<void> {
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
