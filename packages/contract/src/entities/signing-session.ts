import { type Static, Type } from 'typebox';
import { AUTH_METHODS, BANK_COUNTRIES, LOCALES } from '../enumerations.ts';
import { closed, IsoDate, IsoInstant, literals } from './common.ts';

/** Seconds until the session ends by itself: the smaller of idle and total is shown. */
export const SigningTimeLeft = Type.Object({ idleSeconds: Type.Integer({ minimum: 0 }), totalSeconds: Type.Integer({ minimum: 0 }) }, closed);
export type SigningTimeLeft = Static<typeof SigningTimeLeft>;

/** What a session of every kind says about itself. */
export const SigningSessionFields = Type.Object(
  {
    signingId: Type.String(),
    /** Once it is signed, `/bank/receipts/{receiptId}`; no secret. */
    receiptId: Type.String(),
    /** The provider's registered name. */
    tppName: Type.String(),
    /** The application's client name; titles the modal. */
    tppApplicationName: Type.String(),
    authMethod: literals(AUTH_METHODS),
    bankCountry: literals(BANK_COUNTRIES),
    locale: literals(LOCALES),
    /** Both addresses are absent where the application no longer has their origin. */
    tppSuccessUrl: Type.Optional(Type.String()),
    tppFailureUrl: Type.Optional(Type.String()),
    state: literals(['open', 'signing', 'signed']),
    timeLeft: SigningTimeLeft,
    /** The day at the customer's bank; in a sandbox, that of its clock. */
    today: IsoDate,
    /** When this session was signed. In a cancellation that is the cancellation; `details.signedAt` is the signature of the payment. */
    signedAt: Type.Optional(IsoInstant),
  },
  closed,
);
export type SigningSessionFields = Static<typeof SigningSessionFields>;
