/** Initiation of a periodic payment: the rules of every payment, those of its days, and what only the clock knows. */
import type { PeriodicPaymentInitiation } from '@portico/contract';
import { bankDate } from '#modules/bank/index.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { type InitiatedPayment, initiatePayment, type PaymentRequest } from './initiate-payment.ts';
import { requireNoBreach, requireRules } from './rules/payment-rules.ts';
import { firstExecutionIsAhead, requireSchedule, startIsAhead } from './rules/periodic-rules.ts';

/** @throws TppRefusal 400 with the path of what cannot be accepted. */
export async function initiatePeriodicPayment(deps: PaymentRoutesDeps, input: PaymentRequest<PeriodicPaymentInitiation>): Promise<InitiatedPayment> {
  const { caller, product, initiation, idempotency } = input;
  requireRules(initiation, product);
  const schedule = requireSchedule(initiation, product);
  return deps.write(
    async (context) => {
      const now = await deps.clock.now(context.tx, caller.sandboxId);
      const today = bankDate(now, caller.bankCountry);
      requireNoBreach(startIsAhead(schedule, today) ?? firstExecutionIsAhead(schedule, today));
      return initiatePayment(deps, context, input, { now, schedule });
    },
    { idempotency },
  );
}
