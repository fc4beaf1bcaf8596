/** A single payment that is signed where it was ordered: its rules and its row. Who asks for the signature, and how, is the caller's. */
import { bankDate } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { paymentChain } from '../lifecycle/transition.ts';
import { createPayment, type StorableOrder } from './initiate-payment.ts';
import { dateIsOffered } from './rules/execution-rules.ts';
import { requireNoBreach, requireRules } from './rules/payment-rules.ts';

/** Answers the payment's id. @throws TppRefusal 400 with the path of what cannot be accepted. */
export async function initiateDirectly(deps: PaymentsDeps, context: WriteContext, order: StorableOrder): Promise<string> {
  const { caller, product, initiation } = order;
  const { requestedExecutionDate } = initiation;
  requireRules(initiation, product);
  const now = await deps.clock.now(context.tx, caller.sandboxId);
  const today = bankDate(now, caller.bankCountry);
  requireNoBreach(dateIsOffered(requestedExecutionDate, today));
  const { paymentId, sandboxId, customerId, appId } = await createPayment(deps, context, order, { now });
  await context.audit({ chain: paymentChain(paymentId), sandboxId, event: 'payment.received', ids: { paymentId, customerId, appId } });
  return paymentId;
}
