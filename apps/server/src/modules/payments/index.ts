export { createPayments } from './create-payments.ts';
export { defineResumeJob } from './execution/execute-due.ts';
export type { AwaitedPayment } from './model/second-signature.ts';
export type { OpenSigning, PaymentSigningKind } from './payment-signings.ts';
export type { Payments, PaymentsToShow } from './payments.ts';
export { registerPaymentRoutes } from './routes.ts';
