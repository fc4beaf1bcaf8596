/**
 * A payment: ordered, shown on the customer's device, and executed after the device has approved exactly this content (RTS (EU) 2018/389
 * Art. 5). The content is read again at the execution, and a changed content voids the approval.
 */
import type { FallbackPayment, FallbackPaymentBody, Locale, PaymentInitiation } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import type { Reader } from '#platform/db/database.ts';
import type { Idempotency } from '#platform/db/run-write.ts';
import { digestPerson } from '../bank/index.ts';
import { deviceKeyOf, HOLD_MS, toChallengeAnswer } from './ask-device.ts';
import type { FallbackDeps } from './fallback-deps.ts';
import { beginChallenge, findFallbackPayment, insertFallbackPayment, type StoredPayment } from './fallback-payment-store.ts';
import { approvedByAnother, contentChanged, notConfirmed, notSignedIn, paymentOver, paymentUnknown } from './fallback-refusals.ts';
import type { SignedInCustomer } from './identify-provider.ts';
import { refundRequest, requireRequest } from './limit-requests.ts';

/** @throws UiRefusal and TppRefusal 400 with the path of the invalid value; 422 SCA_METHOD_BLOCKED; 429 after ten requests without an approval. */
export async function orderPayment(
  deps: FallbackDeps,
  caller: SignedInCustomer,
  body: FallbackPaymentBody,
  { idempotency, locale }: { readonly idempotency: Idempotency; readonly locale: Locale },
): Promise<FallbackPayment> {
  const { platform, payments } = deps;
  const { app, customer, session } = caller;
  const { sandboxId, customerId, authMethod, person = digestPerson(platform.config.keys, customer) } = session;
  const { debtorAccountIban, isInstant = false, ...initiation } = body;
  const paymentId = await platform.write(
    async (context) => {
      const product = isInstant ? 'instant-sepa-credit-transfers' : 'sepa-credit-transfers';
      const ordered: PaymentInitiation = initiation;
      const order = { caller: { sandboxId, customerId, appId: app.appId, bankCountry: customer.country }, product, initiation: ordered } as const;
      const id = await payments.take(context, order);
      await insertFallbackPayment(context.tx, { paymentId: id, sandboxId, customerId, appId: app.appId, debtorAccountIban, authMethod, person });
      const { check } = await examine(deps, context.tx, { sandboxId, paymentId: id, debtorAccountIban });
      await check(context.tx);
      return id;
    },
    { idempotency },
  );
  const payment = await requireOwn(deps, caller, paymentId);
  // A repeated order sends one challenge only, unless the first attempt failed, for example because the method was blocked.
  if (payment.challengeId === undefined) await askDevice(deps, caller, payment, locale);
  return readPayment(deps, caller, paymentId);
}

/** @throws UiRefusal 404. */
export async function readPayment(deps: FallbackDeps, caller: SignedInCustomer, paymentId: string): Promise<FallbackPayment> {
  const payment = await requireOwn(deps, caller, paymentId);
  const challenge = payment.challengeId === undefined ? undefined : await deps.sca.read(payment.challengeId);
  const { details } = await examine(deps, deps.platform.db, payment);
  const { instructedAmount, creditorName, creditorAccount, remittanceInformationUnstructured: remittance, transactionStatus, signedAt } = details;
  const isInstant = details.paymentProduct === 'INDIVIDUAL_INSTANT_SEPA';
  const fee = await deps.payments.fee(deps.platform.db, payment.sandboxId, paymentId, payment.debtorAccountIban);
  return {
    paymentId,
    transactionStatus,
    debtorAccountIban: payment.debtorAccountIban,
    instructedAmount,
    creditorName,
    creditorAccount,
    ...(remittance === undefined ? {} : { remittanceInformationUnstructured: remittance }),
    isInstant,
    fee: { amount: formatCents(fee.totalCents), currency: instructedAmount.currency },
    payeeVerification: details.payeeVerification,
    ...(challenge === undefined ? {} : { challenge: toChallengeAnswer(challenge) }),
    ...(signedAt === undefined ? {} : { signedAt }),
  };
}

/** Waits for the device. Can be repeated. @throws UiRefusal 404; 409; 422 with the device's answer; 400 as for ordering. */
export async function confirmPayment(deps: FallbackDeps, caller: SignedInCustomer, paymentId: string): Promise<FallbackPayment> {
  const { platform, sca, payments } = deps;
  const payment = await requireOwn(deps, caller, paymentId);
  const { details } = await examine(deps, platform.db, payment);
  if (details.signedAt !== undefined) return readPayment(deps, caller, paymentId);
  if (details.transactionStatus !== 'RCVD') throw paymentOver();
  const { challengeId } = payment;
  if (challengeId === undefined) throw notConfirmed('started');
  const challenge = await sca.waitForAnswer(challengeId, { holdMs: HOLD_MS, signal: deps.shutdown.signal });
  if (challenge?.state === 'started') throw notConfirmed('started');
  const { sandboxId, customerId, debtorAccountIban } = payment;
  if (challenge?.state !== 'approved') {
    const reason = challenge?.state === 'refused' ? 'refused' : 'expired';
    await platform.write((context) => payments.reject(context, sandboxId, paymentId, reason));
    throw notConfirmed(challenge?.state);
  }
  const isConfirmed = await platform.write(async (context) => {
    await requireSamePerson(deps, context.tx, caller, payment);
    const now = await examine(deps, context.tx, payment);
    const isUsed = await sca.consume(context.tx, challengeId, sca.contentHash(now.content));
    if (isUsed) await payments.sign(context, { sandboxId, paymentId, customerId, debtorAccountIban, debtorDetails: undefined });
    // A concurrent call has signed the payment, or its content has changed.
    else if ((await payments.details(context.tx, sandboxId, paymentId))?.signedAt === undefined) throw contentChanged();
    return isUsed;
  });
  if (isConfirmed) await refundRequest(platform.db, payment);
  return readPayment(deps, caller, paymentId);
}

/** Refuses the session and the approval of a person whom the bank has replaced since the device was asked. */
async function requireSamePerson(
  { bank, signIn }: Pick<FallbackDeps, 'bank' | 'signIn'>,
  reader: Reader,
  { session }: SignedInCustomer,
  payment: StoredPayment,
): Promise<void> {
  const customer = await bank.findCustomer(session, reader);
  if (customer === undefined || !signIn.isByPerson(session, customer)) throw notSignedIn();
  if (!signIn.isByPerson(payment, customer)) throw approvedByAnother();
}

async function askDevice(deps: FallbackDeps, { app, customer }: SignedInCustomer, payment: StoredPayment, locale: Locale): Promise<void> {
  const { platform, sca } = deps;
  const { content } = await examine(deps, platform.db, payment);
  const { authMethod: method, paymentId } = payment;
  const asked = {
    customer,
    method,
    purpose: 'signing',
    content,
    locale,
    deviceKeyHash: deviceKeyOf(app),
    isKnownBrowser: false,
    auditChain: `payment:${paymentId}`,
  } as const;
  await sca.startWith(asked, (row) =>
    platform.write(async ({ tx }) => {
      if (!(await beginChallenge(tx, payment, row))) return false;
      await requireRequest(tx, payment);
      return true;
    }),
  );
}

async function requireOwn({ platform }: FallbackDeps, { session }: SignedInCustomer, paymentId: string): Promise<StoredPayment> {
  const payment = await findFallbackPayment(platform.db, session, paymentId);
  if (payment === undefined) throw paymentUnknown();
  return payment;
}

async function examine(
  { payments }: FallbackDeps,
  reader: Reader,
  { sandboxId, paymentId, debtorAccountIban }: Pick<StoredPayment, 'sandboxId' | 'paymentId' | 'debtorAccountIban'>,
) {
  const examined = await payments.examine(reader, { sandboxId, paymentId, debtorAccountIban, debtorDetails: undefined });
  if (examined === undefined) throw paymentUnknown();
  return examined;
}
