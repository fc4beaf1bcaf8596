import { PAYMENT_CREATION_ERRORS } from '../errors/payment-errors.ts';
import type { Section } from '../operation.ts';
import { paymentOperations } from './payment-operations.ts';

const CUSTOMER_CHOOSES = 'Leave `debtorAccount` out: the customer chooses it at the bank.';

export const PAYMENTS: Section = {
  apiId: 'payments',
  title: 'Payments',
  description:
    'Single payments in euro, ordinary (`sepa-credit-transfers`) and instant (`instant-sepa-credit-transfers`). The application creates the payment, the customer signs it at the bank, the status is the only truth about it.',
  operations: paymentOperations({
    service: 'payments',
    name: 'Payment',
    noun: 'payment',
    create: `${CUSTOMER_CHOOSES} \`requestedExecutionDate\` may lie up to 366 days ahead; an ordinary payment then waits for a day on which T2 is open.`,
    read: 'The payment as it was created, with its status. The debtor’s account is included after the customer’s signature.',
    status: 'A rejected payment also has the reason.',
    cancel: 'Cancels a payment for a later day. Possible until the morning of that day at the bank.',
    creationErrors: PAYMENT_CREATION_ERRORS.payment,
  }),
};

export const PERIODIC_PAYMENTS: Section = {
  apiId: 'periodic-payments',
  title: 'Periodic payments',
  description:
    'Repeated payments with one signature. Days are counted from `startDate`, so the last day of a month does not shift: 31 January, 28 February, 31 March. An ordinary run waits for the next day on which T2 is open (`executionRule: following`) or comes before (`preceding`); an instant one runs on every day. Each run is a separate payment. A failed run has a reason and does not end the periodic payment.',
  operations: paymentOperations({
    service: 'periodic-payments',
    name: 'PeriodicPayment',
    noun: 'periodic payment',
    create: `${CUSTOMER_CHOOSES} Without \`endDate\` it runs until it is cancelled. \`dayOfExecution\` goes with months; 31 is the last day of every month.`,
    read: 'The periodic payment as it was created, with its status, the day of its next run, and its latest runs, newest first.',
    status: '`ACTC` while it runs, `ACSC` after its last run. If the latest run was rejected, a warning has the reason.',
    cancel: 'Stops all further runs. Runs that were made are not reversed.',
    creationErrors: PAYMENT_CREATION_ERRORS.periodicPayment,
  }),
};

export const BULK_PAYMENTS: Section = {
  apiId: 'bulk-payments',
  title: 'Bulk payments',
  description:
    'Up to 1,000 payments from one account, signed once. All items are checked before the bulk payment is accepted. `path` names the first invalid ones, as in `payments[417].creditorAccount.iban`. The total is reserved at once; then each item is booked separately.',
  operations: paymentOperations({
    service: 'bulk-payments',
    name: 'BulkPayment',
    noun: 'bulk payment',
    create: `${CUSTOMER_CHOOSES} Account, day and \`retryAsSepa\` belong to all items and are given once.`,
    read: 'The bulk payment as it was created, with its status and the result of each item, in the order of the request.',
    status: '`PART`: some items were rejected and the others paid; a warning gives the number.',
    cancel: 'Cancels the whole bulk payment, if it is for a later day. Possible until the morning of that day at the bank.',
    creationErrors: PAYMENT_CREATION_ERRORS.bulkPayment,
  }),
};
