/** The operations that single, periodic and bulk payments share. */
import { AUTHORISATION_ERRORS, CANCELLATION_ERRORS, OWN_PAYMENT_ERRORS } from '../errors/payment-errors.ts';
import type { ErrorRow, Operation } from '../operation.ts';
import type { AnswerHeader, RequestHeader } from '../parameters.ts';

interface PaymentService {
  /** The Berlin Group's `payment-service`. */
  readonly service: 'payments' | 'periodic-payments' | 'bulk-payments';
  /** Replaces `Payment` in the standard's operation ids, which are the same for every service. */
  readonly name: 'Payment' | 'PeriodicPayment' | 'BulkPayment';
  /** For use in a sentence. */
  readonly noun: string;
  /** Descriptions, Markdown. */
  readonly create: string;
  readonly read: string;
  readonly status: string;
  readonly cancel: string;
  readonly creationErrors: readonly ErrorRow[];
}

const READING: readonly RequestHeader[] = ['X-Request-ID'];
const RETURN: readonly RequestHeader[] = ['TPP-Redirect-URI', 'TPP-Nok-Redirect-URI?', 'TPP-Redirect-Preferred?'];
/** Required if the customer has to sign. */
const CANCELLED: readonly RequestHeader[] = ['TPP-Redirect-URI?', 'TPP-Nok-Redirect-URI?', 'TPP-Redirect-Preferred?'];
const BRAND: readonly RequestHeader[] = ['TPP-Brand-Logging-Information?'];
const NOTIFIED: readonly RequestHeader[] = ['TPP-Notification-URI?', 'TPP-Notification-Content-Preferred?'];
const CREATED: readonly AnswerHeader[] = ['Location', 'ASPSP-SCA-Approach', 'ASPSP-Notification-Support', 'ASPSP-Notification-Content'];
const EXPLICIT: readonly RequestHeader[] = ['TPP-Explicit-Authorisation-Preferred?'];

const DECOUPLED: readonly RequestHeader[] = ['TPP-Decoupled-Preferred?', 'PSU-ID?', 'PSU-ID-Type?'];

export function paymentOperations({ service, name, noun, create, read, status, cancel, creationErrors }: PaymentService): readonly Operation[] {
  const path = `/api/v1/${service}/:paymentProduct`;
  return [
    {
      operationId: `initiate${name}`,
      method: 'POST',
      path,
      summary: `Create a ${noun}`,
      description: `${create} Then redirect the customer to \`_links.scaRedirect\`, unchanged. With \`ASPSP-SCA-Approach: DECOUPLED\` there is no such link: the customer confirms on their device. The same \`X-Request-ID\` with the same body returns the first response again and never creates a second ${noun}.`,
      headers: ['X-Request-ID', 'PSU-IP-Address', ...RETURN, ...EXPLICIT, ...DECOUPLED, ...NOTIFIED, ...BRAND],
      answers: [{ status: 201, description: `The ${noun} waits for its customer.`, headers: CREATED }],
      errors: creationErrors,
    },
    {
      operationId: `get${name}Information`,
      method: 'GET',
      path: `${path}/:paymentId`,
      summary: `Read a ${noun}`,
      description: read,
      headers: READING,
      answers: [{ status: 200, description: `The ${noun}.` }],
      errors: OWN_PAYMENT_ERRORS,
    },
    {
      operationId: `get${name}InitiationStatus`,
      method: 'GET',
      path: `${path}/:paymentId/status`,
      summary: `Read the status of a ${noun}`,
      description: `Read the status when the customer returns: the return address does not prove the outcome. ${status} With \`PATC\`, \`_links.startAuthorisation\` is the call that starts the authorisation of the second signatory.`,
      headers: READING,
      answers: [{ status: 200, description: 'The status.' }],
      errors: OWN_PAYMENT_ERRORS,
    },
    {
      operationId: `cancel${name}`,
      method: 'DELETE',
      path: `${path}/:paymentId`,
      summary: `Cancel a ${noun}`,
      description: `${cancel} An unsigned ${noun} is cancelled at once (204). A signed one is cancelled by a signature of the customer (202): redirect the customer to \`_links.scaRedirect\`, unchanged. Until that signature the ${noun} does not change. The approach of this call is always \`REDIRECT\`; to ask the customer’s device, start the authorisation of the cancellation.`,
      headers: ['X-Request-ID', ...CANCELLED, ...EXPLICIT],
      answers: [
        { status: 202, description: 'The cancellation waits for the customer.', headers: ['ASPSP-SCA-Approach'] },
        { status: 204, description: `The ${noun} is cancelled.` },
      ],
      errors: CANCELLATION_ERRORS,
    },
    {
      operationId: `start${name}Authorisation`,
      method: 'POST',
      path: `${path}/:paymentId/authorisations`,
      summary: `Start the authorisation of a ${noun}`,
      description: `Starts the first authorisation of a ${noun} that was created with \`TPP-Explicit-Authorisation-Preferred: true\`, within 15 minutes of its creation. Starts the authorisation of the second signatory while the ${noun} is \`PATC\`, once, within seven days of the first signature: send that person to \`_links.scaRedirect\`, unchanged. The person signs in at the bank and returns to the given addresses after the decision. A first authorisation can be \`DECOUPLED\`, that of a second signatory is always \`REDIRECT\`.`,
      headers: ['X-Request-ID', 'PSU-IP-Address?', ...RETURN, ...DECOUPLED, ...NOTIFIED, ...BRAND],
      answers: [{ status: 201, description: 'The authorisation waits for the customer.', headers: CREATED }],
      errors: AUTHORISATION_ERRORS.start,
    },
    {
      operationId: `get${name}InitiationAuthorisation`,
      method: 'GET',
      path: `${path}/:paymentId/authorisations`,
      summary: `List the authorisations of a ${noun}`,
      description: 'Returns the ids, the oldest first: none, one, or two where the authorisation of the second signatory was started.',
      headers: READING,
      answers: [{ status: 200, description: 'Ids of the authorisations.' }],
      errors: AUTHORISATION_ERRORS.list,
    },
    {
      operationId: `get${name}InitiationScaStatus`,
      method: 'GET',
      path: `${path}/:paymentId/authorisations/:authorisationId`,
      summary: 'Read the status of an authorisation',
      description:
        'Returns `received` until the signature is given or refused, then `finalised` or `failed`. The authorisation of the second signatory is also `finalised` if that person signed without using the link.',
      headers: READING,
      answers: [{ status: 200, description: 'The status.' }],
      errors: AUTHORISATION_ERRORS.status,
    },
    {
      operationId: `start${name}InitiationCancellationAuthorisation`,
      method: 'POST',
      path: `${path}/:paymentId/cancellation-authorisations`,
      summary: 'Start the authorisation of a cancellation',
      description: `For a ${noun} that was signed and is not executed. Starting a new authorisation ends an older one that the customer has not finished. With \`ASPSP-SCA-Approach: DECOUPLED\` the customer confirms the cancellation on their device.`,
      headers: ['X-Request-ID', 'PSU-IP-Address?', ...RETURN, ...DECOUPLED, ...NOTIFIED, ...BRAND],
      answers: [{ status: 201, description: 'The authorisation waits for the customer.', headers: CREATED }],
      errors: AUTHORISATION_ERRORS.startCancellation,
    },
    {
      operationId: `get${name}InitiationCancellationAuthorisationInformation`,
      method: 'GET',
      path: `${path}/:paymentId/cancellation-authorisations`,
      summary: 'List the authorisations of a cancellation',
      description: 'One for each time that the cancellation was asked for.',
      headers: READING,
      answers: [{ status: 200, description: 'Ids of the authorisations.' }],
      errors: AUTHORISATION_ERRORS.list,
    },
    {
      operationId: `get${name}CancellationScaStatus`,
      method: 'GET',
      path: `${path}/:paymentId/cancellation-authorisations/:authorisationId`,
      summary: 'Read the status of a cancellation’s authorisation',
      description: 'How far the customer has come. A refused or abandoned cancellation changes nothing.',
      headers: READING,
      answers: [{ status: 200, description: 'The status.' }],
      errors: AUTHORISATION_ERRORS.status,
    },
  ];
}
