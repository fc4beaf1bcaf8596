/** Sessions as the engine knows them. `kind` alone distinguishes them. */
import type { SigningSession, SigningSessionOf } from '@portico/contract';
import { type PaymentKind, type SigningKind, STATUS_FIELDS } from '@portico/contract/values';

export type { SigningResult, SigningSession } from '@portico/contract';
export type SigningSubmission = NonNullable<SigningSession['submission']>;

export const isPeriodic = isOf('periodic-payment', 'periodic-payment-cancellation');
export const isBulk = isOf('bulk-payment', 'bulk-payment-cancellation');
/** A payment to one payee, once or in every period. */
export const isPayment = isOf('payment', 'payment-cancellation', 'periodic-payment', 'periodic-payment-cancellation');

export type PaidSession = SigningSessionOf<PaymentKind | `${PaymentKind}-cancellation`>;
/** Sessions about money: payments, and their cancellations. */
export const isPaid = (session: SigningSession): session is PaidSession => isPayment(session) || isBulk(session);

export function statusOf(session: SigningSession): string {
  const details: { readonly [Field in (typeof STATUS_FIELDS)[number]]?: string } = session.details;
  return STATUS_FIELDS.map((field) => details[field]).find((status) => status !== undefined) ?? '';
}

export function isOf<Kind extends SigningKind>(...kinds: readonly Kind[]) {
  const known: ReadonlySet<SigningKind> = new Set(kinds);
  return (session: SigningSession): session is SigningSessionOf<Kind> => known.has(session.kind);
}
