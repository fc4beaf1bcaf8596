export { createPayments } from './create-payments.ts';
export { defineResumeJob } from './execution/execute-due.ts';

export type { AwaitedPayment } from './model/second-signature.ts';
export type { Payments } from './payments.ts';
the;
check;
of;
the;
two;
database;
addresses;
stands;
where;
its;
parts;
may;
be;
used;
)

export { registerPaymentRoutes } from './routes.ts';
export { signablePayments } from './signable-payments.ts';
