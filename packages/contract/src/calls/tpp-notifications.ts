/**
 * Endpoints of a developer's application and the messages that the bank sent, at `{api}/tpp/notifications`. As below `{api}/tpp`, calls need the
 * developer's session, and `Tpp-Client-Id` names the application. Calls that change something need the portal's origin, JSON and `X-Request-ID`.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/tpp/notifications` | 200 {@link NotificationsPage} |
 * | `POST {api}/tpp/notifications/endpoints` | {@link NewEndpoint} → 201 {@link EndpointWithSecret}, and a test event is sent; 400 `FORMAT_ERROR`; 409 `LIMIT_REACHED`; 429 |
 * | `PUT {api}/tpp/notifications/endpoints/{endpointId}` | {@link EndpointChange} → 200 {@link Endpoint}; another address gets a test event first; 400, 404, 429 |
 * | `DELETE {api}/tpp/notifications/endpoints/{endpointId}` | 204: its messages are deleted too; 404 |
 * | `POST {api}/tpp/notifications/endpoints/{endpointId}/secret` | 200 {@link EndpointWithSecret}: a new secret; the one before signs too, for 24 hours |
 * | `DELETE {api}/tpp/notifications/endpoints/{endpointId}/previous-secret` | 200 {@link Endpoint}: it signs no longer, at once |
 * | `POST {api}/tpp/notifications/endpoints/{endpointId}/tests` | 202 {@link Delivery}: a test event waits to be sent; 409 for a disabled endpoint; 429 |
 * | `GET {api}/tpp/notifications/deliveries?…` | 200 {@link DeliveriesPage}, newest first; `before` is the `next` of the page before |
 * | `GET {api}/tpp/notifications/deliveries/{deliveryId}` | 200 {@link DeliveryDetail}; 404 |
 * | `POST {api}/tpp/notifications/deliveries/{deliveryId}/retry` | 200 {@link Delivery}: the message is sent again, with its `webhook-id`; 404; 409; 429 |
 * | `POST {api}/tpp/notifications/retries` | {@link RetryWish} → 200 {@link RetryCount}: the failed messages of an endpoint are sent again; 404; 409; 429 |
 */
import { type Static, Type } from 'typebox';
import { closed, IsoInstant, literals } from '../entities/common.ts';
import { DELIVERY_STATES, ENDPOINT_STATES, ENDPOINT_URL_LENGTH_MAX, NOTIFICATION_EVENTS, NOTIFICATION_KINDS } from '../notification-values.ts';

const Kinds = Type.Array(literals(NOTIFICATION_KINDS), { minItems: 1, maxItems: NOTIFICATION_KINDS.length, uniqueItems: true });
const Url = Type.String({ minLength: 1, maxLength: ENDPOINT_URL_LENGTH_MAX });

export const Endpoint = Type.Object(
  {
    endpointId: Type.String(),
    url: Type.String(),
    kinds: Kinds,
    state: literals(ENDPOINT_STATES),
    disabledBy: Type.Optional(literals(['developer', 'gone', 'failures'])),
    createdAt: IsoInstant,
    confirmedAt: Type.Optional(IsoInstant),
    /** Until then messages are signed with the secret before, too. Absent: one secret signs. */
    previousSecretValidUntil: Type.Optional(IsoInstant),
    /** After a failed connection: no attempt before. */
    pausedUntil: Type.Optional(IsoInstant),
    /** True: an operator of the bank has stopped messages to this address. */
    isStopped: Type.Boolean(),
    /** Messages of the last 24 hours without test events. */
    delivered: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0 }),
  },
  closed,
);
export type Endpoint = Static<typeof Endpoint>;

export const NotificationsPage = Type.Object(
  {
    /** Oldest first. */
    endpoints: Type.Array(Endpoint),
    endpointsMax: Type.Integer(),
    /** False: this installation sends no notifications. */
    isOn: Type.Boolean(),
  },
  closed,
);
export type NotificationsPage = Static<typeof NotificationsPage>;

export const NewEndpoint = Type.Object({ url: Url, kinds: Kinds }, closed);
export type NewEndpoint = Static<typeof NewEndpoint>;

/** Members that are absent do not change. */
export const EndpointChange = Type.Object(
  { url: Type.Optional(Url), kinds: Type.Optional(Kinds), isEnabled: Type.Optional(Type.Boolean()) },
  { ...closed, minProperties: 1 },
);
export type EndpointChange = Static<typeof EndpointChange>;

/** The secret is shown once. It is `whsec_` and 32 bytes in base64, as Standard Webhooks 1.0.0 writes it. */
export const EndpointWithSecret = Type.Object({ endpoint: Endpoint, secret: Type.String() }, closed);
export type EndpointWithSecret = Static<typeof EndpointWithSecret>;

export const Delivery = Type.Object(
  {
    deliveryId: Type.String(),
    /** The header `webhook-id`. */
    messageId: Type.String(),
    /** Absent: the address that a request named in `TPP-Notification-URI`. */
    endpointId: Type.Optional(Type.String()),
    url: Type.String(),
    event: literals(Object.values(NOTIFICATION_EVENTS)),
    /** Absent for a test event. */
    resourceId: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    occurredAt: IsoInstant,
    state: literals(DELIVERY_STATES),
    /** Attempts since the message was last put into the queue. */
    tries: Type.Integer({ minimum: 0 }),
    triesMax: Type.Integer(),
    /** While it waits. */
    nextTryAt: Type.Optional(IsoInstant),
    /** Of the last attempt: a status of HTTP or the name of a fault. */
    outcome: Type.Optional(Type.String()),
    durationMs: Type.Optional(Type.Integer()),
  },
  closed,
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer(),
    at: IsoInstant,
    durationMs: Type.Integer(),
    outcome: Type.String(),
    /** The beginning of the response's body, or what happened instead of a response. */
    excerpt: Type.Optional(Type.String()),
  },
  closed,
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** `body`: as it is sent. Newest attempt first, the last twenty. */
export const DeliveryDetail = Type.Object({ ...Delivery.properties, body: Type.String(), attempts: Type.Array(DeliveryAttempt) }, closed);
export type DeliveryDetail = Static<typeof DeliveryDetail>;

const DeliveryId = Type.String({ minLength: 1, maxLength: 160, pattern: '^[A-Za-z0-9_.-]+$', description: 'an id of the log of messages' });

export const DeliveriesPage = Type.Object({ items: Type.Array(Delivery), next: Type.Optional(DeliveryId) }, closed);
export type DeliveriesPage = Static<typeof DeliveriesPage>;

export const DeliveriesQuery = Type.Object(
  {
    endpointId: Type.Optional(Type.String({ maxLength: 64, pattern: '^[!-~]+$', description: 'the id of an endpoint' })),
    state: Type.Optional(literals(DELIVERY_STATES)),
    /** Part of the id of a payment, a consent or a statement. */
    resourceId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '^[!-~]+$', description: 'the id of a resource' })),
    before: Type.Optional(DeliveryId),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  closed,
);
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;

/** The failed messages since an instant; without one all that are kept. At most 1,000, the oldest first. */
export const RetryWish = Type.Object(
  {
    endpointId: Type.String({ maxLength: 64 }),
    since: Type.Optional(Type.String({ format: 'date-time', description: 'an instant such as 2026-06-01T12:00:00Z' })),
  },
  closed,
);
export type RetryWish = Static<typeof RetryWish>;

/** `isMore`: more of them have failed. Call again. */
export const RetryCount = Type.Object({ count: Type.Integer({ minimum: 0 }), isMore: Type.Boolean() }, closed);
export type RetryCount = Static<typeof RetryCount>;
