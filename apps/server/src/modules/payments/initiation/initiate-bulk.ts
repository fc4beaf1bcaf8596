/** Initiation of a bulk payment: its rules, and what only the clock knows. Each step takes all items at once. */
import type { BulkPaymentInitiation } from '@portico/contract';
import { addCents } from '@portico/primitives';
import { bankDate } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { executionDayOf } from '../execution/execution-day.ts';
import type { NewBulkPayment, NewPayment } from '../model/payment.ts';
import { insertItems } from '../store/item-store.ts';
import { insertPayment } from '../store/payment-store.ts';
import { type InitiatedPayment, type PaymentRequest, recordInitiation, requireOwnDebtorAccount, toPayeeCheck } from './initiate-payment.ts';
import { requireBulkRules } from './rules/bulk-rules.ts';
import { dateIsOffered } from './rules/execution-rules.ts';
import { requireNoBreach } from './rules/payment-rules.ts';
import { toPayeeOrder, toTerms } from './to-order.ts';

type InitiatedBulk = PaymentRequest<BulkPaymentInitiation>;

/** @throws TppRefusal 400 with the path of what cannot be accepted. */
export async function initiateBulkPayment(deps: PaymentRoutesDeps, input: InitiatedBulk): Promise<InitiatedPayment> {
  const { caller, product, initiation, idempotency } = input;
  requireBulkRules(initiation, product);
  return deps.write(
    async (context) => {
      const now = await deps.clock.now(context.tx, caller.sandboxId);
      const today = bankDate(now, caller.bankCountry);
      requireNoBreach(dateIsOffered(initiation.requestedExecutionDate, today));
      return acceptBulk(deps, context, input, now);
    },
    { idempotency },
  );
}

async function acceptBulk(deps: PaymentRoutesDeps, context: WriteContext, input: InitiatedBulk, now: Date): Promise<InitiatedPayment> {
  const { caller, product, initiation, idempotency } = input;
  const { sandboxId, customerId, appId, bankCountry } = caller;
  await requireOwnDebtorAccount(deps.bank, context.tx, input);

  const orders = initiation.payments.map(toPayeeOrder);
  const paymentId = deps.random.id('pay');
  const terms = { ...toTerms(product, initiation), bankCountry, receivedAt: now };
  const common = { ...terms, sandboxId, customerId, appId, requestId: idempotency.key, executionDate: executionDayOf(deps.bank, terms, now) };
  const bulk: NewBulkPayment = {
    ...common,
    paymentId,
    amountCents: addCents(...orders.map(({ amountCents }) => amountCents)),
    currency: 'EUR',
    bulk: { itemCount: orders.length, batchBooking: initiation.batchBookingPreferred },
  };
  const payees = orders.map(({ creditorIban, creditorName }) => ({ iban: creditorIban, name: creditorName }));
  const verifications = await deps.bank.verifyPayees(context.tx, sandboxId, payees);
  const items = orders.map(
    (order, number): NewPayment => ({
      ...common,
      ...order,
      paymentId: deps.random.id('pay'),
      item: { bulkPaymentId: paymentId, number },
      payee: toPayeeCheck(order.creditorName, verifications[number], now),
    }),
  );
  await insertPayment(context.tx, bulk);
  await insertItems(context.tx, items);
  return recordInitiation(deps, context, input, bulk, orders);
}
