/** Periodic and bulk payments and cancellations, made of the recorded single payment and of the fields that a test changes. */
import type {
  BulkPaymentDetails,
  BulkPaymentItemDetails,
  BulkPaymentSigningSession,
  PaymentSigningSession,
  PeriodicPaymentDetails,
  PeriodicPaymentSigningSession,
} from '@portico/contract';
import paymentRejected from '@portico/contract/recorded/payment-rejected';
import { type FakeServer, hold, replay } from '../../../shared/api/fake-server.ts';
import { everydayAccount, paymentDetails, paymentSession } from './signing-fixtures.ts';
import { signingServer } from './signing-harness.tsx';

type Kind = 'payment' | 'periodic-payment' | 'bulk-payment';
type Changes<Session extends { details: object }> = Partial<Omit<Session, 'details'>>;

/** Every month on the fifth, from next month on, without an end. */
export function periodicSession(
  changes: Partial<PeriodicPaymentDetails> = {},
  session: Changes<PeriodicPaymentSigningSession> = {},
): PeriodicPaymentSigningSession {
  const schedule = { startDate: '2026-12-01', frequency: 'monthly', dayOfExecution: '5', executionRule: 'following' } as const;
  const details = paymentDetails({ requestedExecutionDate: '2026-12-05', paymentProduct: 'INDIVIDUAL_SEPA' });
  return { ...paymentSession(), ...session, details: { ...details, ...schedule, ...changes } };
}

export function bulkItem(changes: Partial<BulkPaymentItemDetails> = {}): BulkPaymentItemDetails {
  const { paymentProduct: _, retryAsSepa: __, debtorAccount: ___, requestedExecutionDate: ____, signedAt: _____, ...item } = paymentDetails();
  return { ...item, ...changes };
}

/** `count` items of ascending amounts: 1.00, 2.00 … */
export function bulkItems(count: number): BulkPaymentItemDetails[] {
  return Array.from({ length: count }, (_, index) =>
    bulkItem({
      instructedAmount: { amount: `${index + 1}.00`, currency: 'EUR' },
      creditorName: `Payee ${String(index + 1).padStart(4, '0')}`,
      remittanceInformationUnstructured: `Salary ${index + 1}`,
    }),
  );
}

export function bulkSession(changes: Partial<BulkPaymentDetails> = {}, session: Changes<BulkPaymentSigningSession> = {}): BulkPaymentSigningSession {
  const details: BulkPaymentDetails = {
    payments: bulkItems(3),
    paymentProduct: 'INDIVIDUAL_SEPA',
    retryAsSepa: false,
    requestedExecutionDate: '2026-11-20',
    transactionStatus: 'RCVD',
    ...changes,
  };
  return { ...paymentSession(), ...session, details };
}

/** What a cancellation reads: the payment as it was signed. */
export const ACCEPTED = { transactionStatus: 'ACTC', debtorAccount: { iban: everydayAccount.iban } } as const;

export function futureSession(session: Changes<PaymentSigningSession> = {}): PaymentSigningSession {
  return paymentSession({ ...session, details: paymentDetails({ ...ACCEPTED, requestedExecutionDate: '2026-12-24' }) });
}

export function paidServer(kind: Kind, session: object): FakeServer {
  return serverOf(kind, kind, session);
}

export function cancellationServer(kind: Kind, session: object): FakeServer {
  return serverOf(kind, `${kind}-cancellation`, session);
}

function serverOf(detailsKind: Kind, actKind: string, session: object): FakeServer {
  const server = signingServer();
  server.on(`GET /api/ui/${detailsKind}/details`, session);
  server.on(`PUT /api/ui/${actKind}`, hold);
  server.on(`DELETE /api/ui/${actKind}`, replay(paymentRejected));
  return server;
}

/** The value beside a label of the definition lists. */
export function fact(label: string): string | null | undefined {
  return Array.from(document.querySelectorAll('dt')).find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent;
}
