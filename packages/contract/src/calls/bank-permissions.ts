/**
 * The customer's permissions, `/bank/permissions`: every consent and every transactions statement of the signed-in customer and of the
 * companies they sign for.
 *
 * | call | answer |
 * |---|---|
 * | `GET /bank/permissions/given?view=&search=&after=` | 200 {@link Permissions}, newest first; `after` is the `next` of the previous page |
 * | `GET /bank/permissions/given/pdf?language=` | 200 a PDF of all permissions with what was read with each; English without `language` |
 * | `GET /bank/permissions/given/{id}` | 200 {@link PermissionAnswer} |
 * | `GET /bank/permissions/given/{id}/readings?before=` | 200 {@link PermissionReadings}: the latest days with readings; `before` is the `next` of the previous page |
 * | `POST /bank/permissions/given/{id}/withdrawal` | 200 {@link PermissionAnswer}: withdraws it. Repeatable; a permission that has ended before does not change |
 *
 * Without a valid bank session: 410 `SIGN_IN_UNKNOWN`. Another customer's permission returns 404 `NOT_FOUND`, like one that does not exist.
 * A statement and a consent that is not signed cannot be withdrawn: 409 `SIGNING_STATE_INVALID`.
 */
import { type Static, Type } from 'typebox';
import { CONSENT_ACCESS_FORMS } from '../consent-values.ts';
import { CurrencyCode, closed, IsoDate, IsoInstant, literals } from '../entities/common.ts';
import { LOCALES } from '../enumerations.ts';
import { PERMISSION_ENDS, PERMISSION_STATES, PERMISSION_VIEWS, READING_KINDS } from '../permission-values.ts';
import { Visitor } from './bank-door.ts';

export const PermissionsQuery = Type.Object(
  {
    view: Type.Optional(literals(PERMISSION_VIEWS)),
    /** Part of the name of a provider or an application, or of an IBAN, with or without spaces. */
    search: Type.Optional(Type.String({ maxLength: 70 })),
    after: Type.Optional(Type.String({ pattern: '^[0-9a-z]{1,40}$' })),
  },
  closed,
);

export const PermissionsFileQuery = Type.Object({ language: Type.Optional(literals(LOCALES)) }, closed);

const PermittedAccount = Type.Object(
  {
    iban: Type.String(),
    currency: CurrencyCode,
    /** Absent: the account is closed. */
    name: Type.Optional(Type.String()),
    hasBalances: Type.Boolean(),
    hasTransactions: Type.Boolean(),
  },
  closed,
);

export const Permission = Type.Object(
  {
    permissionId: Type.String(),
    kind: literals(['consent', 'statement']),
    state: literals(PERMISSION_STATES),
    /** Registered name of the payment service provider. */
    tppName: Type.String(),
    tppApplicationName: Type.String(),
    accountHolder: Type.String(),
    /** The person who was asked to sign for a company. */
    representative: Type.Optional(Type.String()),
    /** For a consent. `global` and `listOnly` cover every account, including later ones; `accounts` then lists the present ones. */
    form: Type.Optional(literals(CONSENT_ACCESS_FORMS)),
    accounts: Type.Array(PermittedAccount),
    /** True if any account has it. */
    hasBalances: Type.Boolean(),
    hasTransactions: Type.Boolean(),
    /** The account holder's name is included. */
    hasOwnerName: Type.Boolean(),
    /** False: the provider may read once. */
    isRecurring: Type.Boolean(),
    /** The most accesses per day without the customer. */
    frequencyPerDay: Type.Optional(Type.Integer({ minimum: 1 })),
    /** For a statement: first and last booking day. */
    period: Type.Optional(Type.Object({ dateFrom: IsoDate, dateTo: IsoDate }, closed)),
    askedAt: IsoInstant,
    /** The time of the customer's signature; absent: not signed. */
    givenAt: Type.Optional(IsoInstant),
    /** For a consent: its last valid day. */
    validUntil: Type.Optional(IsoDate),
    /** For a signed statement. */
    readableUntil: Type.Optional(IsoInstant),
    /** Absent: never used, or used before the stored period. */
    lastUsedAt: Type.Optional(IsoInstant),
    /** Number of accesses in the last `LATELY_DAYS`. */
    readingsLately: Type.Integer({ minimum: 0 }),
    /** In the response for one permission: the permission that its signature ended. */
    replaces: Type.Optional(Type.Object({ permissionId: Type.String(), givenAt: IsoInstant }, closed)),
    end: Type.Optional(
      Type.Object(
        {
          how: literals(PERMISSION_ENDS),
          on: IsoDate,
          /** Present when a person ended it. */
          at: Type.Optional(IsoInstant),
          /** For a withdrawal by another person who signs for the company. */
          by: Type.Optional(Type.String()),
          /** For a replaced consent: the permission whose signature ended it. Absent: it was replaced before this was stored. */
          replacedBy: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
    isWithdrawable: Type.Boolean(),
  },
  closed,
);
export type Permission = Static<typeof Permission>;

export const Permissions = Type.Object(
  {
    visitor: Visitor,
    /** The companies for which they may withdraw, besides themselves. */
    companies: Type.Array(Type.String()),
    permissions: Type.Array(Permission),
    /** Present when there is another page; pass it as `after`. */
    next: Type.Optional(Type.String()),
  },
  closed,
);
export type Permissions = Static<typeof Permissions>;

export const PermissionAnswer = Type.Object({ visitor: Visitor, permission: Permission }, closed);
export type PermissionAnswer = Static<typeof PermissionAnswer>;

export const ReadingsQuery = Type.Object({ before: Type.Optional(IsoDate) }, closed);

/** Equal readings of one day. */
export const PermissionReading = Type.Object(
  {
    /** Day in the bank's time zone. */
    on: IsoDate,
    what: literals(READING_KINDS),
    /** Absent: the list of accounts, or an account that is closed and was not named in the permission. */
    iban: Type.Optional(Type.String()),
    /** Absent: the account is closed, or it is the list of accounts. */
    accountName: Type.Optional(Type.String()),
    /** Number of readings that the customer asked for at the provider (`PSU-IP-Address`). */
    withCustomer: Type.Integer({ minimum: 0 }),
    withoutCustomer: Type.Integer({ minimum: 0 }),
    lastAt: IsoInstant,
  },
  closed,
);
export type PermissionReading = Static<typeof PermissionReading>;

export const PermissionReadings = Type.Object(
  {
    visitor: Visitor,
    /** The latest day first. */
    readings: Type.Array(PermissionReading),
    /** The earliest day of this page, if there are earlier ones; pass it as `before`. */
    next: Type.Optional(IsoDate),
  },
  closed,
);
export type PermissionReadings = Static<typeof PermissionReadings>;
