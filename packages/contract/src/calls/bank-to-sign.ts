/**
 * The co-signer's page, `/bank/to-sign`: payments of the companies for which the signed-in customer gives the second signature.
 *
 * | call | answer |
 * |---|---|
 * | `GET /bank/to-sign/payments?after=` | 200 {@link PaymentsToSign}, those that wait longest first; `after` is the `next` of the page before |
 * | `GET /bank/to-sign/payments/{id}` | 200 {@link PaymentToSignDetails}, also of one that has been decided since |
 * | `POST …/{id}/challenge` | 200 `SigningChallenge`: the device is asked; repeating it joins the running challenge |
 * | `GET …/{id}/challenge` | 200 `SigningChallenge`; reading it is no activity |
 * | `POST …/{id}/response` | `CalculatorResponseBody` → 200 `SigningChallenge` |
 * | `POST …/{id}/signature` | 200 `PaymentSigningResult` once the device has approved; repeating it answers the same |
 * | `POST …/{id}/refusal` | 200 `PaymentSigningResult`; repeating it answers the same |
 *
 * Without a live bank session: 410 `SIGN_IN_UNKNOWN`. A payment that is not his to co-sign, the first signatory's own included,
 * is answered like one that does not exist: 404 `NOT_FOUND`. One that was decided otherwise meanwhile: 409 `SIGNING_STATE_INVALID`.
 */
import { type Static, Type } from 'typebox';
import { BulkPaymentDetails } from '../entities/bulk-payment.ts';
import { Amount, closed, IsoInstant, literals } from '../entities/common.ts';
import { PaymentDetails } from '../entities/payment.ts';
import { PeriodicPaymentDetails } from '../entities/periodic-payment.ts';
import { PAYMENT_KINDS } from '../signing-values.ts';
import { Visitor } from './bank-door.ts';

export const ToSignQuery = Type.Object({ after: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) }, closed);

/** One line of the list. */
export const PaymentToSign = Type.Object(
  {
    paymentId: Type.String(),
    kind: literals(PAYMENT_KINDS),
    /** Of a bulk payment, the total. */
    instructedAmount: Amount,
    /** Absent for a bulk payment. */
    creditorName: Type.Optional(Type.String()),
    /** Of a bulk payment: how many payments. */
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The company that pays. */
    debtorName: Type.String(),
    signedBy: Type.String(),
    signedAt: IsoInstant,
    /** Afterwards it is rejected. */
    signableUntil: IsoInstant,
  },
  closed,
);
export type PaymentToSign = Static<typeof PaymentToSign>;

export const PaymentsToSign = Type.Object(
  {
    signatory: Visitor,
    /** For whom he signs; empty: for nobody. */
    companies: Type.Array(Type.String()),
    payments: Type.Array(PaymentToSign),
    /** There are more: asked for with `after`. */
    next: Type.Optional(Type.String()),
  },
  closed,
);
export type PaymentsToSign = Static<typeof PaymentsToSign>;

/**
 * `details` by `kind`, as the first signatory saw them. The addresses are those of the application that started an authorisation for the
 * second signature: the signatory may return there after the decision. Absent: the application started none.
 */
export const PaymentToSignDetails = Type.Object(
  {
    ...PaymentToSign.properties,
    signatory: Visitor,
    fee: Amount,
    details: Type.Union([PeriodicPaymentDetails, BulkPaymentDetails, PaymentDetails]),
    tppSuccessUrl: Type.Optional(Type.String()),
    tppFailureUrl: Type.Optional(Type.String()),
  },
  closed,
);
export type PaymentToSignDetails = Static<typeof PaymentToSignDetails>;
