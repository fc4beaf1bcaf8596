/** Ends open payments at a reset: rejects unsigned ones, cancels signed and periodic ones, and releases their holds. */
import type { Owner } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { stopBulk } from '../execution/conclude-bulk.ts';
import { releaseFunds } from '../execution/release-funds.ts';
import { transitionPayment, transitionPayments } from '../lifecycle/transition.ts';
import { isBulk } from '../model/kind.ts';
import type { AnyPayment, Rejection } from '../model/payment.ts';
import { awaitsSignature, canMove, STATUS_PATHS } from '../model/payment-status.ts';
import { listOpenPayments, lockPayments } from '../store/payment-store.ts';

const RESET: Rejection = { code: 'RESOURCE_EXPIRED', text: "The customer's sandbox was reset. No money was moved. Send the payment again." };

export async function endOpenPayments(deps: PaymentsDeps, context: WriteContext, owner: Owner): Promise<void> {
  await endListed(deps, context, owner);
  // Again, because a periodic payment may have been making a run during the first pass; its lock was held until the run existed.
  await endListed(deps, context, owner);
}

/** Unsigned payments end with a constant number of statements, because an application can request any number of them. */
async function endListed(deps: PaymentsDeps, context: WriteContext, owner: Owner): Promise<void> {
  const open = await lockPayments(context.tx, owner.sandboxId, await listOpenPayments(context.tx, owner));
  const isUnsigned = ({ status }: AnyPayment) => awaitsSignature(status);
  const plan = { path: STATUS_PATHS.rejected, change: { rejection: RESET } };
  const unsigned = open.filter(isUnsigned).map((payment) => ({ payment, plan }));
  await transitionPayments(deps, context, unsigned);
  for (const payment of open) {
    if (isUnsigned(payment)) continue;
    await releaseFunds(deps.bank, context.tx, payment);
    if (canMove(payment.status, 'CANC')) await transitionPayment(deps, context, payment, { path: STATUS_PATHS.cancelled, change: {} });
    else if (isBulk(payment)) await stopBulk(deps, context, payment, RESET);
    else if (canMove(payment.status, 'RJCT')) await transitionPayment(deps, context, payment, plan);
  }
}
