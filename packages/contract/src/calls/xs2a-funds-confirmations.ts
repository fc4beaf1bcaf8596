/**
 * Confirmation of funds, Berlin Group NextGenPSD2 1.3.11.
 *
 * | call | answer |
 * |---|---|
 * | `POST {api}/v1/funds-confirmations` {@link FundsConfirmationRequest} | 200 {@link FundsConfirmationAnswer} |
 */
import { type Static, Type } from 'typebox';
import { Amount, closed } from '../entities/common.ts';
import { CARD_NUMBER_LENGTH_MAX, CREDITOR_NAME_LENGTH_MAX } from '../limits.ts';
import { AccountReference } from './xs2a-payments.ts';

export const FundsConfirmationRequest = Type.Object(
  {
    /** The issuer's card number, which may be masked or a token. The bank has no data about such cards. */
    cardNumber: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CARD_NUMBER_LENGTH_MAX,
        description: 'Card of the issuer, as the issuer writes it; at most 35 characters.',
      }),
    ),
    account: AccountReference,
    /** The merchant who accepts the card, as information for the customer. */
    payee: Type.Optional(Type.String({ minLength: 1, maxLength: CREDITOR_NAME_LENGTH_MAX })),
    instructedAmount: Amount,
  },
  closed,
);
export type FundsConfirmationRequest = Static<typeof FundsConfirmationRequest>;

/** Only yes or no, never the balance (Directive (EU) 2015/2366 Art. 65(3)). */
export const FundsConfirmationAnswer = Type.Object({ fundsAvailable: Type.Boolean() }, closed);
export type FundsConfirmationAnswer = Static<typeof FundsConfirmationAnswer>;
