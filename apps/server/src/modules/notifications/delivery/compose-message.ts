/** The notification as it is sent: ids, statuses and codes of NextGenPSD2's resource status notification, signed by Standard Webhooks 1.0.0. */
import { createHmac } from 'node:crypto';
import { NOTIFICATION_EVENTS } from '@portico/contract/values';
import type { Delivery } from '../store/delivery-store.ts';

const ID_OF = { payment: 'paymentId', consent: 'consentId', statement: 'statementId' } as const;
const STATUS_OF = { payment: 'transactionStatus', consent: 'consentStatus', statement: 'statementStatus' } as const;
const AUTHORISATION_ID_OF = { authorisation: 'authorisationId', cancellation: 'cancellationId' } as const;
const SEGMENT_OF = { authorisation: 'authorisations', cancellation: 'cancellation-authorisations' } as const;

const TEST_TEXT = 'This is a test event of the developer portal. No status has changed.';

/** One JSON text for all attempts of a delivery. @param apiBase absolute, e.g. `https://bank.example/api`. */
export function composeBody(delivery: Delivery, apiBase: string): string {
  const { resourceId, endpointId, sequence, type, status, reasonCode, occurredAt, path } = delivery;
  const head = { type: NOTIFICATION_EVENTS[type], timestamp: occurredAt.toISOString(), sequence };
  if (type === 'ping') return JSON.stringify({ ...head, endpointId, text: TEST_TEXT });
  const self = `${apiBase}${path}`;
  const isSca = type === 'authorisation' || type === 'cancellation';
  return JSON.stringify({
    ...head,
    [ID_OF[resourceOf(path)]]: resourceId,
    ...(isSca ? { [AUTHORISATION_ID_OF[type]]: delivery.authorisationId, scaStatus: status } : { [STATUS_OF[type]]: status }),
    ...(reasonCode === null ? {} : { reasonCode }),
    _links: {
      self: { href: self },
      status: { href: `${self}/status` },
      ...(isSca ? { scaStatus: { href: `${self}/${SEGMENT_OF[type]}/${delivery.authorisationId}` } } : {}),
    },
  });
}

function resourceOf(path: string): keyof typeof ID_OF {
  if (path.startsWith('/v1/consents/')) return 'consent';
  return path.startsWith('/v1/transactions-statements/') ? 'statement' : 'payment';
}

/** The same for all attempts of a delivery, so that a receiver recognises a repetition. */
export const messageId = ({ resourceId, sequence }: Pick<Delivery, 'resourceId' | 'sequence'>): string => `${resourceId}-${sequence}`;

/**
 * The headers of one attempt. For the address that a request named, the key is the text of the client secret as UTF-8, as OpenID Connect
 * Core §10.1 uses it; an endpoint has its own key. During a rotation the message has a signature of each key.
 * @param at real time of the attempt
 */
export function signMessage(id: string, at: Date, body: string, keys: readonly (string | Buffer)[]): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
