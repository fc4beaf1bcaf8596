/**
 * The allowed transitions between statuses (ISO 20022 ExternalPaymentTransactionStatus1Code; Berlin Group NextGenPSD2). One table for every
 * transition of a payment. `PRES` is a presented request to pay, never a status of a credit transfer.
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
  ACSP: ['ACSC', 'ACCC', 'ACWP', 'RJCT', 'PART'],
  // Final for an ordinary payment unless the payee's bank confirms the credit.
  ACSC: ['ACCC'],
  ACWP: ['ACCC', 'BLCK', 'RJCT'],
  ACCC: [],
  RJCT: [],
  CANC: [],
  BLCK: [],
  // For a bulk payment: some of its items were paid.
  PART: [],
  PRES: [],
};

/** Statuses without further action; reaching one writes an audit entry. */
const FINAL: ReadonlySet<TransactionStatus> = new Set(['ACSC', 'ACCC', 'RJCT', 'CANC', 'BLCK', 'PART']);
const AWAITS_SIGNATURE: ReadonlySet<TransactionStatus> = new Set(['RCVD', 'PATC']);
/** The first of two signatures was given. */
const AWAITS_CO_SIGNATURE: ReadonlySet<TransactionStatus> = new Set(['PATC']);
/** All signatures were given: the payment awaits its day, or a periodic one its next run. */
const AWAITS_DAY: ReadonlySet<TransactionStatus> = new Set(['ACTC']);
const AWAITS_EXECUTION: ReadonlySet<TransactionStatus> = new Set(['ACFC', 'ACSP']);

export function canMove(from: TransactionStatus, to: TransactionStatus): boolean {
  return PAYMENT_MOVES[from].includes(to);
}

export const isFinal = (status: TransactionStatus): boolean => FINAL.has(status);
export const awaitsSignature = (status: TransactionStatus): boolean => AWAITS_SIGNATURE.has(status);
export const awaitsCoSignature = (status: TransactionStatus): boolean => AWAITS_CO_SIGNATURE.has(status);
export const awaitsDay = (status: TransactionStatus): boolean => AWAITS_DAY.has(status);
export const awaitsExecution = (status: TransactionStatus): boolean => AWAITS_EXECUTION.has(status);

/** The statuses of each step after a signature (domain facts: signed → checked → funds → settled). */
export const STATUS_PATHS = {
  /** Signed by the first of two signatories. */
  firstSigned: ['PATC'],
  /** Signed, funds reserved, awaits its business day. */
  ordinarySigned: ['ACTC', 'ACCP', 'ACFC'],
  /** Booked on the debtor's side; the payee's bank follows by the end of the business day. */
  ordinarySettled: ['ACSP', 'ACSC'],
  /** Regulation (EU) 2024/886: received by the payee within ten seconds, here in one transaction. */
  instantSettled: ['ACTC', 'ACCP', 'ACSP', 'ACCC'],
  /** Signed, but the payee's bank accepts no instant payments. */
  instantUnreachable: ['ACTC', 'ACCP', 'RJCT'],
  /** Signed for a later day; for a periodic payment, for its runs. */
  signedAhead: ['ACTC'],
  /** An instant bulk payment: signed, funds reserved, execution of its items has started. */
  instantBulkSigned: ['ACTC', 'ACCP', 'ACFC', 'ACSP'],
  /** An ordinary bulk payment: execution of its items has started. */
  bulkStarted: ['ACSP'],
  /** Its last run was made. */
  periodicEnded: ['ACCP', 'ACSP', 'ACSC'],
  rejected: ['RJCT'],
  cancelled: ['CANC'],
} as const satisfies Record<string, readonly TransactionStatus[]>;

/** The remaining statuses of a path: a payment signed ahead is already `ACTC` when its day comes. */
export function stepsFrom(status: TransactionStatus, path: readonly TransactionStatus[]): readonly TransactionStatus[] {
  return path[0] === status ? path.slice(1) : path;
}
