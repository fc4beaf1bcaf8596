/** The calls that single, periodic and bulk payments have alike. */
import { OWN_PAYMENT_ERRORS } from '../errors/payment-errors.ts';
import type { ErrorRow, Operation } from '../operation.ts';

interface PaymentService {
  /** The Berlin Group's `payment-service`. */
  readonly service: 'payments' | 'periodic-payments' | 'bulk-payments';
  /** What takes the place of `Payment` in the standard's operation ids, which are the same for every service. */
  readonly name: 'Payment' | 'PeriodicPayment' | 'BulkPayment';
  /** In a sentence. */
  readonly noun: string;
  /** Descriptions, Markdown. */
  readonly create: string;
  readonly read: string;
  readonly status: string;
  readonly creationErrors: readonly ErrorRow[];
}

export function paymentOperations({ service, name, noun, create, read, status, creationErrors }: PaymentService): readonly Operation[] {
  const path = `/api/v1/${service}/:paymentProduct`;
  return [
    {
      operationId: `initiate${name}`,
      method: 'POST',
      path,
      summary: `Create a ${noun}`,
      description: `${create} Then redirect the customer to \`_links.scaRedirect\`, unchanged. The same \`X-Request-ID\` with the same body answers the first answer again, and never makes a second ${noun}.`,
      headers: [
        'X-Request-ID',
        'PSU-IP-Address',
        'TPP-Redirect-URI',
        'TPP-Nok-Redirect-URI?',
        'TPP-Redirect-Preferred?',
        'TPP-Brand-Logging-Information?',
      ],
      answers: [{ status: 201, description: `The ${noun} waits for its customer.`, headers: ['Location', 'ASPSP-SCA-Approach'] }],
      errors: creationErrors,
    },
    {
      operationId: `get${name}Information`,
      method: 'GET',
      path: `${path}/:paymentId`,
      summary: `Read a ${noun}`,
      description: read,
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: `The ${noun}.` }],
      errors: OWN_PAYMENT_ERRORS,
    },
    {
      operationId: `get${name}InitiationStatus`,
      method: 'GET',
      path: `${path}/:paymentId/status`,
      summary: `Read the status of a ${noun}`,
      description: `Ask when the customer comes back: the return address alone says nothing. ${status}`,
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: 'The status.' }],
      errors: OWN_PAYMENT_ERRORS,
    },
  ];
}
