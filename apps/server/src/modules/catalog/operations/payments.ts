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
    read: 'The payment as it was created, with its status; the debtor’s account once the customer has signed.',
    status: 'A rejected payment also says why.',
    cancel: 'A payment for a later day, until the morning of that day at the bank.',
    creationErrors: PAYMENT_CREATION_ERRORS.payment,
  }),
};

export const PERIODIC_PAYMENTS: Section = {
  apiId: 'periodic-payments',
  title: 'Periodic payments',
  description:
    'The same payment again and again, signed once. Days are counted from `startDate`, so the end of a month does not drift: 31 January, 28 February, 31 March. An ordinary run waits for the next day on which T2 is open (`executionRule: following`) or comes before (`preceding`); an instant one runs on every day. Each run is a payment of its own; one that fails ends nothing, and says why.',
  operations: paymentOperations({
    service: 'periodic-payments',
    name: 'PeriodicPayment',
    noun: 'periodic payment',
    create: `${CUSTOMER_CHOOSES} Without \`endDate\` it runs until it is cancelled. \`dayOfExecution\` goes with months; 31 is the last day of every month.`,
    read: 'The periodic payment as it was created, with its status, the day of its next run, and its latest runs, the last one first.',
    status: '`ACTC` while it runs, `ACSC` after its last run. Where the latest run was rejected, a warning says why.',
    cancel: 'The runs that were made stay; no further one is.',
    creationErrors: PAYMENT_CREATION_ERRORS.periodicPayment,
  }),
};

export const BULK_PAYMENTS: Section = {
  apiId: 'bulk-payments',
  title: 'Bulk payments',
  description:
    'Up to 1,000 payments from one account, signed once. Every item is checked before any is accepted: `path` names the first that are not, as in `payments[417].creditorAccount.iban`. The money for all of them is reserved at once; each item is then booked by itself.',
  operations: paymentOperations({
    service: 'bulk-payments',
    name: 'BulkPayment',
    noun: 'bulk payment',
    create: `${CUSTOMER_CHOOSES} Account, day and \`retryAsSepa\` belong to all items and stand beside them.`,
    read: 'The bulk payment as it was created, with its status and what became of each item, in the order of the request.',
    status: '`PART`: some items were rejected, the others paid; a warning says how many.',
    cancel: 'All of it, never a part: one for a later day, until the morning of that day at the bank.',
    creationErrors: PAYMENT_CREATION_ERRORS.bulkPayment,
  }),
};
