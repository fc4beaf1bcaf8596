/**
 * Response of `GET {api}/ui/{kind}/details`: one schema for each kind, distinguished by `kind` only. A cancellation uses the details of its payment:
 * `ui/payment/details` returns a session of `payment` or of `payment-cancellation`, and likewise for the other payments.
 *
 * `PUT` and `DELETE ui/{kind}-cancellation` have the same bodies as those of the payment. `debtorAccountIban` is the account from which the payment
 * was signed. `PUT` returns `CANC`, `DELETE` the status that the payment keeps.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { BulkPaymentDetails } from '../entities/bulk-payment.ts';
import { closed } from '../entities/common.ts';
import { ConsentDetails } from '../entities/consent-details.ts';
import { PaymentDetails } from '../entities/payment.ts';
import { PeriodicPaymentDetails } from '../entities/periodic-payment.ts';
import { SigningSessionFields } from '../entities/signing-session.ts';
import { StatementDetails } from '../entities/statement-details.ts';
import type { SigningKind } from '../enumerations.ts';
import { type ConsentSigningResult, SignConsentBody } from './ui-consent.ts';
import { type PaymentSigningResult, SignPaymentBody } from './ui-signing.ts';
import { SignStatementBody, type StatementSigningResult } from './ui-transactions-statement.ts';

/** `submission`: the body of the signature in progress, so that a reloaded page can join it. */
function sessionOf<const Kind extends SigningKind, Details extends TSchema, Submission extends TSchema>(
  kind: Kind,
  details: Details,
  submission: Submission,
) {
  return Type.Object({ kind: Type.Literal(kind), ...SigningSessionFields.properties, submission: Type.Optional(submission), details }, closed);
}

export const SigningSession = Type.Union([
  sessionOf('payment', PaymentDetails, SignPaymentBody),
  sessionOf('periodic-payment', PeriodicPaymentDetails, SignPaymentBody),
  sessionOf('bulk-payment', BulkPaymentDetails, SignPaymentBody),
  sessionOf('consent', ConsentDetails, SignConsentBody),
  sessionOf('transactions-statement', StatementDetails, SignStatementBody),
  sessionOf('payment-cancellation', PaymentDetails, SignPaymentBody),
  sessionOf('periodic-payment-cancellation', PeriodicPaymentDetails, SignPaymentBody),
  sessionOf('bulk-payment-cancellation', BulkPaymentDetails, SignPaymentBody),
]);
export type SigningSession = Static<typeof SigningSession>;

/** A session of this kind, or of one of several kinds. */
export type SigningSessionOf<Kind extends SigningKind> = Extract<SigningSession, { kind: Kind }>;

/** Response of `PUT ui/{kind}`. */
export type SigningResult = PaymentSigningResult | ConsentSigningResult | StatementSigningResult;
