/** What the co-signer's page reads, as the server sends it. */
import type { BulkPaymentItemDetails, PaymentDetails, PaymentsToSign, PaymentToSign, PaymentToSignDetails } from '@portico/contract';

const signatory = { name: 'Kaur Kaasallkiri', bankCountry: 'ee', authMethod: 'SMART_ID' } as const;

export const WAITING: PaymentsToSign = { signatory, companies: ['Näidis Puidutöökoda OÜ'], payments: [] };

export const line: PaymentToSign = {
  paymentId: 'pay_1',
  kind: 'payment',
  instructedAmount: { amount: '46.80', currency: 'EUR' },
  creditorName: 'Lumen Books OÜ',
  description: 'Order 2041',
  debtorName: 'Näidis Puidutöökoda OÜ',
  signedBy: 'Tõnu Näidis',
  signedAt: '2026-11-20T12:07:00.000Z',
  signableUntil: '2026-11-27T12:07:00.000Z',
};

const details: PaymentDetails = {
  instructedAmount: line.instructedAmount,
  creditorName: 'Lumen Books OÜ',
  creditorAccount: { iban: 'EE869800100045081764' },
  remittanceInformationUnstructured: 'Order 2041',
  requestedExecutionDate: '2026-11-20',
  paymentProduct: 'INDIVIDUAL_INSTANT_SEPA',
  retryAsSepa: false,
  debtorAccount: { iban: 'EE731010220106546000' },
  transactionStatus: 'PATC',
  payeeVerification: { result: 'MTCH' },
  signedAt: line.signedAt,
  signatories: [
    { name: 'Tõnu Näidis', state: 'signed', signedAt: line.signedAt },
    { name: 'Kaur Kaasallkiri', state: 'awaited' },
  ],
};

export const paymentToSign: PaymentToSignDetails = { ...line, signatory, fee: { amount: '0.16', currency: 'EUR' }, details };

export const periodicToSign: PaymentToSignDetails = {
  ...paymentToSign,
  kind: 'periodic-payment',
  details: { ...details, startDate: '2026-12-05', frequency: 'monthly', dayOfExecution: '5' },
};

export function withPayee(payeeVerification: PaymentDetails['payeeVerification']): PaymentToSignDetails {
  return { ...paymentToSign, details: { ...details, payeeVerification } };
}

const { creditorName: _payee, description: _description, ...lineOfMany } = line;
/** One line for several payments. */
export const bulkLine: PaymentToSign = { ...lineOfMany, paymentId: 'pay_2', kind: 'bulk-payment', count: 3 };

export function bulkToSign(count: number): PaymentToSignDetails {
  const { instructedAmount, creditorAccount, transactionStatus, payeeVerification, paymentProduct, retryAsSepa, requestedExecutionDate } = details;
  const item: BulkPaymentItemDetails = {
    instructedAmount,
    creditorName: details.creditorName,
    creditorAccount,
    transactionStatus,
    payeeVerification,
  };
  const payments = Array.from({ length: count }, () => item);
  return {
    ...bulkLine,
    count,
    signatory,
    fee: paymentToSign.fee,
    details: { payments, paymentProduct, retryAsSepa, requestedExecutionDate, transactionStatus },
  };
}
