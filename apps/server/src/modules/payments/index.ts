export type { AwaitedPayment } from './co-sign/co-signing.ts';
export { createPayments } from './create-payments.ts';
export { defineResumeJob } from './execute-payment.ts';
export type { OpenSigning, PaymentSigningKind } from './payment-signings.ts';
export type { Payments, PaymentsToShow } from './payments.ts';
export { registerPaymentRoutes } from './routes.ts';
