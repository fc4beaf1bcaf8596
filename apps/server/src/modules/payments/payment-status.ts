/**
 * Which status may follow which (ISO 20022 ExternalPaymentTransactionStatus1Code; Berlin Group NextGenPSD2). One table; every
 * move of a payment passes it. `PRES` is a request to pay that was presented, never a state of a credit transfer.
 */
import type { TransactionStatus } from '@portico/contract';

const PAYMENT_MOVES: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  RCVD: ['PATC', 'ACTC', 'RJCT', 'CANC'],
  PATC: ['PATC', 'ACTC', 'RJCT', 'CANC'],
  ACTC: ['ACCP', 'ACWC', 'PDNG', 'RJCT', 'CANC'],
  ACCP: ['ACFC', 'ACWC', 'PDNG', 'ACSP', 'RJCT', 'CANC'],
  PDNG: ['ACCP', 'ACFC', 'ACSP', 'RJCT', 'CANC'],
  ACWC: ['ACFC', 'ACSP', 'PDNG', 'RJCT', 'CANC'],
  ACFC: ['ACSP', 'RJCT', 'CANC'],
  ACSP: ['ACSC', 'ACCC', 'ACWP', 'RJCT'],
  // Final for an ordinary payment unless the payee's bank confirms the credit.
  ACSC: ['ACCC'],
  ACWP: ['ACCC', 'BLCK', 'RJCT'],
  ACCC: [],
  RJCT: [],
  CANC: [],
  BLCK: [],
  PRES: [],
};

/** Nothing more is to be done: the audit log gets a row when a payment arrives here. */
const FINAL: ReadonlySet<TransactionStatus> = new Set(['ACSC', 'ACCC', 'RJCT', 'CANC', 'BLCK']);
const AWAITS_SIGNATURE: ReadonlySet<TransactionStatus> = new Set(['RCVD', 'PATC']);
/** The first of two signatures was given. */
const AWAITS_CO_SIGNATURE: ReadonlySet<TransactionStatus> = new Set(['PATC']);
/** A periodic payment between its runs: every signature is there. */
const AWAITS_RUN: ReadonlySet<TransactionStatus> = new Set(['ACTC']);
const AWAITS_EXECUTION: ReadonlySet<TransactionStatus> = new Set(['ACFC', 'ACSP']);
/** Funds were checked and held, or already moved. */
const FUNDED: ReadonlySet<TransactionStatus> = new Set(['ACFC', 'ACSP', 'ACSC', 'ACWP', 'ACCC']);

export function canMove(from: TransactionStatus, to: TransactionStatus): boolean {
  return PAYMENT_MOVES[from].includes(to);
}

export const isFinal = (status: TransactionStatus): boolean => FINAL.has(status);
export const awaitsSignature = (status: TransactionStatus): boolean => AWAITS_SIGNATURE.has(status);
export const awaitsCoSignature = (status: TransactionStatus): boolean => AWAITS_CO_SIGNATURE.has(status);
export const awaitsRun = (status: TransactionStatus): boolean => AWAITS_RUN.has(status);
export const awaitsExecution = (status: TransactionStatus): boolean => AWAITS_EXECUTION.has(status);
export const isFunded = (status: TransactionStatus): boolean => FUNDED.has(status);

/** The checks that a signature passes, one status each (domain facts: signed → checked → funds → settled). */
export const STATUS_PATHS = {
  /** Signed by one of two. */
  firstSigned: ['PATC'],
  /** Signed, funds held, waits for its business day. */
  ordinarySigned: ['ACTC', 'ACCP', 'ACFC'],
  /** Booked on the debtor's side; the payee's bank follows by the end of the business day. */
  ordinarySettled: ['ACSP', 'ACSC'],
  /** Regulation (EU) 2024/886: at the payee within ten seconds, here in one transaction. */
  instantSettled: ['ACTC', 'ACCP', 'ACSP', 'ACCC'],
  /** Signed, but the payee's bank takes no instant payments. */
  instantUnreachable: ['ACTC', 'ACCP', 'RJCT'],
  /** A periodic payment that waits for its first run. */
  periodicSigned: ['ACTC'],
  /** Its last run was made. */
  periodicEnded: ['ACCP', 'ACSP', 'ACSC'],
  rejected: ['RJCT'],
} as const satisfies Record<string, readonly TransactionStatus[]>;
