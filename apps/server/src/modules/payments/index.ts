export { createPayments, type PaymentsDeps } from './create-payments.ts';
export { resumeExecutions } from './execute-payment.ts';
export type { OpenSigning, Payments, SignPayment } from './payments.ts';
export { type PaymentRoutesDeps, registerPaymentRoutes } from './routes.ts';
