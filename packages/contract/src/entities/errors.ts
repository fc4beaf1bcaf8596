import { type Static, Type } from 'typebox';
import { BANK_COUNTRIES, SIGNING_KINDS } from '../enumerations.ts';
import { NOT_PAID_REASONS, SIGNING_OUTCOMES } from '../signing-values.ts';
import { Amount, closed, IsoInstant, literals } from './common.ts';
import { UnpaidRun } from './periodic-payment.ts';

/** Body of a refused portal or signing call: the browser shows `errors[0].text`, else `message` (specification §8). */
export const UiErrorBody = Type.Object({
  errors: Type.Array(Type.Object({ code: Type.String(), text: Type.String(), path: Type.Optional(Type.String()) }, closed)),
  message: Type.String(),
  triesLeft: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Only after a failed signature: failures left until the method is blocked; 0: the method is blocked.' }),
  ),
  available: Type.Optional(Type.Object(Amount.properties, { ...closed, description: 'Beside FUNDS_NOT_AVAILABLE: what there is on the account.' })),
});
export type UiErrorBody = Static<typeof UiErrorBody>;

/** The end of a signing session of this browser. It contains neither amount nor payee, because another person may use the browser now. */
const signingEnd = {
  /** Absent: the server does not know the session, and the page makes no statement about its end. */
  outcome: literals(SIGNING_OUTCOMES),
  kind: literals(SIGNING_KINDS),
  bankCountry: literals(BANK_COUNTRIES),
  /** For `refused`, `expired`, `ended` and `superseded`. */
  endedAt: Type.Optional(IsoInstant),
  /** For `signed`, like the four members below. */
  signedAt: Type.Optional(IsoInstant),
  /** The current status of the transaction, consent or statement. */
  status: Type.Optional(Type.String()),
  notPaidReason: Type.Optional(literals(NOT_PAID_REASONS)),
  /** For a periodic payment: its latest run, if the bank did not execute it. */
  unpaidRun: Type.Optional(UnpaidRun),
  /** The receipt is at `/bank/receipts/{receiptId}`, which requires a sign-in. */
  receiptId: Type.Optional(Type.String()),
};
export const SigningEnd = Type.Object(signingEnd, closed);
export type SigningEnd = Static<typeof SigningEnd>;

/** A 410 for a signing session of this browser also has the return URLs, and how the session ended. */
export const SigningTerminatedBody = Type.Object({
  ...UiErrorBody.properties,
  ...Type.Partial(SigningEnd).properties,
  tppName: Type.Optional(Type.String()),
  tppSuccessUrl: Type.Optional(Type.String()),
  tppFailureUrl: Type.Optional(Type.String()),
});
export type SigningTerminatedBody = Static<typeof SigningTerminatedBody>;

/** Berlin Group error body (NextGenPSD2 1.3.11). */
export const TppErrorBody = Type.Object({
  tppMessages: Type.Array(
    Type.Object(
      {
        category: Type.Enum(['ERROR', 'WARNING']),
        code: Type.String(),
        path: Type.Optional(Type.String()),
        text: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
  ),
});
export type TppErrorBody = Static<typeof TppErrorBody>;

/** RFC 6749 §5.2. */
export const OAuthErrorBody = Type.Object({ error: Type.String(), error_description: Type.Optional(Type.String()) });
export type OAuthErrorBody = Static<typeof OAuthErrorBody>;
