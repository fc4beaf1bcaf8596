/** Compares an order here with what the bank's core has done with it. One table for every pair. */
import type { TransactionStatus } from '@portico/contract';
import type { KnownOrder } from '#modules/bank-core/index.ts';

/**
 * `same`: both agree. `coreHasIt`: the core has done more than Portico says. `waits`: the core has not answered yet, and Portico repeats the call.
 * `unknownAtCore`: Portico says that the money was moved or held, and the core does not.
 */
export type ComparisonKind = 'same' | 'coreHasIt' | 'waits' | 'unknownAtCore';
type Here = 'waiting' | 'held' | 'paid' | 'ended';

interface Comparison {
  readonly kind: ComparisonKind;
  readonly explanation: string;
}

const HERE: Readonly<Partial<Record<TransactionStatus, Here>>> = {
  RCVD: 'waiting',
  ACTC: 'waiting',
  ACCP: 'waiting',
  ACWC: 'held',
  PDNG: 'held',
  ACFC: 'held',
  ACSP: 'held',
  ACSC: 'paid',
  ACCC: 'paid',
  ACWP: 'paid',
};

const same = (explanation: string): Comparison => ({ kind: 'same', explanation });
const coreHasIt = (explanation: string): Comparison => ({ kind: 'coreHasIt', explanation });
const waits = (explanation: string): Comparison => ({ kind: 'waits', explanation });
const unknownAtCore = (explanation: string): Comparison => ({ kind: 'unknownAtCore', explanation });

const BY_ITSELF = 'Portico asks the core again and gets its first answer.';
const TABLE: Readonly<Record<KnownOrder['state'], Readonly<Record<Here, Comparison>>>> = {
  unknown: {
    waiting: waits('The core has not been asked yet, or has not answered. Portico asks it.'),
    held: unknownAtCore('Portico says that the money is held, and the core does not have the order.'),
    paid: unknownAtCore('Portico says that it is paid, and the core does not have the order.'),
    ended: same('It ended before the core was asked.'),
  },
  held: {
    waiting: coreHasIt(`The core holds the money. ${BY_ITSELF}`),
    held: same('The money is held.'),
    paid: unknownAtCore('Portico says that it is paid; the core only holds the money.'),
    ended: coreHasIt('It has ended here, and the core still holds the money. The release follows by a job.'),
  },
  booked: {
    waiting: coreHasIt(`It is paid at the core. ${BY_ITSELF}`),
    held: coreHasIt(`It is paid at the core. ${BY_ITSELF}`),
    paid: same('It is paid.'),
    ended: coreHasIt('It is paid at the core, and Portico says that it was not. Tell the customer.'),
  },
  refused: {
    waiting: coreHasIt(`The core has refused it. ${BY_ITSELF}`),
    held: coreHasIt(`The core has rejected it. ${BY_ITSELF}`),
    paid: unknownAtCore('Portico says that it is paid, and the core has refused it.'),
    ended: same('It was refused.'),
  },
  released: {
    waiting: unknownAtCore('The core has released it for good, and Portico still awaits it.'),
    held: unknownAtCore('Portico says that the money is held, and the core has released it for good.'),
    paid: unknownAtCore('Portico says that it is paid, and the core has released it.'),
    ended: same('It ended, and the core has released its money.'),
  },
};

export function compareOrder(status: TransactionStatus, state: KnownOrder['state']): Comparison {
  return TABLE[state][HERE[status] ?? 'ended'];
}
