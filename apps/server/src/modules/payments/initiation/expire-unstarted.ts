/**
 * A payment whose application announced an explicit authorisation and never started it expires like an unsigned one. The next query of the
 * payment records this, so no job is needed.
 */
import { SIGNING_TOTAL_SECONDS } from '@portico/contract/values';
import type { Reader } from '#platform/db/database.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { rejectPayment } from '../lifecycle/reject-payment.ts';
import { kindOf } from '../model/kind.ts';
import type { AnyPayment } from '../model/payment.ts';
import { findPayment, lockPayment } from '../store/payment-store.ts';

/** Returns the payment in its current state. */
export async function expireUnstarted(deps: PaymentRoutesDeps, payment: AnyPayment): Promise<AnyPayment> {
  if (!(await hasLapsed(deps, deps.db, payment))) return payment;
  const { sandboxId, paymentId } = payment;
  await deps.write(async (context) => {
    const locked = await lockPayment(context.tx, sandboxId, paymentId);
    if (locked !== undefined && (await hasLapsed(deps, context.tx, locked))) await rejectPayment(deps, context, locked, 'expired');
  });
  return (await findPayment(deps.db, sandboxId, paymentId)) ?? payment;
}

/** A payment with a signing session expires together with the session. */
async function hasLapsed({ clock, signing }: PaymentRoutesDeps, reader: Reader, payment: AnyPayment): Promise<boolean> {
  const { sandboxId, paymentId, status, receivedAt } = payment;
  if (status !== 'RCVD') return false;
  const now = await clock.now(reader, sandboxId);
  if (now.getTime() - receivedAt.getTime() < SIGNING_TOTAL_SECONDS * 1000) return false;
  return (await signing.list(reader, { sandboxId, resourceId: paymentId, kind: kindOf(payment) })).length === 0;
}
