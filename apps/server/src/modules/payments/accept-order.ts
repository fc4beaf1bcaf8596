/** What has passed its rules is taken in: the payee is verified, the payment stored, its signing opened. */
import type { PaymentInitiation, PaymentProductPath } from '@portico/contract';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Idempotency, RunWrite, WriteContext } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { Random } from '#platform/random.ts';
import type { Bank } from '../bank/index.ts';
import type { TppApp, Xs2aCaller } from '../tpp-apps/index.ts';
import { paymentChain } from './move-payment.ts';
import type { NewPayment } from './payment.ts';
import { productOf, toOrder } from './payment-mapping.ts';
import { insertPayment } from './payment-store.ts';
import type { OpenSigning } from './payments.ts';
import type { Schedule } from './periodic/run-dates.ts';

export interface AcceptOrderDeps {
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly random: Random;
  readonly bank: Bank;
  readonly openSigning: OpenSigning;
}

export interface InitiatedOrder<Initiation extends PaymentInitiation = PaymentInitiation> {
  readonly caller: Xs2aCaller;
  readonly app: TppApp;
  readonly product: PaymentProductPath;
  readonly initiation: Initiation;
  readonly returnUrls: { readonly success: string; readonly failure: string | undefined };
  readonly idempotency: Idempotency;
}

/** A JSON value: a repeated request gets exactly this again. */
export interface ReceivedPayment {
  readonly paymentId: string;
  readonly scaRedirect: string;
  /** Fee in cents when the account is known already; null while the customer still chooses. */
  readonly feeCents: number | null;
}

/** `now`: tenant time. @throws TppRefusal 400 for a debtor account that is not the customer's. */
export async function acceptOrder(
  deps: AcceptOrderDeps,
  context: WriteContext,
  input: InitiatedOrder,
  { now, ...when }: { readonly now: Date; readonly executionDate: string; readonly schedule?: Schedule },
): Promise<ReceivedPayment> {
  const { caller, app, product, initiation } = input;
  const { sandboxId, customerId, appId, bankCountry, locale } = caller;
  await requireOwnDebtorAccount(deps.bank, context.tx, input);

  const order = toOrder(product, initiation);
  const verification = await deps.bank.verifyPayee(context.tx, { sandboxId, iban: order.creditorIban, name: order.creditorName });
  const paymentId = deps.random.id('pay');
  const payment: NewPayment = {
    ...order,
    ...when,
    paymentId,
    sandboxId,
    customerId,
    appId,
    bankCountry,
    payee: { result: verification.result, suppliedName: order.creditorName, matchedName: verification.matchedName, checkedAt: now },
    receivedAt: now,
  };
  await insertPayment(context.tx, payment);
  await context.audit({ chain: paymentChain(paymentId), sandboxId, event: 'payment.received', ids: { paymentId, customerId, appId } });
  const { scaRedirect } = await deps.openSigning(context, {
    kind: when.schedule === undefined ? 'payment' : 'periodic-payment',
    resourceId: paymentId,
    sandboxId,
    customerId,
    appId,
    tppName: app.registeredName,
    tppApplicationName: app.clientName,
    tppSuccessUrl: input.returnUrls.success,
    tppFailureUrl: input.returnUrls.failure,
    bankCountry,
    locale,
  });
  return { paymentId, scaRedirect, feeCents: knownFee(deps.bank, payment) };
}

/** An account that is not the customer's is answered like one that does not exist. */
async function requireOwnDebtorAccount(bank: Bank, tx: Tx, { caller, initiation }: InitiatedOrder): Promise<void> {
  const { debtorAccount } = initiation;
  if (debtorAccount === undefined) return;
  const accounts = await bank.listAccounts(tx, { sandboxId: caller.sandboxId, customerId: caller.customerId });
  if (accounts.some(({ iban, currency }) => iban === debtorAccount.iban && currency === 'EUR')) return;
  const text = 'The customer has no such account in EUR. Send another account, or none: the customer chooses.';
  throw new TppRefusal(400, 'RESOURCE_UNKNOWN', text, { path: 'debtorAccount.iban' });
}

function knownFee(bank: Bank, { product, requestedDebtorIban, creditorIban, amountCents }: NewPayment): number | null {
  if (requestedDebtorIban === undefined) return null;
  return bank.feeCents({ product: productOf(product), debtorIban: requestedDebtorIban, creditorIban, amountCents });
}
