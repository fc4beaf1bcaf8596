/** All kinds of signing, by the modal that opens them; each is a separate chunk. A new kind is one object and one line. */
import type { ModalId } from '@portico/contract/values';
import type { SigningFlow } from '../engine/signing-flow.ts';

type LoadFlow = () => Promise<SigningFlow>;

export const signingFlows: ReadonlyMap<string, LoadFlow> = new Map<ModalId, LoadFlow>([
  ['signingPayment', async () => (await import('./payment.ts')).paymentFlow],
  ['signingPeriodicPayment', async () => (await import('./periodic-payment.ts')).periodicPaymentFlow],
  ['signingBulkPayment', async () => (await import('./bulk-payment.ts')).bulkPaymentFlow],
  ['cancellingFuturePayment', async () => (await import('./payment-cancellation.tsx')).paymentCancellationFlow],
  ['cancellingPeriodicPayment', async () => (await import('./periodic-payment-cancellation.tsx')).periodicPaymentCancellationFlow],
  ['cancellingFutureBulkPayment', async () => (await import('./bulk-payment-cancellation.tsx')).bulkPaymentCancellationFlow],
  ['signingConsent', async () => (await import('./consent.ts')).consentFlow],
  ['signingTransactionsStatement', async () => (await import('./statement.ts')).statementFlow],
]);
