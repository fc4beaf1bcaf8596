/** Ends open payments at a reset: rejects unsigned ones, cancels signed and periodic ones, and releases their holds. */
import type { Owner } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { stopBulk } from '../execution/conclude-bulk.ts';
import { releaseFunds } from '../execution/release-funds.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import { isBulk } from '../model/bulk-payment.ts';
import type { Rejection } from '../model/payment.ts';
import { awaitsSignature, canMove, STATUS_PATHS } from '../model/payment-status.ts';
import { listOpenPayments, lockPayment } from '../store/payment-store.ts';

const RESET: Rejection = { code: 'RESOURCE_EXPIRED', text: "The customer's sandbox was reset. No money was moved. Send the payment again." };

export async function endOpenPayments(deps: PaymentsDeps, context: WriteContext, owner: Owner): Promise<void> {
  await endListed(deps, context, owner);
  // Again, because a periodic payment may have been making a run during the first pass; its lock was held until the run existed.
  await endListed(deps, context, owner);
}

async function endListed(deps: PaymentsDeps, context: WriteContext, owner: Owner): Promise<void> {
  for (const paymentId of await listOpenPayments(context.tx, owner)) {
    const payment = await lockPayment(context.tx, owner.sandboxId, paymentId);
    if (payment === undefined) continue;
    if (awaitsSignature(payment.status)) {
      await transitionPayment(deps, context, payment, { path: STATUS_PATHS.rejected, change: { rejection: RESET } });
      continue;
    }
    await releaseFunds(deps.bank, context.tx, payment);
    if (canMove(payment.status, 'CANC')) await transitionPayment(deps, context, payment, { path: STATUS_PATHS.cancelled, change: {} });
    else if (isBulk(payment)) await stopBulk(deps, context, payment, RESET);
    else if (canMove(payment.status, 'RJCT'))
      await transitionPayment(deps, context, payment, { path: STATUS_PATHS.rejected, change: { rejection: RESET } });
  }
}
