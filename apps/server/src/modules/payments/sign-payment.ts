/** The signature took place: status, money and audit move together in the caller's transaction, or not at all. */
import type { Clock } from '#platform/clock.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Bank, TransferOutcome } from '../bank/index.ts';
import { accountBlockedRefusal, accountUnknownRefusal, checkSignature, currencyRefusal, fundsRefusal } from './check-signature.ts';
import { sendExecution } from './execute-payment.ts';
import { movePayment, paymentChain } from './move-payment.ts';
import type { Payment, PaymentSignature } from './payment.ts';
import { isInstant, toTransfer } from './payment-mapping.ts';
import { awaitsSignature, STATUS_PATHS } from './payment-status.ts';
import { lockPayment } from './payment-store.ts';
import type { SignPayment } from './payments.ts';

export interface SignPaymentDeps {
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly bank: Bank;
}

/** @throws UiRefusal 409 when it is signed already or over; 400 as {@link checkSignature}. Nothing is booked then. */
export async function signPayment(
  deps: SignPaymentDeps,
  context: WriteContext,
  input: SignPayment & { readonly customerId: string },
): Promise<Payment> {
  const payment = await lockPayment(context.tx, input.sandboxId, input.paymentId);
  if (payment === undefined || payment.customerId !== input.customerId) throw new Error(`There is no payment ${input.paymentId} to sign.`);
  requireUnsigned(payment);
  const signature: PaymentSignature = {
    debtorIban: input.debtorAccountIban,
    debtorDetails: input.debtorDetails,
    feeCents: await checkSignature(deps.bank, context.tx, payment, input),
    signedAt: await deps.clock.now(context.tx, payment.sandboxId),
  };
  await auditSignature(context, payment, signature);
  return isInstant(payment.product) ? payInstantly(deps, context, payment, signature) : payOrdinarily(deps, context, payment, signature);
}

async function payInstantly(deps: SignPaymentDeps, context: WriteContext, payment: Payment, signature: PaymentSignature): Promise<Payment> {
  const outcome = await deps.bank.transferInstantly(context.tx, toTransfer(payment, signature, 'INDIVIDUAL_INSTANT_SEPA'));
  if (outcome.ok) return movePayment(deps, context, payment, STATUS_PATHS.instantSettled, { signature });
  if (outcome.reason !== 'instantNotReachable') throw toRefusal(outcome, payment);
  if (payment.retryAsSepa) return payOrdinarily(deps, context, payment, signature, { executedAsSepa: true });
  return movePayment(deps, context, payment, STATUS_PATHS.instantUnreachable, {
    signature,
    rejection: {
      code: 'PAYMENT_FAILED',
      text: "The payee's bank takes no instant payments at the moment. No money was moved. Send an ordinary payment, or set retryAsSepa.",
    },
  });
}

/** After a fall-back the fee stays the signed one: nobody pays more than he approved. */
async function payOrdinarily(
  deps: SignPaymentDeps,
  context: WriteContext,
  payment: Payment,
  signature: PaymentSignature,
  fallBack: { readonly executedAsSepa?: true } = {},
): Promise<Payment> {
  const outcome = await deps.bank.hold(context.tx, toTransfer(payment, signature, 'INDIVIDUAL_SEPA'));
  if (!outcome.ok) throw toRefusal(outcome, payment);
  const executeAt = deps.bank.ordinaryExecutionTime(signature.signedAt, payment.executionDate);
  const signed = await movePayment(deps, context, payment, STATUS_PATHS.ordinarySigned, { signature, executeAt, ...fallBack });
  await sendExecution(deps, context.tx, signed, executeAt);
  return signed;
}

function requireUnsigned({ status, signature }: Payment): void {
  if (awaitsSignature(status)) return;
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
  const { paymentId, sandboxId, customerId, appId, amountCents, currency, creditorName, creditorIban, executionDate } = payment;
  await context.audit({
    chain: paymentChain(paymentId),
    sandboxId,
    event: 'payment.signed',
    ids: { paymentId, customerId, appId },
    content: { amountCents, currency, creditorName, creditorIban, executionDate, ...signature, signedAt: signature.signedAt.toISOString() },
  });
}
