/** Who may see and decide what: the customer of this browser's bank session, and the payments of the companies for which he signs second. */
import type { AwaitedPayment } from '#modules/payments/index.ts';
import type { BankVisitor } from '#modules/sign-in/index.ts';
import type { AskedFor } from './asked-store.ts';
import type { SecondSignatureDeps } from './deps.ts';
import { decidedOtherwise, paymentUnknown } from './refusals.ts';

export type CoSigner = BankVisitor;

/** Who may sign second is decided twice: by the bank at the first signature, and now. Nobody gives both signatures, under another customer id either. */
export function isOwn({ customer, companies }: CoSigner, payment: AwaitedPayment): boolean {
  if (payment.stateOf(customer.customerId) === undefined || payment.isSignedFirstBy(customer)) return false;
  return companies.some(({ customerId }) => customerId === payment.customerId);
}

/** @throws UiRefusal 404: there is no such payment, or it is not his to co-sign. */
export function requireOwn(coSigner: CoSigner, payment: AwaitedPayment | undefined): AwaitedPayment {
  if (payment === undefined || !isOwn(coSigner, payment)) throw paymentUnknown();
  return payment;
}

/** @throws UiRefusal 404 as {@link requireOwn}, 409 when nothing is to be decided any more. */
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
