/** Describes the calls by the bank that an operation may cause (OpenAPI 3.1, Callback Object): status notifications. */
import { StatusNotification } from '@portico/contract';
import { type Json, type JsonObject, toJson } from './json.ts';

const TEXT = { type: 'string' };

/** The headers are those of Standard Webhooks 1.0.0, and of NextGenPSD2. */
const HEADERS = [
  { name: 'X-Request-ID', description: 'Another one with each attempt.', schema: { type: 'string', format: 'uuid' } },
  { name: 'webhook-id', description: 'The same with each attempt: drop a message whose id you know.', schema: TEXT },
  {
    name: 'webhook-timestamp',
    description: 'The time of the attempt in seconds since 1970. Drop a message of more than five minutes ago.',
    schema: TEXT,
  },
  {
    name: 'webhook-signature',
    description:
      '`v1,` and the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by dots, in base64. The key is the client secret. After a rotation for 24 hours two signatures, separated by a space.',
    schema: TEXT,
  },
].map((header) => ({ ...header, in: 'header', required: true }));

/** @param refer replaces a named schema by a reference */
export function callbacksOf(refer: (schema: Json) => Json): JsonObject {
  const post = {
    summary: 'A status has changed',
    description: 'The bank sends ids and statuses. Verify the signature, respond at once, and read the status with your token.',
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: refer(toJson(StatusNotification)) } } },
    responses: {
      '2XX': { description: 'Received. Any other status is tried again, ten times within 76 hours.' },
      '410': { description: 'The bank sends no more notifications of this payment or consent.' },
    },
  };
  return { statusNotification: { '{$request.header.TPP-Notification-URI}': { post: toJson(post) } } };
}
