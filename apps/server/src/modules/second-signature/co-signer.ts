/** Authorises second signatories: the customer of this browser's bank session, for payments of the companies for which they sign. */
import type { AwaitedPayment } from '#modules/payments/index.ts';
import type { BankVisitor } from '#modules/sign-in/index.ts';
import type { AskedFor } from './asked-store.ts';
import type { SecondSignatureDeps } from './deps.ts';
import { decidedOtherwise, paymentUnknown } from './refusals.ts';

export type CoSigner = BankVisitor;

/**
 * A second signatory must be listed at the first signature and still sign for the company now. The person who signed first is refused, even under
 * another customer id.
 */
export function isOwn({ customer, companies }: CoSigner, payment: AwaitedPayment): boolean {
  if (payment.stateOf(customer.customerId) === undefined || payment.isSignedFirstBy(customer)) return false;
  return companies.some(({ customerId }) => customerId === payment.customerId);
}

/** @throws UiRefusal 404: there is no such payment, or this customer may not sign it. */
export function requireOwn(coSigner: CoSigner, payment: AwaitedPayment | undefined): AwaitedPayment {
  if (payment === undefined || !isOwn(coSigner, payment)) throw paymentUnknown();
  return payment;
}

/** @throws UiRefusal 404 as {@link requireOwn}, 409 when the payment no longer awaits a decision. */
export function requireOpen(coSigner: CoSigner, payment: AwaitedPayment | undefined): AwaitedPayment {
  const own = requireOwn(coSigner, payment);
  if (!own.isOpen || own.stateOf(coSigner.customer.customerId) !== 'awaited') throw decidedOtherwise();
  return own;
}

export async function findOwn({ platform, payments }: SecondSignatureDeps, coSigner: CoSigner, paymentId: string): Promise<AwaitedPayment> {
  return requireOwn(coSigner, await payments.secondSignatures.find(platform.db, coSigner.customer.sandboxId, paymentId));
}

export function askedFor({ customer: { sandboxId, customerId } }: CoSigner, paymentId: string): AskedFor {
  return { sandboxId, customerId, paymentId };
}
