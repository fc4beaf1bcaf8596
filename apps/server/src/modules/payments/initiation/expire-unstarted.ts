/**
 * What time alone does to a payment whose authorisation the application wanted to start and did not: it ends like one that nobody
 * signed in time. It is written down when somebody looks, so no job has to wake for it.
 */
import { SIGNING_TOTAL_SECONDS } from '@portico/contract/values';
import type { Reader } from '#platform/db/database.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { rejectPayment } from '../lifecycle/reject-payment.ts';
import { kindOf } from '../model/kind.ts';
import type { AnyPayment } from '../model/payment.ts';
import { findPayment, lockPayment } from '../store/payment-store.ts';

/** The payment as it is now. */
export async function expireUnstarted(deps: PaymentRoutesDeps, payment: AnyPayment): Promise<AnyPayment> {
  if (!(await hasLapsed(deps, deps.db, payment))) return payment;
  const { sandboxId, paymentId } = payment;
  await deps.write(async (context) => {
    const locked = await lockPayment(context.tx, sandboxId, paymentId);
    if (locked !== undefined && (await hasLapsed(deps, context.tx, locked))) await rejectPayment(deps, context, locked, 'expired');
  });
  return (await findPayment(deps.db, sandboxId, paymentId)) ?? payment;
}

/** A session that was opened ends its payment by itself. */
async function hasLapsed({ clock, signing }: PaymentRoutesDeps, reader: Reader, payment: AnyPayment): Promise<boolean> {
  const { sandboxId, paymentId, status, receivedAt } = payment;
  if (status !== 'RCVD') return false;
  const now = await clock.now(reader, sandboxId);
  if (now.getTime() - receivedAt.getTime() < SIGNING_TOTAL_SECONDS * 1000) return false;
  return (await signing.list(reader, { sandboxId, resourceId: paymentId, kind: kindOf(payment) })).length === 0;
}
