/** The calls about endpoints and messages of the chosen application (contract `tpp-notifications.ts`). */
import type {
  DeliveriesPage,
  Delivery,
  DeliveryDetail,
  Endpoint,
  EndpointChange,
  EndpointWithSecret,
  NewEndpoint,
  NotificationsPage,
  RetryCount,
} from '@portico/contract';
import {
  isDeliveriesPage,
  isDelivery,
  isDeliveryDetail,
  isEndpoint,
  isEndpointWithSecret,
  isNotificationsPage,
  isRetryCount,
} from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';

export interface DeliveryFilter {
  /** Empty: all. */
  readonly endpointId: string;
  readonly state: string;
  readonly resourceId: string;
}

export interface NotificationCalls {
  read(signal: AbortSignal): Promise<NotificationsPage>;
  add(wanted: NewEndpoint): Promise<EndpointWithSecret>;
  change(endpointId: string, change: EndpointChange): Promise<Endpoint>;
  remove(endpointId: string): Promise<void>;
  rotate(endpointId: string): Promise<EndpointWithSecret>;
  endPrevious(endpointId: string): Promise<Endpoint>;
  test(endpointId: string): Promise<Delivery>;
  deliveries(filter: DeliveryFilter, before: string | undefined, signal?: AbortSignal): Promise<DeliveriesPage>;
  delivery(deliveryId: string, signal?: AbortSignal): Promise<DeliveryDetail>;
  retry(deliveryId: string): Promise<Delivery>;
  retryAll(endpointId: string): Promise<RetryCount>;
}

export function createNotificationCalls(api: ApiClient): NotificationCalls {
  const path = '/tpp/notifications';
  const endpoint = (endpointId: string) => `${path}/endpoints/${encodeURIComponent(endpointId)}`;
  const delivery = (deliveryId: string) => `${path}/deliveries/${encodeURIComponent(deliveryId)}`;
  return {
    read: (signal) => api.json({ path, signal }, isNotificationsPage),
    add: (body) => api.json({ path: `${path}/endpoints`, method: 'POST', body }, isEndpointWithSecret),
    change: (id, body) => api.json({ path: endpoint(id), method: 'PUT', body }, isEndpoint),
    remove: (id) => api.nothing({ path: endpoint(id), method: 'DELETE' }),
    rotate: (id) => api.json({ path: `${endpoint(id)}/secret`, method: 'POST' }, isEndpointWithSecret),
    endPrevious: (id) => api.json({ path: `${endpoint(id)}/previous-secret`, method: 'DELETE' }, isEndpoint),
    test: (id) => api.json({ path: `${endpoint(id)}/tests`, method: 'POST' }, isDelivery),
    deliveries(filter, before, signal) {
      const query = new URLSearchParams(Object.entries({ ...filter, before: before ?? '' }).filter(([, value]) => value !== ''));
      return api.json({ path: `${path}/deliveries${query.size === 0 ? '' : `?${query}`}`, ...(signal && { signal }) }, isDeliveriesPage);
    },
    delivery: (id, signal) => api.json({ path: delivery(id), ...(signal && { signal }) }, isDeliveryDetail),
    retry: (id) => api.json({ path: `${delivery(id)}/retry`, method: 'POST' }, isDelivery),
    retryAll: (endpointId) => api.json({ path: `${path}/retries`, method: 'POST', body: { endpointId } }, isRetryCount),
  };
}
