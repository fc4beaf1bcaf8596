import { type Static, Type } from 'typebox';
import { AUTH_METHODS, BANK_COUNTRIES, LOCALES } from '../enumerations.ts';
import { closed, Iban, literals } from './common.ts';
import { DebtorDetails, PaymentDetails } from './payment.ts';

/** Seconds until the session ends by itself: the smaller of idle and total is shown. */
export const SigningTimeLeft = Type.Object({ idleSeconds: Type.Integer({ minimum: 0 }), totalSeconds: Type.Integer({ minimum: 0 }) }, closed);
export type SigningTimeLeft = Static<typeof SigningTimeLeft>;

const signingSessionFields = {
  signingId: Type.String(),
  /** The provider's registered name. */
  tppName: Type.String(),
  /** The application's client name; titles the modal. */
  tppApplicationName: Type.String(),
  authMethod: literals(AUTH_METHODS),
  bankCountry: literals(BANK_COUNTRIES),
  locale: literals(LOCALES),
  tppSuccessUrl: Type.String(),
  tppFailureUrl: Type.Optional(Type.String()),
  /** The person signing for a company; absent when customers sign for themselves. */
  representative: Type.Optional(Type.String()),
  state: literals(['open', 'signing', 'signed']),
  timeLeft: SigningTimeLeft,
  /** The body of the running signature, so that a reloaded page can join it. */
  submission: Type.Optional(Type.Object({ debtorAccountIban: Iban, debtorDetails: Type.Optional(DebtorDetails) }, closed)),
};

/** Answer of `GET {api}/ui/payment/details`. */
export const PaymentSigningSession = Type.Object({ ...signingSessionFields, details: PaymentDetails }, closed);
export type PaymentSigningSession = Static<typeof PaymentSigningSession>;
