/** Describes the calls by the bank: those that an operation may cause (OpenAPI 3.1, Callback Object), and those to endpoints (`webhooks`). */
import { EndpointNotification, StatusNotification, TestNotification } from '@portico/contract';
import { type Json, type JsonObject, toJson } from './json.ts';

const TEXT = { type: 'string' };

/** The headers are those of Standard Webhooks 1.0.0, and of NextGenPSD2. */
const headersFor = (key: string) =>
  [
    { name: 'X-Request-ID', description: 'Another one with each attempt.', schema: { type: 'string', format: 'uuid' } },
    { name: 'webhook-id', description: 'The same with each attempt: drop a message whose id you know.', schema: TEXT },
    {
      name: 'webhook-timestamp',
      description: 'The time of the attempt in seconds since 1970. Drop a message of more than five minutes ago.',
      schema: TEXT,
    },
    {
      name: 'webhook-signature',
      description: `\`v1,\` and the HMAC-SHA256 of \`webhook-id\`, \`webhook-timestamp\` and the body, joined by dots, in base64. ${key} After a rotation for 24 hours two signatures, separated by a space.`,
      schema: TEXT,
    },
  ].map((header) => ({ ...header, in: 'header', required: true }));

const RECEIVED = { description: 'Received. Any other status is tried again, ten times within 76 hours.' };

/** @param refer replaces a named schema by a reference */
export function callbacksOf(refer: (schema: Json) => Json): JsonObject {
  const post = {
    summary: 'A status has changed',
    description: 'The bank sends ids and statuses. Verify the signature, respond at once, and read the status with your token.',
    parameters: headersFor('The key is the client secret.'),
    requestBody: { required: true, content: { 'application/json': { schema: refer(toJson(StatusNotification)) } } },
    responses: { '2XX': RECEIVED, '410': { description: 'The bank sends no more notifications of this payment or consent.' } },
  };
  return { statusNotification: { '{$request.header.TPP-Notification-URI}': { post: toJson(post) } } };
}

/** The messages to the endpoints that a developer adds on the page Notifications. @param refer as of {@link callbacksOf} */
export function webhooksOf(refer: (schema: Json) => Json): JsonObject {
  const message = (operationId: string, summary: string, description: string, schema: Json, responses: object) =>
    toJson({
      post: {
        operationId,
        summary,
        description,
        // The key of the endpoint signs: no scheme of the API applies.
        security: [],
        parameters: headersFor('The key is the secret of the endpoint: the base64 after `whsec_`.'),
        requestBody: { required: true, content: { 'application/json': { schema: refer(schema) } } },
        responses,
      },
    });
  return {
    statusChanged: message(
      'receiveStatusChange',
      'A status has changed',
      'The bank sends ids and statuses of a payment, a consent or a statement to the endpoints of the application that want the event.',
      toJson(EndpointNotification),
      { '2XX': RECEIVED, '410': { description: 'The bank disables the endpoint.' } },
    ),
    testEvent: message(
      'receiveTestEvent',
      'A test event',
      'The bank sends it to a new or changed address, and when the developer asks for it. Other events follow after a response of 2xx.',
      toJson(TestNotification),
      { '2XX': { description: 'Received. The endpoint is confirmed. Any other status is not tried again.' } },
    ),
  };
}
