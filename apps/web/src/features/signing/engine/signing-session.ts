/** Sessions as the engine knows them. `kind` alone distinguishes them; what the page says and reads differently by kind is one row of {@link KINDS}. */
import type { ConsentSigningResult, PaymentSigningResult, SigningSession, SigningSessionOf, StatementSigningResult } from '@portico/contract';
import type { PaymentKind, SigningKind } from '@portico/contract/values';
import type { SigningKey } from '../messages.ts';

export type { SigningSession } from '@portico/contract';
export type SigningResult = PaymentSigningResult | ConsentSigningResult | StatementSigningResult;
export type SigningSubmission = NonNullable<SigningSession['submission']>;

interface KindOnPage {
  /** First part of the keys of its texts. */
  readonly texts: 'payment' | 'consent' | 'statement' | 'cancellation';
  /** The text of a successful signature where "the bank carried it out" would be ambiguous. */
  readonly tookEffect?: SigningKey;
  /** The title of a failure; absent: the reason decides. */
  readonly failed?: 'signing.result.noAccess' | 'signing.result.notCancelled';
}

const PAYMENT: KindOnPage = { texts: 'payment' };
const cancellation = (tookEffect: SigningKey): KindOnPage => ({ texts: 'cancellation', tookEffect, failed: 'signing.result.notCancelled' });

export const KINDS: Readonly<Record<SigningKind, KindOnPage>> = {
  payment: PAYMENT,
  'periodic-payment': PAYMENT,
  'bulk-payment': PAYMENT,
  consent: { texts: 'consent', tookEffect: 'signing.outcome.signed.access', failed: 'signing.result.noAccess' },
  'transactions-statement': { texts: 'statement', tookEffect: 'signing.outcome.signed.statement', failed: 'signing.result.noAccess' },
  'payment-cancellation': cancellation('signing.outcome.signed.cancelled.payment'),
  'periodic-payment-cancellation': cancellation('signing.outcome.signed.cancelled.periodic'),
  'bulk-payment-cancellation': cancellation('signing.outcome.signed.cancelled.bulk'),
};

export const isConsent = isOf('consent');
export const isStatement = isOf('transactions-statement');
export const isPeriodic = isOf('periodic-payment', 'periodic-payment-cancellation');
export const isBulk = isOf('bulk-payment', 'bulk-payment-cancellation');
/** A payment to one payee, once or in every period. */
export const isPayment = isOf('payment', 'payment-cancellation', 'periodic-payment', 'periodic-payment-cancellation');

export type PaidSession = SigningSessionOf<PaymentKind | `${PaymentKind}-cancellation`>;
/** Sessions about money: payments, and their cancellations. */
export const isPaid = (session: SigningSession): session is PaidSession => isPayment(session) || isBulk(session);

export function statusOf(session: SigningSession): string {
  if (isConsent(session)) return session.details.consentStatus;
  return isStatement(session) ? session.details.statementStatus : session.details.transactionStatus;
}

function isOf<Kind extends SigningKind>(...kinds: readonly Kind[]) {
  const known: ReadonlySet<SigningKind> = new Set(kinds);
  return (session: SigningSession): session is SigningSessionOf<Kind> => known.has(session.kind);
}
