/** Endpoints of an application, and the log of messages to all of its addresses. Each call is about an application of the calling developer alone. */
import type {
  DeliveriesPage,
  DeliveriesQuery,
  Delivery,
  DeliveryDetail,
  Endpoint,
  EndpointChange,
  EndpointWithSecret,
  NewEndpoint,
  NotificationsPage,
  RetryCount,
  RetryWish,
} from '@portico/contract';
import type { AppOwner } from '../../tpp-apps/index.ts';

/** Each call @throws UiRefusal 404 for an application, an endpoint or a message that is not the developer's. */
export interface NotificationEndpoints {
  page(owner: AppOwner): Promise<NotificationsPage>;
  /**
   * Sends a test event: the endpoint gets others after it has answered with a status of 2xx.
   * @throws UiRefusal 400 for an address to which the bank does not send; 409 for the sixth endpoint or the same address; 429.
   */
  add(owner: AppOwner, wanted: NewEndpoint): Promise<EndpointWithSecret>;
  /** Another address is confirmed like that of a new endpoint. Disabling gives up the messages that wait. @throws UiRefusal as {@link add}. */
  change(owner: AppOwner, endpointId: string, change: EndpointChange): Promise<Endpoint>;
  /** Deletes the endpoint with its messages. */
  remove(owner: AppOwner, endpointId: string): Promise<void>;
  /** A new secret. That before signs too, for 24 hours; one before that no longer. */
  rotate(owner: AppOwner, endpointId: string): Promise<EndpointWithSecret>;
  endPrevious(owner: AppOwner, endpointId: string): Promise<Endpoint>;
  /** @throws UiRefusal 409 for a disabled endpoint; 429 after 20 test events in an hour. */
  test(owner: AppOwner, endpointId: string): Promise<Delivery>;
  /** Newest first; the answer's `next` is the `before` of the next page. */
  listDeliveries(owner: AppOwner, query: DeliveriesQuery): Promise<DeliveriesPage>;
  readDelivery(owner: AppOwner, deliveryId: string): Promise<DeliveryDetail>;
  /** Sends a message again, with its id. @throws UiRefusal 409 where the endpoint is disabled or not confirmed; 429 after 100 in an hour. */
  retry(owner: AppOwner, deliveryId: string): Promise<Delivery>;
  /** Sends the failed messages of an endpoint again, at most 1,000. @throws UiRefusal as {@link retry}. */
  retryAll(owner: AppOwner, wish: RetryWish): Promise<RetryCount>;
}
