/** The module as other modules see it: one object for signing and for the jobs. */
import type { Clock } from '#platform/clock.ts';
import type { Reader } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Random } from '#platform/random.ts';
import type { Bank } from '../bank/index.ts';
import { checkSignature, signatureFee } from './check-signature.ts';
import { endOpenPayments } from './end-open-payments.ts';
import { executePayment } from './execute-payment.ts';
import type { Payment } from './payment.ts';
import { toDetails, toSigningResult } from './payment-mapping.ts';
import { deletePayments, findNextExecution, findPayment } from './payment-store.ts';
import type { ExaminedPayment, Payments, SignPayment } from './payments.ts';
import { toPeriodicDetails } from './periodic/periodic-mapping.ts';
import { isPeriodic, type PeriodicPayment } from './periodic/periodic-payment.ts';
import { rejectPayment } from './reject-payment.ts';
import { paymentScaContent } from './sca-content.ts';
import { EXECUTE_QUEUE, type PaymentToExecute } from './send-execution.ts';
import { signPayment } from './sign-payment.ts';

export interface PaymentsDeps {
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly random: Random;
  readonly bank: Bank;
}

/** Declares the execution job too, so make it before `jobs.start`. */
export function createPayments(deps: PaymentsDeps): Payments {
  deps.jobs.define<PaymentToExecute>(EXECUTE_QUEUE, (data) => executePayment(deps, data));
  return {
    async details(reader, sandboxId, paymentId) {
      const payment = await findPayment(reader, sandboxId, paymentId);
      return payment === undefined ? undefined : toDetails(payment);
    },
    async examine(reader, input) {
      const payment = await findPayment(reader, input.sandboxId, input.paymentId);
      return payment && { details: toDetails(payment), ...examinePayment(deps, payment, input) };
    },
    periodic: {
      async details(reader, sandboxId, paymentId) {
        const payment = await findPeriodicPayment(reader, sandboxId, paymentId);
        return payment && toPeriodicDetails(payment);
      },
      async examine(reader, input) {
        const payment = await findPeriodicPayment(reader, input.sandboxId, input.paymentId);
        return payment && { details: toPeriodicDetails(payment), ...examinePayment(deps, payment, input) };
      },
    },
    async sign(context, input) {
      return toSigningResult(await signPayment(deps, context, input));
    },
    reject: (context, sandboxId, paymentId, reason) => rejectPayment(deps, context, { sandboxId, paymentId }, reason),
    endOpen: (context, owner) => endOpenPayments(deps, context, owner),
    nextExecution: findNextExecution,
    execute: (payment) => executePayment(deps, payment),
    forgetSandbox: deletePayments,
    async feeCents(reader, sandboxId, paymentId, debtorIban) {
      return signatureFee(deps.bank, await requirePayment(reader, { sandboxId, paymentId }), debtorIban);
    },
  };
}

function examinePayment({ bank, clock }: PaymentsDeps, payment: Payment, input: SignPayment): Omit<ExaminedPayment<unknown>, 'details'> {
  return {
    content: paymentScaContent(payment, input, signatureFee(bank, payment, input.debtorAccountIban)),
    async check(reader) {
      await checkSignature(bank, reader, payment, input, await clock.now(reader, payment.sandboxId));
    },
  };
}

async function findPeriodicPayment(reader: Reader, sandboxId: string, paymentId: string): Promise<PeriodicPayment | undefined> {
  const payment = await findPayment(reader, sandboxId, paymentId);
  return payment !== undefined && isPeriodic(payment) ? payment : undefined;
}

async function requirePayment(reader: Reader, { sandboxId, paymentId }: PaymentToExecute): Promise<Payment> {
  const payment = await findPayment(reader, sandboxId, paymentId);
  if (payment === undefined) throw new Error(`There is no payment ${paymentId}.`);
  return payment;
}
