/** Status notifications (guide "How to APIs"): their signature is that of Standard Webhooks 1.0.0, with the client secret as UTF-8 for its key. */
import type { components } from './recorded/api-types.d.ts';

export type StatusNotification = components['schemas']['StatusNotification'];

/** The message is not the bank's, was changed on its way, or is old. Respond with 400 and do nothing. */
export class UnverifiedNotification extends Error {
  override readonly name = 'UnverifiedNotification';
}

export interface ReceivedNotification {
  /** Of the request: a `Headers`, or Node's object with names in lower case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came, before a parser of JSON. */
  readonly body: string;
  /** The client secret; after a rotation also the one before, for 24 hours. Keep them on your server. */
  readonly secrets: readonly string[];
}

export interface VerifiedNotification {
  /** The same for all attempts: drop a message whose id you know. */
  readonly id: string;
  readonly notification: StatusNotification;
}

const TOLERANCE_SECONDS = 300;

/**
 * Returns a notification that the bank has signed within the last five minutes.
 *
 * @param now milliseconds since 1970
 * @throws UnverifiedNotification
 */
export async function readNotification({ headers, body, secrets }: ReceivedNotification, now = Date.now()): Promise<VerifiedNotification> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new UnverifiedNotification('The message has no webhook-id, webhook-timestamp or webhook-signature.');
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d{1,15}$/.test(timestamp) || age > TOLERANCE_SECONDS) {
    throw new UnverifiedNotification(`The time of the message, ${timestamp}, is more than five minutes away from the clock of this server.`);
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signatures.split(' ').flatMap((signature) => bytesOf(signature) ?? []);
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return { id, notification: JSON.parse(body) };
  }
  throw new UnverifiedNotification('No signature of the message was made with a client secret of this application.');
}

function headerOf(headers: ReceivedNotification['headers'], name: string): string | undefined {
  const value = headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Undefined for another scheme than `v1`, and for what is not base64. */
function bytesOf(signature: string): Uint8Array<ArrayBuffer> | undefined {
  const [scheme, text = ''] = signature.split(',');
  if (scheme !== 'v1' || !/^[A-Za-z0-9+/]{43}=$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
