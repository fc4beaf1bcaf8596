/**
 * What the bank's staff reads first, and lists of payments.
 *
 * | call | answer |
 * |---|---|
 * | `GET /api/console/overview` | 200 {@link ConsoleOverview}: figures and ids without personal data, so no audit entry |
 * | `POST /api/console/payment-lists` | {@link ConsolePaymentsBody} → 200 {@link ConsolePaymentList}; writes an audit entry first |
 * | `POST /api/console/consent-ends` | {@link ConsoleEndConsentBody} → 200 {@link ConsoleEndedConsent}; writes an audit entry; 404; 409 `PAGE_STALE`: the consent is not valid |
 *
 * Without a session: 401 `NOT_SIGNED_IN`. Without a role for the act: 403 `ROLE_INVALID`.
 */
import { type Static, Type } from 'typebox';
import { CONSOLE_REASONS, CONSOLE_WORDS_MAX, CONSOLE_WORDS_MIN } from '../console-values.ts';
import { Amount, closed, IsoDate, IsoInstant, literals } from '../entities/common.ts';
import { CONSENT_STATUSES, TRANSACTION_STATUSES } from '../enumerations.ts';
import { INCIDENT_STATES } from '../status-values.ts';

const count = Type.Integer({ minimum: 0 });
const PaymentId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,100}$' });

/** Without the payer and the payee. */
export const ConsolePaymentLine = Type.Object(
  {
    paymentId: Type.String(),
    status: literals(TRANSACTION_STATUSES),
    amount: Amount,
    receivedAt: IsoInstant,
    /** Registered name of the application's provider. */
    provider: Type.Optional(Type.String()),
    /** When the bank had to execute it; of stuck orders. */
    dueAt: Type.Optional(IsoInstant),
  },
  closed,
);
export type ConsolePaymentLine = Static<typeof ConsolePaymentLine>;

export const ConsoleOverview = Type.Object(
  {
    at: IsoInstant,
    /** The day of the bank to which the payments belong. */
    day: IsoDate,
    /** Received on this day, by present status. Statuses without a payment are left out. Runs and items are parts of their payment. */
    payments: Type.Array(Type.Object({ status: literals(TRANSACTION_STATUSES), count }, closed)),
    /** Orders that should have been executed at least ten minutes ago, the oldest first, at most 20. */
    stuck: Type.Array(ConsolePaymentLine),
    /** Queues with jobs that failed and are not tried again. */
    failedJobs: Type.Array(Type.Object({ queue: Type.String(), count }, closed)),
    /** Requests that wait for a second person. */
    waitingRequests: count,
    /** Certificates that expire within 30 days, the next first, at most 20. */
    certificates: Type.Array(
      Type.Object(
        { clientId: Type.String(), clientName: Type.String(), organizationId: Type.String(), thumbprint: Type.String(), notAfter: IsoInstant },
        closed,
      ),
    ),
    /** Running and planned. */
    maintenance: Type.Array(
      Type.Object({ maintenanceId: Type.String(), isRunning: Type.Boolean(), startsAt: IsoInstant, endsAt: Type.Optional(IsoInstant) }, closed),
    ),
    /** Those that are not resolved. */
    incidents: Type.Array(
      Type.Object({ incidentId: Type.String(), title: Type.String(), state: literals(INCIDENT_STATES), startedAt: IsoInstant }, closed),
    ),
  },
  closed,
);
export type ConsoleOverview = Static<typeof ConsoleOverview>;

/** `before`: `next` of the previous page. */
export const ConsolePaymentsBody = Type.Object({ status: literals(TRANSACTION_STATUSES), before: Type.Optional(PaymentId) }, closed);
export type ConsolePaymentsBody = Static<typeof ConsolePaymentsBody>;

/** Newest first. A page can have few payments or none and still have `next`: at most 10,000 payments are searched for one page. */
export const ConsolePaymentList = Type.Object(
  {
    payments: Type.Array(ConsolePaymentLine),
    /** Absent: there are no older ones. */
    next: Type.Optional(Type.String()),
    /** The oldest payment that was searched. Absent: there is none. */
    searchedUntil: Type.Optional(IsoInstant),
  },
  closed,
);
export type ConsolePaymentList = Static<typeof ConsolePaymentList>;

export const ConsoleEndConsentBody = Type.Object(
  {
    consentId: PaymentId,
    reason: literals(CONSOLE_REASONS),
    words: Type.String({ minLength: CONSOLE_WORDS_MIN, maxLength: CONSOLE_WORDS_MAX }),
  },
  closed,
);
export type ConsoleEndConsentBody = Static<typeof ConsoleEndConsentBody>;

export const ConsoleEndedConsent = Type.Object({ status: literals(CONSENT_STATUSES) }, closed);
export type ConsoleEndedConsent = Static<typeof ConsoleEndedConsent>;
