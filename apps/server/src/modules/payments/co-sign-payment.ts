/** The co-signer of the sandbox signs by himself; the payment then runs as if one signature had been enough, or is rejected. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { movePayment, paymentChain } from './move-payment.ts';
import { type PaySignedDeps, paySigned } from './pay-signed.ts';
import type { Payment, PaymentSignature } from './payment.ts';
import { STATUS_PATHS } from './payment-status.ts';
import { toRejection } from './to-rejection.ts';

/** Only for a locked payment that waits for its co-signer. */
export async function coSignPayment(deps: PaySignedDeps, context: WriteContext, payment: Payment, signature: PaymentSignature): Promise<void> {
  const { paymentId, sandboxId, customerId, appId } = payment;
  const signedAt = await deps.clock.now(context.tx, sandboxId);
  await context.audit({
    chain: paymentChain(paymentId),
    sandboxId,
    event: 'payment.co-signed',
    ids: { paymentId, customerId, appId },
    content: { signedAt: signedAt.toISOString() },
  });
  const paid = await paySigned(deps, context, payment, signature, signedAt);
  if (!paid.ok) await movePayment(deps, context, payment, STATUS_PATHS.rejected, { rejection: toRejection(paid) });
}
