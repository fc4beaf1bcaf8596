import { PAYMENT_ERRORS } from '../errors/payment-errors.ts';
import type { Section } from '../operation.ts';

export const PAYMENTS: Section = {
  apiId: 'payments',
  title: 'Payments',
  description:
    'Single payments in euro, ordinary (`sepa-credit-transfers`) and instant (`instant-sepa-credit-transfers`). The application creates the payment, the customer signs it at the bank, the status is the only truth about it.',
  operations: [
    {
      operationId: 'initiatePayment',
      method: 'POST',
      path: '/api/v1/payments/:paymentProduct',
      summary: 'Create a payment',
      description:
        'Leave `debtorAccount` out: the customer chooses it at the bank. Then redirect the customer to `_links.scaRedirect`, unchanged. The same `X-Request-ID` with the same body answers the first answer again, and never makes a second payment.',
      headers: [
        'X-Request-ID',
        'PSU-IP-Address',
        'TPP-Redirect-URI',
        'TPP-Nok-Redirect-URI?',
        'TPP-Redirect-Preferred?',
        'TPP-Brand-Logging-Information?',
      ],
      answers: [{ status: 201, description: 'The payment waits for its customer.', headers: ['Location', 'ASPSP-SCA-Approach'] }],
      errors: PAYMENT_ERRORS.initiatePayment,
    },
    {
      operationId: 'getPaymentInformation',
      method: 'GET',
      path: '/api/v1/payments/:paymentProduct/:paymentId',
      summary: 'Read a payment',
      description: 'The payment as it was created, with its status; the debtor’s account once the customer has signed.',
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: 'The payment.' }],
      errors: PAYMENT_ERRORS.getPaymentInformation,
    },
    {
      operationId: 'getPaymentInitiationStatus',
      method: 'GET',
      path: '/api/v1/payments/:paymentProduct/:paymentId/status',
      summary: 'Read the status of a payment',
      description: 'Ask when the customer comes back: the return address alone says nothing. A rejected payment also says why.',
      headers: ['X-Request-ID'],
      answers: [{ status: 200, description: 'The status.' }],
      errors: PAYMENT_ERRORS.getPaymentInitiationStatus,
    },
  ],
};
