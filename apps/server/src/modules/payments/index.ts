export { createPayments } from './create-payments.ts';
export type { OpenSigning, PaymentSigningKind } from './deps.ts';
export { defineResumeJob } from './execution/execute-due.ts';
export type { AwaitedPayment } from './model/second-signature.ts';
export type { Payments, PaymentsToShow } from './payments.ts';
export { registerPaymentRoutes } from './routes.ts';
