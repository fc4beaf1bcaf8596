/** Moves a locked payment along the status table: every step is checked, timed, and a final one is audited. */
import type { TransactionStatus } from '@portico/contract';
import type { Clock } from '#platform/clock.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Payment, PaymentChange } from './payment.ts';
import { writeMoves } from './payment-moves-store.ts';
import { canMove, isFinal } from './payment-status.ts';

/** The audit chain of one payment. */
export const paymentChain = (paymentId: string): string => `payment:${paymentId}`;

/** Answers the payment as it is afterwards. @throws when the table forbids a step: a mistake of ours, never of a caller. */
export async function movePayment(
  { clock }: { clock: Clock },
  context: WriteContext,
  payment: Payment,
  path: readonly TransactionStatus[],
  change: PaymentChange = {},
): Promise<Payment> {
  let from = payment.status;
  for (const to of path) {
    if (!canMove(from, to)) throw new Error(`Payment ${payment.paymentId} cannot move from ${from} to ${to}.`);
    from = to;
  }
  await writeMoves(context.tx, payment, path, change, await clock.now(context.tx, payment.sandboxId));
  const moved: Payment = { ...payment, ...change, status: from };
  if (isFinal(moved.status)) await auditEnd(context, moved);
  return moved;
}

async function auditEnd(context: WriteContext, payment: Payment): Promise<void> {
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
      creditorName: payment.creditorName,
      creditorIban: payment.creditorIban,
      debtorIban: signature?.debtorIban,
      executedAsSepa: payment.executedAsSepa,
    },
  });
}

function eventOf({ status, schedule }: Payment): string {
  if (status === 'RJCT') return 'payment.rejected';
  if (status === 'CANC') return 'payment.cancelled';
  return schedule === undefined ? 'payment.executed' : 'payment.ended';
}
