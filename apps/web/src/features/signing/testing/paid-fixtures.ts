/** Recorded responses of periodic payments, and bulk payments and cancellations built from recorded payments, with changes by the test. */
import type { BulkPaymentDetails, BulkPaymentItemDetails, PaymentKind, PeriodicPaymentDetails, SigningSessionOf } from '@portico/contract';
import paymentRejected from '@portico/contract/recorded/payment-rejected';
import periodicOpen from '@portico/contract/recorded/periodic-payment-details-open';
import periodicRejected from '@portico/contract/recorded/periodic-payment-rejected';
import periodicSigned from '@portico/contract/recorded/periodic-payment-signed';
import { isSigningResult } from '../../../shared/api/answers.ts';
import { type FakeServer, hold, recordedBody, replay } from '../../../shared/api/fake-server.ts';
import { everydayAccount, isSessionOf, paymentDetails, paymentSession } from './signing-fixtures.ts';
import { signingServer } from './signing-harness.tsx';

type Changes<Session extends { details: object }> = Partial<Omit<Session, 'details'>>;

const recordedPeriodic = recordedBody(periodicOpen, isSessionOf('periodic-payment'));
export const periodicResult = recordedBody(periodicSigned, isSigningResult);

/** Monthly on the fifth, from next month on, without an end. */
export function periodicSession(
  changes: Partial<PeriodicPaymentDetails> = {},
  session: Changes<SigningSessionOf<'periodic-payment'>> = {},
): SigningSessionOf<'periodic-payment'> {
  const schedule = { startDate: '2026-12-01', dayOfExecution: '5', requestedExecutionDate: '2026-12-05' };
  return { ...recordedPeriodic, ...session, details: { ...recordedPeriodic.details, ...schedule, ...changes } };
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

export function bulkSession(
  changes: Partial<BulkPaymentDetails> = {},
  session: Changes<SigningSessionOf<'bulk-payment'>> = {},
): SigningSessionOf<'bulk-payment'> {
  const details: BulkPaymentDetails = {
    payments: bulkItems(3),
    paymentProduct: 'INDIVIDUAL_SEPA',
    retryAsSepa: false,
    requestedExecutionDate: '2026-11-20',
    transactionStatus: 'RCVD',
    ...changes,
  };
  return { ...paymentSession(), kind: 'bulk-payment', ...session, details };
}

/** The payment of a cancellation, as signed. */
export const ACCEPTED = { transactionStatus: 'ACTC', debtorAccount: { iban: everydayAccount.iban } } as const;

export function futureSession(session: Changes<SigningSessionOf<'payment-cancellation'>> = {}): SigningSessionOf<'payment-cancellation'> {
  const details = paymentDetails({ ...ACCEPTED, requestedExecutionDate: '2026-12-24' });
  return { ...paymentSession(), kind: 'payment-cancellation', ...session, details };
}

export function paidServer(kind: PaymentKind, session: object): FakeServer {
  return serverOf(kind, kind, session);
}

/** `session`: of the cancellation, or of the payment that it cancels. */
export function cancellationServer(kind: PaymentKind, session: object): FakeServer {
  return serverOf(kind, `${kind}-cancellation`, { ...session, kind: `${kind}-cancellation` });
}

function serverOf(detailsKind: PaymentKind, actKind: string, session: object): FakeServer {
  const server = signingServer();
  server.on(`GET /api/ui/${detailsKind}/details`, session);
  server.on(`PUT /api/ui/${actKind}`, hold);
  server.on(`DELETE /api/ui/${actKind}`, replay(actKind === 'periodic-payment' ? periodicRejected : paymentRejected));
  return server;
}

/** The value beside a label of the definition lists. */
export function fact(label: string): string | null | undefined {
  return Array.from(document.querySelectorAll('dt')).find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent;
}
