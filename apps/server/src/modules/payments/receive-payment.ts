/** Payment initiation: checks what only clock and bank know, verifies the payee, stores the payment and opens its signing. */
import type { PaymentInitiation, PaymentProductPath } from '@portico/contract';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Idempotency, RunWrite, WriteContext } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { Random } from '#platform/random.ts';
import { type Bank, bankDate } from '../bank/index.ts';
import type { TppApp, Xs2aCaller } from '../tpp-apps/index.ts';
import { paymentChain } from './move-payment.ts';
import type { NewPayment } from './payment.ts';
import { isInstant, productOf, toOrder } from './payment-mapping.ts';
import { insertPayment } from './payment-store.ts';
import type { OpenSigning } from './payments.ts';
import { dateIsToday } from './rules/execution-rules.ts';
import { requireNoBreach, requireRules } from './rules/payment-rules.ts';

export interface ReceivePaymentDeps {
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly random: Random;
  readonly bank: Bank;
  readonly openSigning: OpenSigning;
}

export interface ReceivePayment {
  readonly caller: Xs2aCaller;
  readonly app: TppApp;
  readonly product: PaymentProductPath;
  readonly initiation: PaymentInitiation;
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

/** @throws TppRefusal 400 with the path of what cannot be accepted. */
export async function receivePayment(deps: ReceivePaymentDeps, input: ReceivePayment): Promise<ReceivedPayment> {
  requireRules(input.initiation, input.product);
  return deps.write((context) => receive(deps, context, input), { idempotency: input.idempotency });
}

async function receive(deps: ReceivePaymentDeps, context: WriteContext, input: ReceivePayment): Promise<ReceivedPayment> {
  const { caller, app, product, initiation } = input;
  const { sandboxId, customerId, appId, bankCountry, locale } = caller;
  const now = await deps.clock.now(context.tx, sandboxId);
  const today = bankDate(now, bankCountry);
  requireNoBreach(dateIsToday(initiation.requestedExecutionDate, today, isInstant(product)));
  await requireOwnDebtorAccount(deps.bank, context.tx, input);

  const order = toOrder(product, initiation);
  const verification = await deps.bank.verifyPayee(context.tx, { sandboxId, iban: order.creditorIban, name: order.creditorName });
  const paymentId = deps.random.id('pay');
  const payment: NewPayment = {
    ...order,
    paymentId,
    sandboxId,
    customerId,
    appId,
    bankCountry,
    executionDate: order.requestedExecutionDate ?? today,
    payee: { result: verification.result, suppliedName: order.creditorName, matchedName: verification.matchedName, checkedAt: now },
    receivedAt: now,
  };
  await insertPayment(context.tx, payment);
  await context.audit({ chain: paymentChain(paymentId), sandboxId, event: 'payment.received', ids: { paymentId, customerId, appId } });
  const { scaRedirect } = await deps.openSigning(context, {
    kind: 'payment',
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
async function requireOwnDebtorAccount(bank: Bank, tx: Tx, { caller, initiation }: ReceivePayment): Promise<void> {
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
