/**
 * A developer's sandbox: test customers, their tokens, accounts and time.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/tpp/psu` | 200 {@link TokenUserList}, sorted by userName |
 * | `POST {api}/tpp/psu` | {@link ActivateTokenUserBody} → 200 {@link TokenUser} with its fresh token; 409 `PAGE_STALE`; 404 |
 * | `GET {api}/tpp/refresh` | 200 {@link TokenUserList}, first item is the current user with a fresh token; needs our own origin and `X-Request-ID` |
 * | `GET {api}/v1/account-list` | bearer → 200 {@link AccountListAnswer} |
 * | `DELETE {api}/v1/sandbox/reset` | bearer → 204 |
 * | `GET {api}/v1/client-payload?apiId=` | bearer → 200 {@link ClientPayload} |
 * | `DELETE {api}/v1/client-payload` | bearer or {@link ForgetPayloadBody} → 204 |
 * | `GET {api}/prefills` | 200 {@link Prefills}; without a session nothing is filled in |
 *
 * Additions, with the developer's session:
 *
 * | call | answer |
 * |---|---|
 * | `POST {api}/tpp/customers` | {@link NewCustomerBody} → 201 {@link TokenUser}; 409 `LIMIT_REACHED` |
 * | `DELETE {api}/tpp/customers/{id}` | 204; 404; 409 `CUSTOMER_SEEDED` for one of the seeded ones |
 * | `GET {api}/tpp/customers/{id}/accounts` | 200 {@link TestAccountList} |
 * | `POST {api}/tpp/customers/{id}/accounts` | {@link NewTestAccount} → 201 {@link TestAccount}; 409 `LIMIT_REACHED` |
 * | `DELETE {api}/tpp/customers/{id}/accounts/{iban}` | 204; 404; 409 `ACCOUNT_IN_USE` |
 * | `PUT {api}/tpp/customers/{id}/scenario` | {@link ScenarioBody} → 200 {@link TokenUser} |
 * | `GET {api}/tpp/clock` | 200 {@link TestClock} |
 * | `POST {api}/tpp/clock/advance` | {@link AdvanceClockBody} → 200 {@link TestClock} |
 * | `DELETE {api}/tpp/clock` | {@link BackToRealTimeBody} → 200 {@link TestClock}: real time again, all customers reset |
 */
import { type Static, Type } from 'typebox';
import { Account } from '../entities/account.ts';
import { Amount, closed, IsoInstant, literals } from '../entities/common.ts';
import { type AuthMethod, BANK_COUNTRIES, DEVICE_METHODS } from '../enumerations.ts';
import { CLOCK_DAYS_MAX, CLOCK_MINUTES_MAX, CLOCK_MONTHS_MAX, CUSTOMER_SCENARIOS } from '../sandbox-values.ts';

/** Token user (specification §3). At most one has an access token: the current one. */
export const TokenUser = Type.Object(
  {
    id: Type.String(),
    userName: Type.String(),
    access_token: Type.Optional(Type.String()),
    /** Real time. */
    expiresAt: Type.Optional(IsoInstant),
    country: literals(BANK_COUNTRIES),
    customer: Type.Object({ name: Type.String(), surname: Type.String(), nationalIdentityNumber: Type.String() }, closed),
    /** Additions. */
    type: literals(['person', 'company']),
    companyName: Type.Optional(Type.String()),
    authMethods: Type.Array(Type.Unsafe<AuthMethod>(literals(DEVICE_METHODS))),
    /** For Mobile-ID and eParaksts mobile: what the customer enters to sign in. */
    phoneNumber: Type.Optional(Type.String()),
    userNumber: Type.Optional(Type.String()),
    scenario: literals(CUSTOMER_SCENARIOS),
    /** For a company: the person who gives the second signature, at `/bank/to-sign`. */
    coSigner: Type.Optional(Type.Object({ name: Type.String(), nationalIdentityNumber: Type.String() }, closed)),
    /** For a company: `id` of the private test customer who acts for it and chooses the role after the sign-in. */
    representedBy: Type.Optional(Type.String()),
    /** True: created with the sandbox; cannot be removed. */
    isSeeded: Type.Boolean(),
  },
  closed,
);
export type TokenUser = Static<typeof TokenUser>;

export const TokenUserList = Type.Array(TokenUser);
export type TokenUserList = Static<typeof TokenUserList>;

/**
 * `access_token` and `expiresAt` as the page shows them for this user; the server uses them only to detect a stale page. `null` or absent: the page
 * shows none.
 */
export const ActivateTokenUserBody = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64 }),
    userName: Type.String({ minLength: 1, maxLength: 200 }),
    access_token: Type.Optional(Type.Union([Type.String({ maxLength: 512 }), Type.Null()])),
    expiresAt: Type.Optional(Type.Union([Type.String({ maxLength: 30 }), Type.Null()])),
  },
  closed,
);
export type ActivateTokenUserBody = Static<typeof ActivateTokenUserBody>;

export const AccountListAnswer = Type.Object({ accounts: Type.Array(Account) }, closed);
export type AccountListAnswer = Static<typeof AccountListAnswer>;

export const ClientPayloadQuery = Type.Object(
  { apiId: Type.String({ pattern: '^[a-z0-9-]{1,40}$', description: 'the id of a section of the API, such as payments' }) },
  closed,
);

/** The last body that this customer sent to that section, as a JSON value; `null`: none. `isReset`: true for the seeded body. */
export const ClientPayload = Type.Object({ payload: Type.Unknown(), isReset: Type.Boolean() }, closed);
export type ClientPayload = Static<typeof ClientPayload>;

export const ForgetPayloadBody = Type.Object({ accessToken: Type.String({ minLength: 1, maxLength: 512 }) }, closed);

/** `prefills[apiId][operationId][parameter]`. */
export const Prefills = Type.Object(
  {
    prefills: Type.Record(Type.String(), Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
    /** Addition: the current customer's first account, for request bodies whose example has the customer's account. */
    iban: Type.Optional(Type.String()),
    /** User name at the fallback interface → `TokenUser.id`. */
    fallbackUserToUserMap: Type.Record(Type.String(), Type.String()),
  },
  closed,
);
export type Prefills = Static<typeof Prefills>;

const PersonName = Type.String({
  pattern: "^[\\p{L}][\\p{L} .'-]{0,34}$",
  description: "up to 35 letters, spaces and . ' -, a letter first",
});

export const NewTestCustomer = Type.Object(
  {
    country: literals(BANK_COUNTRIES),
    type: literals(['person', 'company']),
    firstName: PersonName,
    surname: PersonName,
    /** Required for a company. */
    companyName: Type.Optional(
      Type.String({
        pattern: "^[\\p{L}\\p{N}][\\p{L}\\p{N} .&'-]{0,69}$",
        description: "up to 70 letters, digits, spaces and . & ' -, a letter or digit first",
      }),
    ),
  },
  closed,
);
export type NewTestCustomer = Static<typeof NewTestCustomer>;

export const NewCustomerBody = Type.Object(
  {
    ...NewTestCustomer.properties,
    /** Required without `representedBy`. */
    firstName: Type.Optional(PersonName),
    surname: Type.Optional(PersonName),
    /** Only for a company: `id` of the private test customer of the same country who acts for it, in addition to themselves. */
    representedBy: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  closed,
);
export type NewCustomerBody = Static<typeof NewCustomerBody>;

export const TestAccount = Type.Object({ ...Account.properties, balance: Amount }, closed);
export type TestAccount = Static<typeof TestAccount>;
export const TestAccountList = Type.Array(TestAccount);

export const NewTestAccount = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 70 }),
    currency: literals(['EUR', 'USD']),
    /** Decimal string with at most two decimals, `0` to `1000000.00`. */
    openingBalance: Type.String({ pattern: '^[0-9]{1,7}(\\.[0-9]{1,2})?$' }),
  },
  closed,
);
export type NewTestAccount = Static<typeof NewTestAccount>;

export const ScenarioBody = Type.Object({ scenario: literals(CUSTOMER_SCENARIOS) }, closed);

/** `now`: the sandbox's time. */
export const TestClock = Type.Object({ now: IsoInstant, isRealTime: Type.Boolean() }, closed);
export type TestClock = Static<typeof TestClock>;

/** Exactly one of the three. */
export const AdvanceClockBody = Type.Object(
  {
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: CLOCK_MINUTES_MAX })),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: CLOCK_DAYS_MAX })),
    months: Type.Optional(Type.Integer({ minimum: 1, maximum: CLOCK_MONTHS_MAX })),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);
export type AdvanceClockBody = Static<typeof AdvanceClockBody>;

/** `confirm: true`, because this resets every customer of the sandbox. */
export const BackToRealTimeBody = Type.Object({ confirm: Type.Literal(true) }, closed);
