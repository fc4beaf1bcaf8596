import { type Static, Type } from 'typebox';
import { CHALLENGE_FORMS } from '../auth-method-values.ts';
import { BankMethod, BankPage } from '../entities/bank-method.ts';
import { CalculatorNumber } from '../entities/calculator.ts';
import { closed, literals } from '../entities/common.ts';
import { DeviceLink } from '../entities/device-link.ts';
import { UiErrorBody } from '../entities/errors.ts';
import { AUTH_METHODS, BANK_COUNTRIES, CHALLENGE_STATES, LOCALES } from '../enumerations.ts';

/** `GET /bank/sign-in/{id}/details`. */
export const SignInDetails = Type.Object(
  {
    /** Why the customer signs in: to authorise the application, to sign its request, or for the bank's own pages, without an application. */
    purpose: literals(['authorization', 'signing', 'bank']),
    tppName: Type.String(),
    tppApplicationName: Type.String(),
    bankCountry: literals(BANK_COUNTRIES),
    locale: literals(LOCALES),
    methods: Type.Array(literals(AUTH_METHODS)),
    /** True with the sandbox bank, which has a test device. */
    hasTestDevice: Type.Boolean(),
    /** Methods whose app opens by a link or a QR code. */
    deviceLinkMethods: Type.Optional(Type.Array(literals(AUTH_METHODS))),
    /** Methods that the bank carries out itself. Those by redirect ask for no identity here. */
    bankMethods: Type.Optional(Type.Array(BankMethod)),
    /** The developer's own test customer, as whom one press signs in. Only in the sandbox, for a developer who is signed in to the portal. */
    testCustomer: Type.Optional(Type.Object({ name: Type.String(), method: literals(AUTH_METHODS), nationalIdentityNumber: Type.String() }, closed)),
    /** True if a challenge is in progress (the page was reloaded). */
    challengeRunning: Type.Boolean(),
  },
  closed,
);
export type SignInDetails = Static<typeof SignInDetails>;

/** `POST /bank/sign-in/{id}/authentication`. `IDENTITY_FIELDS_OF` lists the fields of each method; other fields are refused. */
export const StartAuthenticationBody = Type.Object(
  {
    method: literals(AUTH_METHODS),
    nationalIdentityNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    phoneNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 24 })),
    userNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    /** Default: `notification`. */
    form: Type.Optional(literals(CHALLENGE_FORMS)),
  },
  closed,
);
export type StartAuthenticationBody = Static<typeof StartAuthenticationBody>;

/** Response of `authentication`, of `response` and of `GET /bank/sign-in/{id}/challenge`. */
export const SignInChallenge = Type.Object(
  {
    state: literals(['none', ...CHALLENGE_STATES]),
    method: Type.Optional(literals(AUTH_METHODS)),
    controlCode: Type.Optional(Type.String()),
    calculatorNumber: Type.Optional(CalculatorNumber),
    /** For a challenge that the customer opens in the app. */
    deviceLink: Type.Optional(DeviceLink),
    /** For a challenge on a page of the bank. */
    bankPage: Type.Optional(BankPage),
    secondsLeft: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type SignInChallenge = Static<typeof SignInChallenge>;

/** A 410 for a sign-in of this browser. For 24 hours it has the application to return to, or that the customer has signed in and the way on. */
export const SignInOverBody = Type.Object({
  ...UiErrorBody.properties,
  /** The application to which `DELETE` still returns; of a completed sign-in, the one whose website `continueTo` is. */
  tppApplicationName: Type.Optional(Type.String()),
  isSignedIn: Type.Optional(Type.Literal(true)),
  /** Of a completed sign-in: the page that it led to, or the application's website. */
  continueTo: Type.Optional(Type.String()),
});
export type SignInOverBody = Static<typeof SignInOverBody>;

/** One of the customers for whom the person may act. `type`: the person, or a company by its name. */
export const RoleChoice = Type.Object({ roleId: Type.String(), name: Type.String(), type: literals(['person', 'company']) }, closed);
export type RoleChoice = Static<typeof RoleChoice>;

/** `POST /bank/sign-in/{id}/role`: completes the sign-in in one role of {@link RolesToChoose}. Response as of `completion`; 409 `ROLE_UNKNOWN`. */
export const ChooseRoleBody = Type.Object({ roleId: Type.String({ minLength: 1, maxLength: 64 }) }, closed);
export type ChooseRoleBody = Static<typeof ChooseRoleBody>;

/** Response of `completion` without a role for a person who has several: nothing is completed yet. */
export const RolesToChoose = Type.Object({ roles: Type.Array(RoleChoice) }, closed);
export type RolesToChoose = Static<typeof RolesToChoose>;

/** Response of `POST /bank/sign-in/{id}/completion` and `DELETE /bank/sign-in/{id}`: the URL to which the page navigates with `location.assign`. */
export const SignInLocation = Type.Object({ location: Type.String() }, closed);
export type SignInLocation = Static<typeof SignInLocation>;
