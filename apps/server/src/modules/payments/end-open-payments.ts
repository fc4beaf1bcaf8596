/** A reset ends what has not come to an end: unsigned payments are rejected, signed ones cancelled and their money freed. */
import type { Clock } from '#platform/clock.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Bank, Owner } from '../bank/index.ts';
import { movePayment } from './move-payment.ts';
import type { Rejection } from './payment.ts';
import { awaitsSignature, canMove } from './payment-status.ts';
import { listOpenPayments, lockPayment } from './payment-store.ts';

const RESET: Rejection = { code: 'RESOURCE_EXPIRED', text: "The customer's sandbox was reset. No money was moved. Send the payment again." };

export async function endOpenPayments(deps: { readonly clock: Clock; readonly bank: Bank }, context: WriteContext, owner: Owner): Promise<void> {
  for (const paymentId of await listOpenPayments(context.tx, owner)) {
    const payment = await lockPayment(context.tx, owner.sandboxId, paymentId);
    if (payment === undefined) continue;
    if (awaitsSignature(payment.status)) {
      await movePayment(deps, context, payment, ['RJCT'], { rejection: RESET });
      continue;
    }
    await deps.bank.releaseHold(context.tx, paymentId);
    if (canMove(payment.status, 'CANC')) await movePayment(deps, context, payment, ['CANC']);
    else if (canMove(payment.status, 'RJCT')) await movePayment(deps, context, payment, ['RJCT'], { rejection: RESET });
  }
}
