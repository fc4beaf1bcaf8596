/**
 * What becomes of each payment flow under each scenario of the sandbox, the same in every country: what the signature is answered, the
 * status that the application reads afterwards, and whether money moved on the customer's account or was held there. A cell that makes
 * no sense says why.
 */
import type { CustomerScenario, TransactionStatus } from '@portico/contract';

export const FLOWS = [
  'payment',
  'periodic-payment',
  'bulk-payment',
  'payment-cancellation',
  'periodic-payment-cancellation',
  'bulk-payment-cancellation',
] as const;
export type Flow = (typeof FLOWS)[number];

export interface Outcome {
  /** HTTP status, then the code of the refusal or the status that the page is told. */
  readonly answer: string;
  readonly status: string;
  readonly money: 'moves' | 'stays';
}

export type Cell = Outcome | { readonly notApplicable: string };

export type FlowRow = Readonly<Record<CustomerScenario, Cell>>;

const cell = (answer: string, status: TransactionStatus, money: Outcome['money'] = 'stays'): Outcome => ({ answer, status, money });

/** The device and the bank say no, whatever is signed: the thing stays as it was, and can be signed later. */
const unsigned = (status: TransactionStatus) => ({
  refuses: cell('422 SCA_REFUSED', status),
  wrongCode: cell('422 SCA_WRONG_CODE', status),
  timesOut: cell('422 SCA_TIMED_OUT', status),
  bankDown: cell('503 UNAVAILABLE', status),
});

/** Of what was signed for another day: no money was held for it, so none is asked for or freed. */
const CANCELLATION: FlowRow = {
  ...unsigned('ACTC'),
  approves: cell('200 CANC', 'CANC'),
  sessionExpires: cell('410 SIGNING_TERMINATED', 'ACTC'),
  // One of two may take back what both have to order.
  needsSecondSignature: cell('200 CANC', 'CANC'),
  notEnoughMoney: cell('200 CANC', 'CANC'),
  bankSlow: cell('200 CANC', 'CANC'),
};

/** By the kind that is signed. */
export const FLOW_TABLE: Readonly<Record<Flow, FlowRow>> = {
  payment: {
    ...unsigned('RCVD'),
    approves: cell('200 ACCC', 'ACCC', 'moves'),
    sessionExpires: cell('410 SIGNING_TERMINATED', 'RJCT'),
    needsSecondSignature: cell('200 PATC', 'PATC'),
    notEnoughMoney: cell('400 FUNDS_NOT_AVAILABLE', 'RCVD'),
    bankSlow: cell('200 ACCC', 'ACCC', 'moves'),
  },
  'periodic-payment': {
    ...unsigned('RCVD'),
    approves: cell('200 ACTC', 'ACTC'),
    sessionExpires: cell('410 SIGNING_TERMINATED', 'RJCT'),
    needsSecondSignature: cell('200 PATC', 'PATC'),
    // Its first run is on another day, and asks for the money then.
    notEnoughMoney: cell('200 ACTC', 'ACTC'),
    bankSlow: cell('200 ACTC', 'ACTC'),
  },
  'bulk-payment': {
    ...unsigned('RCVD'),
    // Its items are paid by a job.
    approves: cell('200 ACSP', 'ACCC', 'moves'),
    sessionExpires: cell('410 SIGNING_TERMINATED', 'RJCT'),
    needsSecondSignature: cell('200 PATC', 'PATC'),
    notEnoughMoney: cell('400 FUNDS_NOT_AVAILABLE', 'RCVD'),
    bankSlow: cell('200 ACSP', 'ACCC', 'moves'),
  },
  'payment-cancellation': CANCELLATION,
  'periodic-payment-cancellation': CANCELLATION,
  'bulk-payment-cancellation': CANCELLATION,
};
