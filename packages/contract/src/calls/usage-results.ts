/**
 * The consents and payments of a developer's application by status, and the readings that its valid consents have left today.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/tpp/usage/results?period=` | 200 {@link UsageResults}; 400, 401, 403, 404 without an application |
 *
 * The query is `RequestUsageQuery` of `request-log.ts`. Times are those of the sandbox's clock.
 */
import { type Static, Type } from 'typebox';
import { closed, IsoDate, IsoInstant, literals } from '../entities/common.ts';
import { CONSENT_STATUSES, TRANSACTION_STATUSES } from '../enumerations.ts';

const count = Type.Integer({ minimum: 1 });
const left = Type.Optional(Type.Integer({ minimum: 0 }));

/** Of a valid consent today. Each number is that of the account, or of the transaction, with the fewest readings left. Absent: the consent does not cover it. */
const ReadingsLeft = Type.Object({ accounts: left, account: left, balances: left, transactions: left, transaction: left }, closed);

export const ConsentReadings = Type.Object(
  {
    consentId: Type.String(),
    /** The last day. */
    validUntil: IsoDate,
    /** False: a consent for one access. Its readings with the customer present count, too. */
    isRecurring: Type.Boolean(),
    /** Readings without the customer a day, of each endpoint and account. */
    frequencyPerDay: Type.Integer({ minimum: 1 }),
    left: ReadingsLeft,
  },
  closed,
);
export type ConsentReadings = Static<typeof ConsentReadings>;

export const UsageResults = Type.Object(
  {
    /** Beginning of the period, which has the hours or days of `RequestUsage`. */
    from: IsoInstant,
    /** Received since `from`, by present status, most frequent first. Statuses without a consent are left out. */
    consents: Type.Array(Type.Object({ status: literals(CONSENT_STATUSES), count }, closed)),
    /** The same. Runs of a periodic payment and items of a bulk payment are parts of their payment. A payment that was never authorised is `RCVD` until it is read. */
    payments: Type.Array(
      Type.Object({ service: literals(['payments', 'periodic-payments', 'bulk-payments']), status: literals(TRANSACTION_STATUSES), count }, closed),
    ),
    /** At most `limit` of the application's valid consents, newest first; `hasMore`: there are others. */
    readings: Type.Object({ limit: Type.Integer(), hasMore: Type.Boolean(), consents: Type.Array(ConsentReadings) }, closed),
  },
  closed,
);
export type UsageResults = Static<typeof UsageResults>;
