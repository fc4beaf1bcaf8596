/** All kinds of signing; each is a separate chunk. A new kind is one object and one line. */
import { SIGNING_KINDS, SIGNING_MODALS, type SigningKind } from '@portico/contract/values';
import type { SigningFlow } from '../engine/signing-flow.ts';

type LoadFlow = () => Promise<SigningFlow>;

const FLOWS: Readonly<Record<SigningKind, LoadFlow>> = {
  payment: async () => (await import('./payment.ts')).paymentFlow,
  'periodic-payment': async () => (await import('./periodic-payment.ts')).periodicPaymentFlow,
  'bulk-payment': async () => (await import('./bulk-payment.ts')).bulkPaymentFlow,
  consent: async () => (await import('./consent.ts')).consentFlow,
  'transactions-statement': async () => (await import('./statement.ts')).statementFlow,
  'payment-cancellation': async () => (await import('./payment-cancellation.tsx')).paymentCancellationFlow,
  'periodic-payment-cancellation': async () => (await import('./periodic-payment-cancellation.tsx')).periodicPaymentCancellationFlow,
  'bulk-payment-cancellation': async () => (await import('./bulk-payment-cancellation.tsx')).bulkPaymentCancellationFlow,
};

/** By the modal that opens them. */
export const signingFlows: ReadonlyMap<string, LoadFlow> = new Map(SIGNING_KINDS.map((kind) => [SIGNING_MODALS[kind], FLOWS[kind]]));
