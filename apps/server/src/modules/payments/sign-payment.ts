/** The signature took place: status, money and audit move together in the caller's transaction, or not at all. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { TransferOutcome } from '../bank/index.ts';
import { accountBlockedRefusal, accountUnknownRefusal, checkSignature, currencyRefusal, fundsRefusal } from './check-signature.ts';
import { firstAskedAt } from './co-sign-payment.ts';
import { movePayment, paymentChain } from './move-payment.ts';
import { type PaySignedDeps, paySigned } from './pay-signed.ts';
import type { Payment, PaymentSignature } from './payment.ts';
import { awaitsSignature, STATUS_PATHS } from './payment-status.ts';
import { lockPayment } from './payment-store.ts';
import type { SignPayment } from './payments.ts';
import { sendExecution } from './send-execution.ts';

/** @throws UiRefusal 409 when it is signed already or over; 400 as {@link checkSignature}. Nothing is booked then. */
export async function signPayment(
  deps: PaySignedDeps,
  context: WriteContext,
  input: SignPayment & { readonly customerId: string },
): Promise<Payment> {
  const payment = await lockPayment(context.tx, input.sandboxId, input.paymentId);
  if (payment === undefined || payment.customerId !== input.customerId) throw new Error(`There is no payment ${input.paymentId} to sign.`);
  requireUnsigned(payment);
  const signedAt = await deps.clock.now(context.tx, payment.sandboxId);
  const { feeCents, needsSecondSignature } = await checkSignature(deps.bank, context.tx, payment, input, signedAt);
  const signature: PaymentSignature = {
    debtorIban: input.debtorAccountIban,
    debtorDetails: input.debtorDetails,
    feeCents,
    signedAt,
  };
  await auditSignature(context, payment, signature);
  if (needsSecondSignature) return awaitCoSigner(deps, context, payment, signature);
  const paid = await paySigned(deps, context, payment, signature, signature.signedAt);
  if (paid.ok) return paid.payment;
  throw toRefusal(paid, payment);
}

/** No money is held yet: the funds are checked when the last signature is there. */
async function awaitCoSigner(deps: PaySignedDeps, context: WriteContext, payment: Payment, signature: PaymentSignature): Promise<Payment> {
  const executeAt = firstAskedAt(signature);
  const signed = await movePayment(deps, context, payment, STATUS_PATHS.firstSigned, { signature, executeAt });
  await sendExecution(deps, context.tx, signed, executeAt);
  return signed;
}

function requireUnsigned({ status, signature }: Payment): void {
  if (awaitsSignature(status) && signature === undefined) return;
  if (signature !== undefined) {
    throw new UiRefusal(409, 'ALREADY_SIGNED', 'This payment is already signed. It is not paid a second time. Go back to the service provider.');
  }
  throw new UiRefusal(
    409,
    'SIGNING_STATE_INVALID',
    'This payment was ended before it was signed. No money was moved. Go back to the service provider.',
  );
}

function toRefusal(outcome: Extract<TransferOutcome, { ok: false }>, { currency }: Payment): UiRefusal | Error {
  switch (outcome.reason) {
    case 'insufficientFunds':
      return fundsRefusal(outcome.availableCents, currency);
    case 'accountUnknown':
      return accountUnknownRefusal();
    case 'accountBlocked':
      return accountBlockedRefusal();
    case 'currencyMismatch':
      return currencyRefusal(currency);
    case 'instantNotReachable':
      return new Error('The bank answered an ordinary payment like an instant one.');
  }
}

async function auditSignature(context: WriteContext, payment: Payment, signature: PaymentSignature): Promise<void> {
  const { paymentId, sandboxId, customerId, appId, amountCents, currency, creditorName, creditorIban, executionDate, schedule } = payment;
  await context.audit({
    chain: paymentChain(paymentId),
    sandboxId,
    event: 'payment.signed',
    ids: { paymentId, customerId, appId },
    content: { amountCents, currency, creditorName, creditorIban, executionDate, schedule, ...signature, signedAt: signature.signedAt.toISOString() },
  });
}
