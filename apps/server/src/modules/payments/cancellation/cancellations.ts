/** The customer takes back what he signed: status, money and audit move together in the caller's transaction, or not at all. */

import type { Reader } from '#platform/db/database.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { Gone } from '#platform/tenant/gone.ts';
import type { PaymentsDeps } from '../deps.ts';
import { releaseFunds } from '../execution/release-funds.ts';
import { paymentChain, transitionPayment } from '../lifecycle/transition.ts';
import type { AnyPayment, PaymentSignature } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import type { CancellationsToSign, SignPayment } from '../payments.ts';
import { findPayment, lockPaymentAtMoment } from '../store/payment-store.ts';
import { cancellationContent } from './cancellation-content.ts';
import { cancellationOf } from './cancellation-rules.ts';

type SignedPayment = AnyPayment & { readonly signature: PaymentSignature };

export function createCancellations(deps: PaymentsDeps): CancellationsToSign {
  return {
    async examine(reader, input) {
      const payment = await findPayment(reader, input.sandboxId, input.paymentId);
      if (payment === undefined || !isSigned(payment)) return undefined;
      return {
        content: await cancellationContent(reader, payment, payment.signature),
        check: async (current) => requireCancellable(payment, input, await deps.clock.now(current, input.sandboxId)),
      };
    },
    async sign(context, input) {
      const { paymentId, sandboxId, customerId } = input;
      const locked = await lockPaymentAtMoment(context.tx, sandboxId, paymentId);
      if (locked === undefined) throw new Gone(`There is no payment ${paymentId} to cancel.`);
      const { payment } = locked;
      if (payment.customerId !== customerId || !isSigned(payment)) throw new Gone(`There is no payment ${paymentId} to cancel.`);
      requireCancellable(payment, input, locked.moment);
      const now = await deps.clock.now(context.tx, sandboxId);
      await context.audit({
        chain: paymentChain(paymentId),
        sandboxId,
        event: 'payment.cancellation-signed',
        ids: { paymentId, customerId, appId: payment.appId, status: payment.status },
      });
      await releaseFunds(deps.bank, context.tx, payment);
      const { status } = await transitionPayment(deps, context, payment, { path: STATUS_PATHS.cancelled, change: {} });
      return { transactionStatus: status, signedAt: now.toISOString() };
    },
    leave: async (reader, sandboxId, paymentId) => (await requirePayment(reader, sandboxId, paymentId)).status,
  };
}

/** Asked before the customer's device is, and again with the payment locked: an execution may have been faster. */
function requireCancellable(payment: SignedPayment, { debtorAccountIban }: SignPayment, now: Date): void {
  const cancellation = cancellationOf(payment, now);
  if (cancellation.way === 'none') {
    const text = `${cancellation.obstacle} Nothing was changed by this. Go back to the service provider to see its status.`;
    throw new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
  }
  if (debtorAccountIban === payment.signature.debtorIban) return;
  const text = 'The payment was not signed from this account. It was not cancelled. Choose the account it is to be paid from.';
  throw new UiRefusal(400, 'ACCOUNT_UNKNOWN', text, { path: 'debtorAccountIban' });
}

function isSigned(payment: AnyPayment): payment is SignedPayment {
  return payment.signature !== undefined;
}

async function requirePayment(reader: Reader, sandboxId: string, paymentId: string): Promise<AnyPayment> {
  const payment = await findPayment(reader, sandboxId, paymentId);
  if (payment === undefined) throw new Gone(`There is no payment ${paymentId}.`);
  return payment;
}
