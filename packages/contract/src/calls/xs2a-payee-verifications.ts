/**
 * Verification of the payee for providers, Berlin Group NextGenPSD2 1.3.16 and Regulation (EU) 2024/886 Art. 5c.
 *
 * | call | answer |
 * |---|---|
 * | `POST {api}/v1/payee-verifications` {@link PayeeVerificationRequest} | 200 {@link PayeeVerificationAnswer} |
 */
import { type Static, Type } from 'typebox';
import { closed, closedWithout, Iban, literals } from '../entities/common.ts';
import { PAYEE_VERIFICATION_RESULTS } from '../enumerations.ts';
import { CREDITOR_NAME_LENGTH_MAX } from '../limits.ts';

export const PayeeVerificationRequest = Type.Object(
  {
    partyAccount: Type.Object({ iban: Iban }, closedWithout(['bban', 'currency', 'other'])),
    party: Type.Object(
      {
        name: Type.String({
          minLength: 1,
          maxLength: CREDITOR_NAME_LENGTH_MAX,
          description: 'The payee, as a payment would name it in creditorName.',
        }),
      },
      closedWithout(['identification']),
    ),
  },
  closedWithout(['requestingAgent']),
);
export type PayeeVerificationRequest = Static<typeof PayeeVerificationRequest>;

export const PayeeVerificationAnswer = Type.Object(
  {
    partyNameMatch: literals(
      PAYEE_VERIFICATION_RESULTS,
      '`MTCH`: the name is the holder’s; `CMTC`: nearly; `NMTC`: it is another; `NOAP`: the payee’s bank gives no answer.',
    ),
    matchedName: Type.Optional(Type.String({ description: 'The holder’s name, with `CMTC` only.' })),
  },
  closed,
);
export type PayeeVerificationAnswer = Static<typeof PayeeVerificationAnswer>;
