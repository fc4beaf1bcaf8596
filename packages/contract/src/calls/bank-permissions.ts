/**
 * The customer's permissions, `/bank/permissions`: every consent and every transactions statement of the signed-in customer and of the
 * companies he signs for.
 *
 * | call | answer |
 * |---|---|
 * | `GET /bank/permissions/given?view=&search=&after=` | 200 {@link Permissions}, the newest first; `after` is the `next` of the page before |
 * | `GET /bank/permissions/given/{id}` | 200 {@link PermissionAnswer} |
 * | `POST /bank/permissions/given/{id}/withdrawal` | 200 {@link PermissionAnswer}: it is over. Repeatable; one that had ended before stays as it ended |
 *
 * Without a live bank session: 410 `SIGN_IN_UNKNOWN`. What is another customer's is answered like what does not exist: 404 `NOT_FOUND`.
 * A statement, and what nobody has signed, cannot be withdrawn: 409 `SIGNING_STATE_INVALID`.
 */
import { type Static, Type } from 'typebox';
import { CONSENT_ACCESS_FORMS } from '../consent-values.ts';
import { CurrencyCode, closed, IsoDate, IsoInstant, literals } from '../entities/common.ts';
import { PERMISSION_ENDS, PERMISSION_STATES, PERMISSION_VIEWS } from '../permission-values.ts';
import { Visitor } from './bank-door.ts';

export const PermissionsQuery = Type.Object(
  {
    view: Type.Optional(literals(PERMISSION_VIEWS)),
    /** Part of a provider's or application's name, or of an IBAN, with or without spaces. */
    search: Type.Optional(Type.String({ maxLength: 70 })),
    after: Type.Optional(Type.String({ pattern: '^[0-9a-z]{1,40}$' })),
  },
  closed,
);

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
    /** Registered name of the provider. */
    tppName: Type.String(),
    tppApplicationName: Type.String(),
    accountHolder: Type.String(),
    /** Who was asked to sign for a company. */
    representative: Type.Optional(Type.String()),
    /** Of a consent. `global` and `listOnly` cover every account, later ones too; `accounts` are those that there are now. */
    form: Type.Optional(literals(CONSENT_ACCESS_FORMS)),
    accounts: Type.Array(PermittedAccount),
    /** Of any account. */
    hasBalances: Type.Boolean(),
    hasTransactions: Type.Boolean(),
    /** The account holder's name goes along. */
    hasOwnerName: Type.Boolean(),
    /** False: good for one reading. */
    isRecurring: Type.Boolean(),
    /** How often a day without the customer. */
    frequencyPerDay: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Of a statement: first and last day of the bookings. */
    period: Type.Optional(Type.Object({ dateFrom: IsoDate, dateTo: IsoDate }, closed)),
    askedAt: IsoInstant,
    /** Signed by the customer; absent: never. */
    givenAt: Type.Optional(IsoInstant),
    /** Of a consent: its last day. */
    validUntil: Type.Optional(IsoDate),
    /** Of a signed statement. */
    readableUntil: Type.Optional(IsoInstant),
    /** Absent: never, or longer ago than readings are remembered. */
    lastUsedAt: Type.Optional(IsoInstant),
    /** Readings in the last `LATELY_DAYS`. */
    readingsLately: Type.Integer({ minimum: 0 }),
    end: Type.Optional(
      Type.Object(
        {
          how: literals(PERMISSION_ENDS),
          on: IsoDate,
          /** Of what somebody did. */
          at: Type.Optional(IsoInstant),
          /** Of a withdrawal by somebody else who signs for the company. */
          by: Type.Optional(Type.String()),
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
    /** For whom he may withdraw, beside himself. */
    companies: Type.Array(Type.String()),
    permissions: Type.Array(Permission),
    /** There are more: asked for with `after`. */
    next: Type.Optional(Type.String()),
  },
  closed,
);
export type Permissions = Static<typeof Permissions>;

export const PermissionAnswer = Type.Object({ visitor: Visitor, permission: Permission }, closed);
export type PermissionAnswer = Static<typeof PermissionAnswer>;
