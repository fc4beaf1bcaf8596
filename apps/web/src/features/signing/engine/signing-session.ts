/** The wire's shapes under the engine's names, and which kinds of sessions have the same details. `kind` alone distinguishes sessions. */
import type {
  ConsentSigningResult,
  PaymentSigningResult,
  SignConsentBody,
  SigningSession,
  SigningSessionOf,
  SignPaymentBody,
  SignStatementBody,
  StatementSigningResult,
} from '@portico/contract';
import type { SigningKind } from '@portico/contract/values';

export type { SigningSession } from '@portico/contract';
export type SigningResult = PaymentSigningResult | ConsentSigningResult | StatementSigningResult;
export type SigningSubmission = SignPaymentBody | SignConsentBody | SignStatementBody;

export const isConsent = isOf('consent');
export const isStatement = isOf('transactions-statement');
export const isPeriodic = isOf('periodic-payment', 'periodic-payment-cancellation');
export const isBulk = isOf('bulk-payment', 'bulk-payment-cancellation');
/** A payment to one payee, once or in every period. */
export const isPayment = isOf('payment', 'payment-cancellation', 'periodic-payment', 'periodic-payment-cancellation');

export type PaidSession = Exclude<SigningSession, SigningSessionOf<'consent' | 'transactions-statement'>>;
/** Sessions about money: payments, and their cancellations. */
export const isPaid = (session: SigningSession): session is PaidSession => isPayment(session) || isBulk(session);

function isOf<Kind extends SigningKind>(...kinds: readonly Kind[]) {
  const known: ReadonlySet<SigningKind> = new Set(kinds);
  return (session: SigningSession): session is SigningSessionOf<Kind> => known.has(session.kind);
}
