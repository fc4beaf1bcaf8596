/**
 * The bank's console, on a separate address.
 *
 * | call | answer |
 * |---|---|
 * | `GET /api/console/session` | 200 {@link ConsoleSession} |
 * | `DELETE /api/console/session` | 204, also without a session |
 * | `POST /api/console/look-ups` | {@link ConsoleLookUpBody} → 200 {@link ConsoleFinding}; writes an audit entry first |
 * | `POST /api/console/shown-values` | {@link ConsoleShowBody} → 200 {@link ConsoleShownValues}; writes an audit entry first |
 * | `POST /api/console/audit-pages` | {@link ConsoleAuditBody} → 200 {@link ConsoleAuditPage}; writes an audit entry first |
 *
 * Without a session: 401 `NOT_SIGNED_IN`. Without a role for the act: 403 `ROLE_INVALID`. An id that nothing has: 404 `NOT_FOUND`.
 */
import { type Static, Type } from 'typebox';
import { CONSOLE_ACTS, CONSOLE_FIELDS, CONSOLE_REASONS, CONSOLE_ROLES, CONSOLE_WORDS_MAX, CONSOLE_WORDS_MIN } from '../console-values.ts';
import { Amount, closed, IsoInstant, literals } from '../entities/common.ts';

const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{8,100}$' });

export const ConsoleSession = Type.Object(
  {
    name: Type.String(),
    roles: Type.Array(literals(CONSOLE_ROLES)),
    /** What the roles allow. */
    acts: Type.Array(literals(CONSOLE_ACTS)),
    /** False: a sandbox, where no real money moves. */
    isProduction: Type.Boolean(),
  },
  closed,
);
export type ConsoleSession = Static<typeof ConsoleSession>;

/** `id`: of a payment, consent, statement, signing session or request. */
export const ConsoleLookUpBody = Type.Object({ id: Id }, closed);

/** A step of the history. */
export const ConsoleEvent = Type.Object(
  {
    at: IsoInstant,
    /** The name in the audit log, e.g. `payment.signed`; `request` for a call of a provider. */
    event: Type.String(),
    /** Ids and causes, without personal data. */
    details: Type.Record(Type.String(), Type.String()),
  },
  closed,
);
export type ConsoleEvent = Static<typeof ConsoleEvent>;

/** A read of an operator. */
export const ConsoleLook = Type.Object(
  {
    /** Of its entry in the audit chain. */
    position: Type.Integer(),
    at: IsoInstant,
    operator: Type.String(),
    /** The names of the values that were shown; absent: masked values only. */
    shown: Type.Optional(Type.Array(literals(CONSOLE_FIELDS))),
    reason: Type.Optional(literals(CONSOLE_REASONS)),
  },
  closed,
);
export type ConsoleLook = Static<typeof ConsoleLook>;

export const ConsoleFinding = Type.Object(
  {
    kind: literals(['payment', 'consent', 'other']),
    /** Of the payment or consent; for `other` the id that was looked for. */
    id: Type.String(),
    /** ISO 20022 code of a payment, Berlin Group status of a consent. */
    status: Type.Optional(Type.String()),
    amount: Type.Optional(Amount),
    /** Of a payment. */
    product: Type.Optional(Type.String()),
    receivedAt: Type.Optional(IsoInstant),
    signedAt: Type.Optional(IsoInstant),
    /** Registered name of the application's provider. */
    provider: Type.Optional(Type.String()),
    /** Why a payment was rejected. */
    rejection: Type.Optional(Type.String()),
    /** Last day of a consent, ISO date. */
    validUntil: Type.Optional(Type.String()),
    /** Masked values. */
    personal: Type.Array(Type.Object({ field: literals(CONSOLE_FIELDS), masked: Type.String() }, closed)),
    /** In the order of time. */
    events: Type.Array(ConsoleEvent),
    /** Who looked it up or saw values of it in the console, newest first, with the present look-up. */
    lookedAtBy: Type.Array(ConsoleLook),
  },
  closed,
);
export type ConsoleFinding = Static<typeof ConsoleFinding>;

export const ConsoleShowBody = Type.Object(
  {
    /** Of a payment or consent. */
    id: Id,
    fields: Type.Array(literals(CONSOLE_FIELDS), { minItems: 1, maxItems: CONSOLE_FIELDS.length, uniqueItems: true }),
    reason: literals(CONSOLE_REASONS),
    words: Type.String({ minLength: CONSOLE_WORDS_MIN, maxLength: CONSOLE_WORDS_MAX }),
  },
  closed,
);
export type ConsoleShowBody = Static<typeof ConsoleShowBody>;

export const ConsoleShownValues = Type.Object(
  {
    values: Type.Array(Type.Object({ field: literals(CONSOLE_FIELDS), value: Type.String() }, closed)),
    /** The pages mask the values again at this time. */
    until: IsoInstant,
  },
  closed,
);
export type ConsoleShownValues = Static<typeof ConsoleShownValues>;

/** `before`: `next` of the previous page. `operator`: entries of this operator only. */
export const ConsoleAuditBody = Type.Object(
  {
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    operator: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  closed,
);
export type ConsoleAuditBody = Static<typeof ConsoleAuditBody>;

export const ConsoleAuditEntry = Type.Object(
  {
    position: Type.Integer(),
    at: IsoInstant,
    operator: Type.String(),
    /** `console.…` for the console, `operator.…` for commands. */
    event: Type.String(),
    details: Type.Record(Type.String(), Type.String()),
  },
  closed,
);
export type ConsoleAuditEntry = Static<typeof ConsoleAuditEntry>;

/** Newest first. */
export const ConsoleAuditPage = Type.Object(
  {
    entries: Type.Array(ConsoleAuditEntry),
    /** Absent: there are no older entries. */
    next: Type.Optional(Type.Integer()),
    /** Operators with entries, in alphabetical order. */
    operators: Type.Array(Type.String()),
  },
  closed,
);
export type ConsoleAuditPage = Static<typeof ConsoleAuditPage>;
