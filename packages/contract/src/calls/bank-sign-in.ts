import { type Static, Type } from 'typebox';
import { CalculatorNumber } from '../entities/calculator.ts';
import { closed, literals } from '../entities/common.ts';
import { UiErrorBody } from '../entities/errors.ts';
import { AUTH_METHODS, BANK_COUNTRIES, CHALLENGE_STATES, LOCALES } from '../enumerations.ts';

/** `GET /bank/sign-in/{id}/details`. */
export const SignInDetails = Type.Object(
  {
    /** Why the customer signs in: to let the application in, to sign something it sent, or for the bank's own pages, where nobody sent him. */
    purpose: literals(['authorization', 'signing', 'bank']),
    tppName: Type.String(),
    tppApplicationName: Type.String(),
    bankCountry: literals(BANK_COUNTRIES),
    locale: literals(LOCALES),
    methods: Type.Array(literals(AUTH_METHODS)),
    /** True where the sandbox bank stands behind the page: the test device exists. */
    hasTestDevice: Type.Boolean(),
    /** A challenge already runs (the page was reloaded). */
    challengeRunning: Type.Boolean(),
  },
  closed,
);
export type SignInDetails = Static<typeof SignInDetails>;

/** `POST /bank/sign-in/{id}/authentication`. Which fields a method needs says `IDENTITY_FIELDS_OF`; others are refused. */
export const StartAuthenticationBody = Type.Object(
  {
    method: literals(AUTH_METHODS),
    nationalIdentityNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    phoneNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 24 })),
    userNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  },
  closed,
);
export type StartAuthenticationBody = Static<typeof StartAuthenticationBody>;

/** Answer of `authentication`, of `response` and of `GET /bank/sign-in/{id}/challenge`. */
export const SignInChallenge = Type.Object(
  {
    state: literals(['none', ...CHALLENGE_STATES]),
    method: Type.Optional(literals(AUTH_METHODS)),
    controlCode: Type.Optional(Type.String()),
    calculatorNumber: Type.Optional(CalculatorNumber),
    secondsLeft: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type SignInChallenge = Static<typeof SignInChallenge>;

/** A 410 of a sign-in that this browser opened also says what is left of it: the way back, for 24 hours, or that it was finished by signing in. */
export const SignInOverBody = Type.Object({
  ...UiErrorBody.properties,
  /** Where `DELETE` still leads back to. */
  tppApplicationName: Type.Optional(Type.String()),
  isSignedIn: Type.Optional(Type.Literal(true)),
});
export type SignInOverBody = Static<typeof SignInOverBody>;

/** Answer of `POST /bank/sign-in/{id}/completion` and `DELETE /bank/sign-in/{id}`: where the page goes next, by `location.assign`. */
export const SignInLocation = Type.Object({ location: Type.String() }, closed);
export type SignInLocation = Static<typeof SignInLocation>;
