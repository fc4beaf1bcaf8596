export { createPayments } from './create-payments.ts';
export { defineResumeJob } from './execution/execute-due.ts';
export type { AwaitedPayment, SecondWayBack } from './model/second-signature.ts';
export type { Payments } from './payments.ts';
export { registerPaymentRoutes } from './routes.ts';
export { signablePayments } from './signable-payments.ts';
