import { type Static, Type } from 'typebox';
import { BANK_COUNTRIES } from '../enumerations.ts';
import { NOT_PAID_REASONS, SIGNING_KINDS, SIGNING_OUTCOMES } from '../signing-values.ts';
import { Amount, closed, IsoInstant, literals } from './common.ts';
import { UnpaidRun } from './periodic-payment.ts';

/** Body of a refused portal or signing call: the browser shows `errors[0].text`, else `message` (specification §8). */
export const UiErrorBody = Type.Object({
  errors: Type.Array(Type.Object({ code: Type.String(), text: Type.String(), path: Type.Optional(Type.String()) }, closed)),
  message: Type.String(),
  available: Type.Optional(Type.Object(Amount.properties, { ...closed, description: 'Beside FUNDS_NOT_AVAILABLE: what there is on the account.' })),
});
export type UiErrorBody = Static<typeof UiErrorBody>;

/** How a signing session of this browser ended. It names neither amount nor payee: the browser may belong to another person by now. */
const signingEnd = {
  /** Absent: the server does not know which session is meant, and the page claims nothing. */
  outcome: literals(SIGNING_OUTCOMES),
  kind: literals(SIGNING_KINDS),
  bankCountry: literals(BANK_COUNTRIES),
  /** Of `refused`, `expired`, `ended` and `superseded`. */
  endedAt: Type.Optional(IsoInstant),
  /** Of `signed`, as the four members below. */
  signedAt: Type.Optional(IsoInstant),
  /** The status now, in the words of its kind: transaction, consent or statement. */
  status: Type.Optional(Type.String()),
  notPaidReason: Type.Optional(literals(NOT_PAID_REASONS)),
  /** Of a periodic payment: its latest run, where the bank did not make it. */
  unpaidRun: Type.Optional(UnpaidRun),
  /** `/bank/receipts/{receiptId}`, which asks for a sign-in. */
  receiptId: Type.Optional(Type.String()),
};
export const SigningEnd = Type.Object(signingEnd, closed);
export type SigningEnd = Static<typeof SigningEnd>;

/** A 410 of this browser's own signing session also carries the way back, and how the session ended. */
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
