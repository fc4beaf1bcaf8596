/** The id of a message in the developer's log: its `webhook-id`, and for an endpoint a dot and the endpoint. */
import { messageId } from '../delivery/compose-message.ts';
import type { DeliveryKey } from '../store/log-store.ts';

const ID = /^([A-Za-z0-9_]{1,64})-([1-9][0-9]{0,8})(?:\.([A-Za-z0-9_]{1,64}))?$/;

export function deliveryIdOf(key: DeliveryKey): string {
  return key.endpointId === '' ? messageId(key) : `${messageId(key)}.${key.endpointId}`;
}

/** Undefined for a text that is no such id. */
export function readDeliveryId(text: string): DeliveryKey | undefined {
  const [, resourceId, sequence, endpointId = ''] = ID.exec(text) ?? [];
  return resourceId === undefined ? undefined : { resourceId, endpointId, sequence: Number(sequence) };
}
