/** Endpoints and messages as the developer's calls return them. */
import type { Delivery, DeliveryAttempt, Endpoint } from '@portico/contract';
import { type EndpointState, NOTIFICATION_EVENTS } from '@portico/contract/values';
import { messageId } from '../delivery/compose-message.ts';
import { RETRY_SECONDS } from '../delivery/schedule.ts';
import type { StoredEndpoint } from '../store/endpoint-store.ts';
import type { LoggedAttempt, LoggedDelivery } from '../store/log-store.ts';
import { deliveryIdOf } from './delivery-id.ts';

function stateOf({ disabledAt, confirmedAt }: Pick<StoredEndpoint, 'disabledAt' | 'confirmedAt'>): EndpointState {
  if (disabledAt !== null) return 'disabled';
  return confirmedAt === null ? 'unconfirmed' : 'enabled';
}

export function endpointToWire(stored: StoredEndpoint): Endpoint {
  const { endpointId, url, kinds, disabledBy, createdAt, confirmedAt, previousUntil, pausedUntil, isStopped, delivered, total } = stored;
  return {
    endpointId,
    url,
    kinds: [...kinds],
    state: stateOf(stored),
    ...(disabledBy === null ? {} : { disabledBy }),
    createdAt: createdAt.toISOString(),
    ...(confirmedAt === null ? {} : { confirmedAt: confirmedAt.toISOString() }),
    ...(previousUntil === null ? {} : { previousSecretValidUntil: previousUntil.toISOString() }),
    ...(pausedUntil === null ? {} : { pausedUntil: pausedUntil.toISOString() }),
    isStopped,
    delivered,
    total,
  };
}

export function deliveryToWire(logged: LoggedDelivery): Delivery {
  const { endpointId, resourceId, url, type, status, occurredAt, state, tries, nextTryAt, outcome, durationMs } = logged;
  return {
    deliveryId: deliveryIdOf(logged),
    messageId: messageId(logged),
    ...(endpointId === '' ? {} : { endpointId }),
    url,
    event: NOTIFICATION_EVENTS[type],
    ...(type === 'ping' ? {} : { resourceId, status }),
    occurredAt: occurredAt.toISOString(),
    state,
    tries,
    triesMax: type === 'ping' ? 1 : RETRY_SECONDS.length + 1,
    ...(state === 'waiting' ? { nextTryAt: nextTryAt.toISOString() } : {}),
    ...(outcome === null ? {} : { outcome }),
    ...(durationMs === null ? {} : { durationMs }),
  };
}

export function attemptToWire({ number, at, durationMs, outcome, excerpt }: LoggedAttempt): DeliveryAttempt {
  return { number, at: at.toISOString(), durationMs, outcome, ...(excerpt === null ? {} : { excerpt }) };
}
