/** Signs a payment: status, money and audit change together in the caller's transaction, or not at all. */

import { digestPerson, signatoryNameOf } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { Gone } from '#platform/tenant/gone.ts';
import type { PaymentsDeps } from '../deps.ts';
import { execute } from '../execution/execute.ts';
import { onItsDay } from '../execution/execution-day.ts';
import { paymentChain, transitionPayment } from '../lifecycle/transition.ts';
import { isBulk } from '../model/kind.ts';
import type { AnyPayment, PaymentSignature } from '../model/payment.ts';
import { awaitsSignature, STATUS_PATHS } from '../model/payment-status.ts';
import { type Planned, planned, withSignature } from '../model/plan.ts';
import { afterFirstSignature } from '../model/signatories.ts';
import type { LockedPayment, SignPayment } from '../payments.ts';
import { listItems } from '../store/item-store.ts';
import { lockPayment } from '../store/payment-store.ts';
import { writeSignatories } from '../store/signatory-store.ts';
import { digestOfItems } from './bulk-signing-content.ts';
import { toRefusal } from './debit-refusals.ts';
import { checkSignature } from './debtor-checks.ts';
import { firstAskedAt } from './poll-second-signature.ts';

/** @throws UiRefusal 409 when it is already signed or has ended; 400 as {@link checkSignature}. Nothing is booked then. */
export async function signPayment(
  deps: PaymentsDeps,
  context: WriteContext,
  input: SignPayment & { readonly customerId: string },
  examined?: LockedPayment,
): Promise<AnyPayment> {
  const locked = examined?.payment ?? (await lockPayment(context.tx, input.sandboxId, input.paymentId));
  if (locked === undefined || locked.customerId !== input.customerId) throw new Gone(`There is no payment ${input.paymentId} to sign.`);
  requireUnsigned(locked);
  const signedAt = await deps.clock.now(context.tx, locked.sandboxId);
  const payment = onItsDay(deps.bank, locked, signedAt);
  const { feeCents, needsSecondSignature } = await checkSignature(deps.bank, context.tx, payment, input, signedAt, examined);
  const signature: PaymentSignature = {
    debtorIban: input.debtorAccountIban,
    debtorDetails: input.debtorDetails,
    feeCents,
    signedAt,
  };
  await auditSignature(context, payment, signature);
  const outcome = needsSecondSignature ? awaitCoSigner(payment, signature) : await execute(deps, context.tx, { ...payment, signature }, signedAt);
  if (!outcome.ok) throw toRefusal(outcome, payment);
  const signed = await transitionPayment(deps, context, payment, withSignature(outcome.plan, signature));
  return needsSecondSignature ? recordFirstSignature(deps, context, signed, signature) : signed;
}

/** No money is reserved yet: the funds are checked at the last signature. */
function awaitCoSigner({ executionDate }: AnyPayment, signature: PaymentSignature): Planned {
  return planned({ path: STATUS_PATHS.firstSigned, change: { executionDate }, executeAt: firstAskedAt(signature) });
}

async function recordFirstSignature(
  { bank, keys }: PaymentsDeps,
  context: WriteContext,
  payment: AnyPayment,
  { signedAt }: PaymentSignature,
): Promise<AnyPayment> {
  const { sandboxId, customerId } = payment;
  const customer = await bank.findCustomer({ sandboxId, customerId }, context.tx);
  const parties = await bank.listSignatories(context.tx, { sandboxId, customerId });
  const first = customer === undefined ? undefined : { customerId, name: signatoryNameOf(customer), person: digestPerson(keys, customer) };
  const signatories = first && afterFirstSignature(parties, first, signedAt);
  // A core that lists no other signatory still reports the state of the second signature.
  if (signatories === undefined) return payment;
  await writeSignatories(context.tx, payment, signatories);
  return { ...payment, signatories };
}

function requireUnsigned({ status, signature }: AnyPayment): void {
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

async function auditSignature(context: WriteContext, payment: AnyPayment, signature: PaymentSignature): Promise<void> {
  const { paymentId, sandboxId, customerId, appId, amountCents, currency, executionDate, schedule } = payment;
  const payees = isBulk(payment)
    ? { itemCount: payment.bulk.itemCount, itemsDigest: digestOfItems(await listItems(context.tx, payment)) }
    : { creditorName: payment.creditorName, creditorIban: payment.creditorIban };
  await context.audit({
    chain: paymentChain(paymentId),
    sandboxId,
    event: 'payment.signed',
    ids: { paymentId, customerId, appId },
    content: { amountCents, currency, ...payees, executionDate, schedule, ...signature, signedAt: signature.signedAt.toISOString() },
  });
}
