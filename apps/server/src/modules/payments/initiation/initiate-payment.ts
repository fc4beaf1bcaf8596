/** Receives a validated payment: verifies the payee, stores the payment, opens its signing session. */
import type { PayeeVerification, PaymentInitiation, PaymentProductPath } from '@portico/contract';
import type { Bank, Owner } from '#modules/bank/index.ts';
import type { NotificationWish, Notified } from '#modules/notifications/index.ts';
import type { StartedSigning } from '#modules/signing/index.ts';
import { sentBy, type Xs2aCaller, type Xs2aSender } from '#modules/tpp-apps/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Idempotency, WriteContext } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { PaymentRoutesDeps, PaymentsDeps } from '../deps.ts';
import { executionDayOf } from '../execution/execution-day.ts';
import { paymentChain } from '../lifecycle/transition.ts';
import { feeForProvider } from '../model/fees.ts';
import { kindOf, toNotified } from '../model/kind.ts';
import type { AnyNewPayment, NewPayment, PayeeCheck } from '../model/payment.ts';
import type { Schedule } from '../model/schedule.ts';
import type { PayeeShare } from '../store/item-store.ts';
import { insertPayment } from '../store/payment-store.ts';
import { toOrder } from './to-order.ts';

export interface PaymentRequest<Initiation = PaymentInitiation> extends Xs2aSender {
  readonly product: PaymentProductPath;
  readonly initiation: Initiation;
  /** The application starts the authorisation explicitly. */
  readonly isExplicit: boolean;
  readonly notification: NotificationWish | undefined;
}

/** A JSON value that is stored and returned again for a repeated request. `authorisation` is null with an explicit start. */
export interface InitiatedPayment extends Notified {
  readonly paymentId: string;
  readonly authorisation: StartedSigning | null;
  /** Fee in cents if the account is already known; null while the customer can choose it. */
  readonly feeCents: number | null;
}

/** An order before it is signed. */
export interface StorableOrder {
  readonly caller: Pick<Xs2aCaller, 'sandboxId' | 'customerId' | 'appId' | 'bankCountry'>;
  readonly product: PaymentProductPath;
  readonly initiation: PaymentInitiation;
  /** Absent: no call of a provider brought it. */
  readonly idempotency?: Pick<Idempotency, 'key'>;
}

interface OrderTime {
  /** Tenant time. */
  readonly now: Date;
  readonly schedule?: Schedule;
}

/** Verifies the payee and stores the payment. @throws TppRefusal 400 for a debtor account that is not the customer's. */
export async function createPayment(
  deps: PaymentsDeps,
  context: WriteContext,
  input: StorableOrder,
  { now, schedule }: OrderTime,
): Promise<NewPayment> {
  const { caller, product, initiation } = input;
  const { sandboxId, customerId, appId, bankCountry } = caller;
  await requireOwnDebtorAccount(deps.bank, context.tx, input);

  const order = toOrder(product, initiation);
  const executionDate = executionDayOf(deps.bank, { ...order, bankCountry, receivedAt: now, schedule }, now);
  const [verification] = await deps.bank.verifyPayees(context.tx, sandboxId, [{ iban: order.creditorIban, name: order.creditorName }]);
  const payment: NewPayment = {
    ...order,
    schedule,
    executionDate,
    paymentId: deps.random.id('pay'),
    sandboxId,
    customerId,
    appId,
    bankCountry,
    payee: toPayeeCheck(order.creditorName, verification, now),
    receivedAt: now,
    requestId: input.idempotency?.key,
  };
  await insertPayment(context.tx, payment);
  return payment;
}

/** Without a result from the bank the payee counts as not verifiable. */
export function toPayeeCheck(suppliedName: string, verification: PayeeVerification | undefined, checkedAt: Date): PayeeCheck {
  return { result: verification?.result ?? 'NOAP', suppliedName, matchedName: verification?.matchedName, checkedAt };
}

/** @throws TppRefusal 400 for a debtor account that is not the customer's. */
export async function initiatePayment(
  deps: PaymentRoutesDeps,
  context: WriteContext,
  input: PaymentRequest,
  when: OrderTime,
): Promise<InitiatedPayment> {
  const payment = await createPayment(deps, context, input, when);
  return recordInitiation(deps, context, input, payment, [payment]);
}

/** Audits the stored payment, and opens its signing session unless the application starts the authorisation explicitly. */
export async function recordInitiation(
  deps: PaymentRoutesDeps,
  context: WriteContext,
  input: Omit<PaymentRequest, 'initiation'>,
  payment: AnyNewPayment,
  shares: readonly PayeeShare[],
): Promise<InitiatedPayment> {
  const { paymentId, sandboxId, customerId, appId, requestedDebtorIban } = payment;
  await context.audit({ chain: paymentChain(paymentId), sandboxId, event: 'payment.received', ids: { paymentId, customerId, appId } });
  const notified = await deps.notifications.register(context, input.notification, toNotified(payment));
  const authorisation = input.isExplicit
    ? null
    : await deps.signing.open(context, { ...sentBy(input), kind: kindOf(payment), resourceId: paymentId }, input.deviceWish);
  const feeCents = requestedDebtorIban === undefined ? null : await feeForProvider(deps.bank, payment, requestedDebtorIban, shares);
  return { paymentId, authorisation, feeCents, ...notified };
}

/** Another customer's account gets the same error as one that does not exist. */
export async function requireOwnDebtorAccount(
  bank: Bank,
  tx: Tx,
  { caller, initiation }: { readonly caller: Owner; readonly initiation: Pick<PaymentInitiation, 'debtorAccount'> },
): Promise<void> {
  const { debtorAccount } = initiation;
  if (debtorAccount === undefined) return;
  const accounts = await bank.listAccounts(tx, { sandboxId: caller.sandboxId, customerId: caller.customerId });
  if (accounts.some(({ iban, currency }) => iban === debtorAccount.iban && currency === 'EUR')) return;
  const text = 'The customer has no such account in EUR. Send another account, or none: the customer chooses.';
  throw new TppRefusal(400, 'RESOURCE_UNKNOWN', text, { path: 'debtorAccount.iban' });
}
