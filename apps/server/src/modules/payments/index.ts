export { createPayments } from './create-payments.ts';
export { defineResumeJob } from './execution/resume-executions.ts';
export type { SecondWayBack } from './model/payment.ts';
export type { AwaitedPayment } from './model/second-signature.ts';
export type { Payments } from './payments.ts';
export { registerPaymentRoutes } from './routes.ts';
export { signablePayments } from './signable-payments.ts';
export { type ListedOrder, listOrders } from './store/order-store.ts';
