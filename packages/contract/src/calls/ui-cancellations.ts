/**
 * `PUT` and `DELETE {api}/ui/{payment|periodic-payment|bulk-payment}-cancellation`: the customer takes back what he signed, or leaves it.
 *
 * The page reads `GET {api}/ui/{payment|periodic-payment|bulk-payment}/details`, which answers for the cancellation's own session.
 * `PUT` takes the body of the signature, `debtorAccountIban` being the account the payment was signed from, and answers `CANC`;
 * `DELETE` answers the status the payment keeps.
 */
import { PaymentSigningResult, SignPaymentBody } from './ui-signing.ts';

export const CancelPaymentBody = SignPaymentBody;
export type CancelPaymentBody = SignPaymentBody;

export const CancellationResult = PaymentSigningResult;
export type CancellationResult = PaymentSigningResult;
