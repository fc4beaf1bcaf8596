import { type Static, Type } from 'typebox';
import { AUTH_METHODS, BANK_COUNTRIES, LOCALES } from '../enumerations.ts';
import { BankMethod } from './bank-method.ts';
import { closed, IsoDate, IsoInstant, literals } from './common.ts';

/** Seconds until the session ends; pages show the smaller of the two. */
export const SigningTimeLeft = Type.Object({ idleSeconds: Type.Integer({ minimum: 0 }), totalSeconds: Type.Integer({ minimum: 0 }) }, closed);
export type SigningTimeLeft = Static<typeof SigningTimeLeft>;

/** The members of every kind of session. */
export const SigningSessionFields = Type.Object(
  {
    signingId: Type.String(),
    /** After the signature, the receipt is at `/bank/receipts/{receiptId}`. The id is no secret. */
    receiptId: Type.String(),
    /** The provider's registered name. */
    tppName: Type.String(),
    /** The application's client name; the title of the modal. */
    tppApplicationName: Type.String(),
    /** The method of the sign-in. */
    authMethod: literals(AUTH_METHODS),
    /** The methods with which this customer can sign here. Absent: a server of an older version. */
    authMethods: Type.Optional(Type.Array(literals(AUTH_METHODS))),
    /** Of these, the methods whose app opens by a link or a QR code. */
    deviceLinkMethods: Type.Optional(Type.Array(literals(AUTH_METHODS))),
    /** Methods that the bank carries out itself. */
    bankMethods: Type.Optional(Type.Array(BankMethod)),
    /** First name and surname of the person whose bank session this is. Absent: a server of an older version. */
    signedInAs: Type.Optional(Type.String()),
    bankCountry: literals(BANK_COUNTRIES),
    locale: literals(LOCALES),
    /** Both URLs are absent where their origin is no longer registered for the application. */
    tppSuccessUrl: Type.Optional(Type.String()),
    tppFailureUrl: Type.Optional(Type.String()),
    state: literals(['open', 'signing', 'signed']),
    timeLeft: SigningTimeLeft,
    /** The current date at the customer's bank; in a sandbox, the date of its clock. */
    today: IsoDate,
    /** The time of this session's signature. For a cancellation that is the cancellation's; `details.signedAt` is the payment's. */
    signedAt: Type.Optional(IsoInstant),
  },
  closed,
);
export type SigningSessionFields = Static<typeof SigningSessionFields>;
