/**
 * Authorisations of payments, and their cancellation, Berlin Group NextGenPSD2 1.3.11. A payment has one for each person whose authorisation was
 * started: the second signatory's is started while the payment is `PATC`. `{payment}` is
 * `{api}/v1/{payments|periodic-payments|bulk-payments}/{payment-product}/{paymentId}`.
 *
 * | call | answer |
 * |---|---|
 * | `POST {payment}/authorisations`, `POST {payment}/cancellation-authorisations` | 201 {@link PaymentAuthorisationStarted} |
 * | `GET {payment}/authorisations`, `GET {payment}/cancellation-authorisations` | 200 `AuthorisationList` |
 * | `GET {payment}/authorisations/{authorisationId}`, `GET {payment}/cancellation-authorisations/{authorisationId}` | 200 `ScaStatusAnswer` |
 * | `DELETE {payment}` | 204 cancelled, 202 {@link PaymentCancellationStarted} |
 */
import { type Static, Type } from 'typebox';
import { closed, Link, literals } from '../entities/common.ts';
import { TRANSACTION_STATUSES } from '../enumerations.ts';
import { ConsentAuthorisationStarted } from './xs2a-consents.ts';

export const PaymentAuthorisationStarted = ConsentAuthorisationStarted;
export type PaymentAuthorisationStarted = ConsentAuthorisationStarted;

/** The customer must sign the cancellation: `scaRedirect` and `scaStatus` with an implicit start, `startAuthorisation` with an explicit one. */
export const PaymentCancellationStarted = Type.Object(
  {
    transactionStatus: literals(TRANSACTION_STATUSES, 'The status that the payment keeps until the customer has signed its cancellation.'),
    _links: Type.Object(
      {
        scaRedirect: Type.Optional(Link),
        scaStatus: Type.Optional(Link),
        startAuthorisation: Type.Optional(Link),
        self: Link,
        status: Link,
      },
      closed,
    ),
  },
  closed,
);
export type PaymentCancellationStarted = Static<typeof PaymentCancellationStarted>;
