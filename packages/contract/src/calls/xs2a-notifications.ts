/** What the bank sends to `TPP-Notification-URI` (NextGenPSD2 1.3.12 §4.16; openFinance “Resource Status Notification”). */
import { type Static, Type } from 'typebox';
import { STATEMENT_STATUSES } from '../consent-values.ts';
import { closed, Link } from '../entities/common.ts';
import { CONSENT_STATUSES, SCA_STATUSES, TRANSACTION_STATUSES } from '../enumerations.ts';

const STATUS_EVENTS = [
  'payment.status_changed',
  'consent.status_changed',
  'authorisation.sca_status_changed',
  'cancellation.sca_status_changed',
] as const;

/** It has ids, statuses and codes. The receiver reads everything else with its token. */
export const StatusNotification = Type.Object(
  {
    type: Type.Enum([...STATUS_EVENTS]),
    timestamp: Type.String({ format: 'date-time', description: 'When the status changed.' }),
    sequence: Type.Integer({ minimum: 1, description: 'Counts the notifications of the payment or consent.' }),
    paymentId: Type.Optional(Type.String()),
    consentId: Type.Optional(Type.String()),
    authorisationId: Type.Optional(Type.String()),
    cancellationId: Type.Optional(Type.String({ description: 'The authorisation of a cancellation.' })),
    transactionStatus: Type.Optional(Type.Enum([...TRANSACTION_STATUSES])),
    consentStatus: Type.Optional(Type.Enum([...CONSENT_STATUSES])),
    scaStatus: Type.Optional(Type.Enum([...SCA_STATUSES])),
    reasonCode: Type.Optional(Type.String({ description: 'Why the payment was rejected.' })),
    _links: Type.Object({ self: Link, status: Link, scaStatus: Type.Optional(Link) }, closed),
  },
  closed,
);
export type StatusNotification = Static<typeof StatusNotification>;

/** What an endpoint of the application gets: also the statuses of statements. */
export const EndpointNotification = Type.Object(
  {
    ...StatusNotification.properties,
    type: Type.Enum([...STATUS_EVENTS, 'statement.status_changed']),
    statementId: Type.Optional(Type.String()),
    statementStatus: Type.Optional(Type.Enum([...STATEMENT_STATUSES])),
  },
  closed,
);
export type EndpointNotification = Static<typeof EndpointNotification>;

/** A developer sent it from the portal. It tells of no status. */
export const TestNotification = Type.Object(
  {
    type: Type.Literal('test.ping'),
    timestamp: Type.String({ format: 'date-time', description: 'When the test was asked for.' }),
    sequence: Type.Integer({ description: 'Always 1.' }),
    endpointId: Type.String(),
    text: Type.String({ description: 'Says that the message is a test.' }),
  },
  closed,
);
export type TestNotification = Static<typeof TestNotification>;
