/** Values of the notifications to an application's endpoints, for server and browser. */

/** Each is the event `{kind}.status_changed`, of authorisations and cancellations `{kind}.sca_status_changed`. */
export const NOTIFICATION_KINDS = ['payment', 'consent', 'statement', 'authorisation', 'cancellation'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_EVENTS = {
  payment: 'payment.status_changed',
  consent: 'consent.status_changed',
  statement: 'statement.status_changed',
  authorisation: 'authorisation.sca_status_changed',
  cancellation: 'cancellation.sca_status_changed',
  ping: 'test.ping',
} as const satisfies Readonly<Record<NotificationKind | 'ping', string>>;
/** `ping`: a test event. */
export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;

export const ENDPOINTS_MAX = 5;
export const ENDPOINT_URL_LENGTH_MAX = 2_000;

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * - `unconfirmed`: the address has not answered a test event with a status of 2xx; it gets no other events.
 * - `disabled`: the developer disabled it, or the bank: it answered 410 (`gone`), or no message reached it for 76 hours (`failures`).
 */
export const ENDPOINT_STATES = ['unconfirmed', 'enabled', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];
