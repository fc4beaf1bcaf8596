/** The module as other modules see it: one object for signing and for the jobs. */

import type { PeriodicPaymentDetails } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import { together } from '#platform/db/prepared.ts';
import { Gone } from '#platform/tenant/gone.ts';
import { type Bank, bankDate, type OrderDecision } from '../bank/index.ts';
import { toBulkDetails } from './api/bulk-view.ts';
import { toDetails, toSigningResult } from './api/payment-view.ts';
import { toPeriodicDetails } from './api/periodic-view.ts';
import { checkSignature, requireFee } from './authorisation/debtor-checks.ts';
import { pollSecondSignature } from './authorisation/poll-second-signature.ts';
import { createSecondSignatures } from './authorisation/second-signature.ts';
import { signPayment } from './authorisation/sign-payment.ts';
import { readSigningContent } from './authorisation/signing-content.ts';
import { createCancellations } from './cancellation/cancellations.ts';
import { endOpenPayments } from './cancellation/end-open-payments.ts';
import type { PaymentsDeps } from './deps.ts';
import { executeDue, executeDuePayment } from './execution/execute-due.ts';
import { isPaidWhenSigned, onItsDay } from './execution/execution-day.ts';
import { followBank } from './execution/follow-bank.ts';
import { initiateDirectly } from './initiation/initiate-directly.ts';
import { expirePayments, rejectPayment } from './lifecycle/reject-payment.ts';
import { EXECUTE_QUEUE, type PaymentToExecute, SECOND_SIGNATURE_QUEUE } from './lifecycle/schedule-execution.ts';
import { decideOn, itemisedFee } from './model/fees.ts';
import { isBulk, isPeriodic, type PeriodicPayment } from './model/kind.ts';
import type { AnyPayment, Payment } from './model/payment.ts';
import { awaitsSignature } from './model/payment-status.ts';
import type { ExaminedPayment, Payments, PaymentsToShow, SignPayment } from './payments.ts';
import { countPayments } from './store/app-payments-store.ts';
import { listItems } from './store/item-store.ts';
import { deletePayments, findNextExecution, findPayment, findTimedPayment } from './store/payment-store.ts';
import { listRuns } from './store/run-store.ts';

/** Declares the jobs of payments too, so make it before `jobs.start`. */
export function createPayments(deps: PaymentsDeps): Payments {
  deps.jobs.define<PaymentToExecute>(EXECUTE_QUEUE, (data) => executeDuePayment(deps, data), { together: (all) => executeDue(deps, all) });
  deps.jobs.define<PaymentToExecute>(SECOND_SIGNATURE_QUEUE, async (payment) => void (await pollSecondSignature(deps, payment)));
  return {
    ...showing(deps, isSingle, async (_reader, payment) => toDetails(payment)),
    periodic: showing(deps, isPeriodic, periodicDetails),
    bulk: showing(deps, isBulk, async (reader, payment) => toBulkDetails(payment, await listItems(reader, payment))),
    take: (context, order) => initiateDirectly(deps, context, order),
    async sign(context, input, locked) {
      return toSigningResult(await signPayment(deps, context, input, locked));
    },
    cancellation: createCancellations(deps),
    secondSignatures: createSecondSignatures(deps),
    expireAll: (context, sandboxId, paymentIds) => expirePayments(deps, context, sandboxId, paymentIds),
    reject: (context, sandboxId, paymentId, reason) => rejectPayment(deps, context, { sandboxId, paymentId }, reason),
    endOpen: (context, owner) => endOpenPayments(deps, context, owner),
    nextExecution: findNextExecution,
    async execute(payment) {
      if (!(await pollSecondSignature(deps, payment))) await executeDuePayment(deps, payment);
    },
    followBank: (context, payment, outcome) => followBank(deps, context, payment, outcome),
    forgetSandbox: deletePayments,
    countOfApp: countPayments,
    async fee(reader, sandboxId, paymentId, debtorIban) {
      const payment = await requirePayment(reader, { sandboxId, paymentId });
      return isBulk(payment)
        ? itemisedFee(deps.bank, reader, payment, debtorIban)
        : { totalCents: await requireFee(deps.bank, reader, payment, debtorIban) };
    },
  };
}

/** Details and content are of the day that holds at the time of the call. */
function showing<Kind extends AnyPayment, Details extends { readonly requestedExecutionDate: string }>(
  deps: PaymentsDeps,
  isKind: (payment: AnyPayment) => payment is Kind,
  detailsOf: (reader: Reader, payment: Kind) => Promise<Details>,
): PaymentsToShow<Details> {
  async function show(reader: Reader, sandboxId: string, paymentId: string, forUpdate?: boolean) {
    const found = await findTimedPayment(reader, sandboxId, paymentId, forUpdate);
    if (found === undefined || !isKind(found.payment)) return undefined;
    const { now } = found;
    const payment = onItsDay(deps.bank, found.payment, now);
    return { found: found.payment, payment, now, details: { ...(await detailsOf(reader, payment)), ...reservation(payment, now) } };
  }

  return {
    async details(reader, sandboxId, paymentId) {
      return (await show(reader, sandboxId, paymentId))?.details;
    },
    async examine(reader, input, forUpdate) {
      const { sandboxId, paymentId, customerId, debtorAccountIban } = input;
      const [shown, account] = await together([
        show(reader, sandboxId, paymentId, forUpdate),
        forUpdate && customerId !== undefined ? deps.bank.findAccount(reader, { sandboxId, customerId }, debtorAccountIban) : undefined,
      ]);
      if (shown === undefined) return undefined;
      const decision = await decideOn(deps.bank, reader, shown.payment, debtorAccountIban);
      return {
        details: shown.details,
        ...(forUpdate && { locked: { payment: shown.found, account, decision } }),
        ...(await examinePayment(deps.bank, reader, { ...shown, decision }, input)),
      };
    },
  };
}

/** The page would otherwise say that a payment which the bank executes on a later day takes no money today. */
function reservation(payment: AnyPayment, now: Date): { readonly isReservedWhenSigned?: true } {
  const isLater = payment.executionDate > bankDate(now, payment.bankCountry);
  return isLater && awaitsSignature(payment.status) && isPaidWhenSigned(payment, now) ? { isReservedWhenSigned: true } : {};
}

async function examinePayment(
  bank: Bank,
  reader: Reader,
  { payment, now, decision }: { readonly payment: AnyPayment; readonly now: Date; readonly decision: OrderDecision },
  input: SignPayment,
): Promise<Pick<ExaminedPayment<unknown>, 'content' | 'check'>> {
  return {
    content: await readSigningContent(reader, payment, input, decision.ok ? decision.feeCents : 0),
    check: async (reader) => void (await checkSignature(bank, reader, payment, input, now, { decision })),
  };
}

const isSingle = (payment: AnyPayment): payment is Payment => !isBulk(payment);

async function periodicDetails(reader: Reader, payment: PeriodicPayment): Promise<PeriodicPaymentDetails> {
  const [latest] = await listRuns(reader, payment, 1);
  return toPeriodicDetails(payment, latest);
}

async function requirePayment(reader: Reader, { sandboxId, paymentId }: PaymentToExecute): Promise<AnyPayment> {
  const payment = await findPayment(reader, sandboxId, paymentId);
  if (payment === undefined) throw new Gone(`There is no payment ${paymentId}.`);
  return payment;
}
