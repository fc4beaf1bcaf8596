/** Who may see and decide what: the customer of this browser's bank session, and the payments of the companies for which he signs second. */
import type { FastifyRequest } from 'fastify';
import type { Customer, SigningParty } from '../bank/index.ts';
import type { AwaitedPayment } from '../payments/index.ts';
import type { BankSession } from '../sign-in/index.ts';
import type { AskedFor } from './asked-store.ts';
import type { CoSigningDeps } from './co-signing-deps.ts';
import { decidedOtherwise, paymentUnknown, signInAgain } from './co-signing-errors.ts';

export interface CoSigner {
  readonly session: BankSession;
  readonly customer: Customer;
  readonly companies: readonly SigningParty[];
}

/** @throws UiRefusal 410. */
export async function requireCoSigner(
  { platform, bank, signIn }: CoSigningDeps,
  request: FastifyRequest,
  options: { readonly touch: boolean },
): Promise<CoSigner> {
  const session = await signIn.currentSession(request, options);
  const customer = session === undefined ? undefined : await bank.findCustomer(session);
  if (session === undefined || customer === undefined) throw signInAgain();
  return { session, customer, companies: await bank.listSignedFor(platform.db, customer) };
}

/** @throws UiRefusal 404: there is no such payment, or it is not his to co-sign. */
export function requireOwn({ customer, companies }: CoSigner, payment: AwaitedPayment | undefined): AwaitedPayment {
  if (payment === undefined || payment.stateOf(customer.customerId) === undefined) throw paymentUnknown();
  if (!companies.some(({ customerId }) => customerId === payment.customerId)) throw paymentUnknown();
  return payment;
}

/** @throws UiRefusal 404 as {@link requireOwn}, 409 when nothing is to be decided any more. */
export function requireOpen(coSigner: CoSigner, payment: AwaitedPayment | undefined): AwaitedPayment {
  const own = requireOwn(coSigner, payment);
  if (!own.isOpen || own.stateOf(coSigner.customer.customerId) !== 'awaited') throw decidedOtherwise();
  return own;
}

export async function findOwn({ platform, payments }: CoSigningDeps, coSigner: CoSigner, paymentId: string): Promise<AwaitedPayment> {
  return requireOwn(coSigner, await payments.coSigning.find(platform.db, coSigner.customer.sandboxId, paymentId));
}

export function askedFor({ customer: { sandboxId, customerId } }: CoSigner, paymentId: string): AskedFor {
  return { sandboxId, customerId, paymentId };
}
