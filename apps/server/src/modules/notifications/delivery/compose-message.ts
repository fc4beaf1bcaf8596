/** The notification as it is sent: ids, statuses and codes of NextGenPSD2's resource status notification, signed by Standard Webhooks 1.0.0. */
import { createHmac } from 'node:crypto';
import type { Delivery } from '../store/delivery-store.ts';

const ID_OF = { payment: 'paymentId', consent: 'consentId' } as const;
const STATUS_OF = { payment: 'transactionStatus', consent: 'consentStatus' } as const;
const AUTHORISATION_ID_OF = { authorisation: 'authorisationId', cancellation: 'cancellationId' } as const;
const SEGMENT_OF = { authorisation: 'authorisations', cancellation: 'cancellation-authorisations' } as const;

/** One JSON text for all attempts of a delivery. @param apiBase absolute, e.g. `https://bank.example/api`. */
export function composeBody(delivery: Delivery, apiBase: string): string {
  const { resourceId, sequence, type, status, reasonCode, occurredAt, path } = delivery;
  const self = `${apiBase}${path}`;
  const resource = path.startsWith('/v1/consents/') ? 'consent' : 'payment';
  return JSON.stringify({
    type: type === 'payment' || type === 'consent' ? `${type}.status_changed` : `${type}.sca_status_changed`,
    timestamp: occurredAt.toISOString(),
    sequence,
    [ID_OF[resource]]: resourceId,
    ...(type === 'payment' || type === 'consent'
      ? { [STATUS_OF[type]]: status }
      : { [AUTHORISATION_ID_OF[type]]: delivery.authorisationId, scaStatus: status }),
    ...(reasonCode === null ? {} : { reasonCode }),
    _links: {
      self: { href: self },
      status: { href: `${self}/status` },
      ...(type === 'payment' || type === 'consent' ? {} : { scaStatus: { href: `${self}/${SEGMENT_OF[type]}/${delivery.authorisationId}` } }),
    },
  });
}

/** The same for all attempts of a delivery, so that a receiver recognises a repetition. */
export const messageId = ({ resourceId, sequence }: Pick<Delivery, 'resourceId' | 'sequence'>): string => `${resourceId}-${sequence}`;

/**
 * The headers of one attempt. The key is the text of the client secret as UTF-8, as OpenID Connect Core §10.1 uses it. During a rotation the message has a
 * signature of each secret.
 * @param at real time of the attempt
 */
export function signMessage(id: string, at: Date, body: string, secrets: readonly string[]): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
