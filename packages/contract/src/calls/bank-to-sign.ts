/**
 * The co-signer's page, `/bank/to-sign`: payments of companies that wait for the second signature of the signed-in customer.
 *
 * | call | answer |
 * |---|---|
 * | `GET /bank/to-sign/payments?after=` | 200 {@link PaymentsToSign}, oldest first; `after` is the `next` of the previous page |
 * | `GET /bank/to-sign/payments/{id}` | 200 {@link PaymentToSignDetails}, also after the decision |
 * | `POST …/{id}/challenge` | 200 `SigningChallenge`: starts a challenge, by the method of the header `signing-method` or else of the sign-in, in the form of `signing-form`; a repetition joins the running one |
 * | `GET …/{id}/challenge` | 200 `SigningChallenge`; does not count as activity |
 * | `POST …/{id}/challenge/notification` | 200 `SigningChallenge`: notifies the device in the place of a link that was not opened |
 * | `POST …/{id}/response` | `CalculatorResponseBody` → 200 `SigningChallenge` |
 * | `POST …/{id}/signature` | 200 `PaymentSigningResult` after the device has approved; a repetition returns the same |
 * | `POST …/{id}/refusal` | 200 `PaymentSigningResult`; a repetition returns the same |
 *
 * Without a valid bank session: 410 `SIGN_IN_UNKNOWN`. A payment that this customer may not co-sign, including their own as first signatory, returns
 * 404 `NOT_FOUND`, like one that does not exist. A payment with another decision since: 409 `SIGNING_STATE_INVALID`.
 */
import { type Static, Type } from 'typebox';
import { CHALLENGE_FORMS } from '../auth-method-values.ts';
import { BulkPaymentDetails } from '../entities/bulk-payment.ts';
import { Amount, closed, IsoInstant, literals } from '../entities/common.ts';
import { PaymentDetails } from '../entities/payment.ts';
import { PeriodicPaymentDetails } from '../entities/periodic-payment.ts';
import { AUTH_METHODS, PAYMENT_KINDS } from '../enumerations.ts';
import { Visitor } from './bank-door.ts';

export const AskCoSignerHeaders = Type.Object({
  'signing-method': Type.Optional(literals(AUTH_METHODS)),
  'signing-form': Type.Optional(literals(CHALLENGE_FORMS)),
});

export const ToSignQuery = Type.Object({ after: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) }, closed);

/** One line of the list. */
export const PaymentToSign = Type.Object(
  {
    paymentId: Type.String(),
    kind: literals(PAYMENT_KINDS),
    /** For a bulk payment, the total. */
    instructedAmount: Amount,
    /** Absent for a bulk payment. */
    creditorName: Type.Optional(Type.String()),
    /** What the payee gets to read; tells payments of one amount apart. */
    description: Type.Optional(Type.String()),
    /** For a bulk payment: number of payments. */
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The company that pays. */
    debtorName: Type.String(),
    signedBy: Type.String(),
    signedAt: IsoInstant,
    /** After this time the payment is rejected. */
    signableUntil: IsoInstant,
  },
  closed,
);
export type PaymentToSign = Static<typeof PaymentToSign>;

export const PaymentsToSign = Type.Object(
  {
    signatory: Visitor,
    /** The companies for which the customer signs; may be empty. */
    companies: Type.Array(Type.String()),
    payments: Type.Array(PaymentToSign),
    /** Present when there is another page; pass it as `after`. */
    next: Type.Optional(Type.String()),
  },
  closed,
);
export type PaymentsToSign = Static<typeof PaymentsToSign>;

/**
 * `details` by `kind`, as the first signatory saw them. The URLs belong to the application that started an authorisation for the second signature,
 * and the signatory may return there after the decision. Absent: no application started one.
 */
export const PaymentToSignDetails = Type.Object(
  {
    ...PaymentToSign.properties,
    signatory: Visitor,
    /** The methods with which this signatory can sign here. Absent: a server of an older version. */
    authMethods: Type.Optional(Type.Array(literals(AUTH_METHODS))),
    /** Those whose app opens by a link. Absent: a server of an older version. */
    deviceLinkMethods: Type.Optional(Type.Array(literals(AUTH_METHODS))),
    fee: Amount,
    details: Type.Union([PeriodicPaymentDetails, BulkPaymentDetails, PaymentDetails]),
    tppSuccessUrl: Type.Optional(Type.String()),
    tppFailureUrl: Type.Optional(Type.String()),
  },
  closed,
);
export type PaymentToSignDetails = Static<typeof PaymentToSignDetails>;
