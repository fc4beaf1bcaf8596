/** Initiation of a single payment: its rules, and what only the clock knows. */
import { bankDate } from '#modules/bank/index.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { type InitiatedPayment, initiatePayment, type PaymentRequest } from './initiate-payment.ts';
import { dateIsOffered } from './rules/execution-rules.ts';
import { requireNoBreach, requireRules } from './rules/payment-rules.ts';

/** @throws TppRefusal 400 with the path of what cannot be accepted. */
export async function initiateSingle(deps: PaymentRoutesDeps, input: PaymentRequest): Promise<InitiatedPayment> {
  const { caller, product, initiation, idempotency } = input;
  const { requestedExecutionDate } = initiation;
  requireRules(initiation, product);
  return deps.write(
    async (context) => {
      const now = await deps.clock.now(context.tx, caller.sandboxId);
      const today = bankDate(now, caller.bankCountry);
      requireNoBreach(dateIsOffered(requestedExecutionDate, today));
      return initiatePayment(deps, context, input, { now });
    },
    { idempotency },
  );
}
