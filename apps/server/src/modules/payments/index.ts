export { createPayments } from './create-payments.ts';
export { defineResumeJob } from './execute-payment.ts';
export type { OpenSigning, Payments, PaymentsToShow } from './payments.ts';
export { registerPaymentRoutes } from './routes.ts';
