/** What the statuses of payments are called (ISO 20022 ExternalPaymentTransactionStatus1Code). */
import type { TransactionStatus } from '@portico/contract';

export const STATUS_NAMES: Readonly<Record<TransactionStatus, string>> = {
  RCVD: 'Waits for the signature',
  PATC: 'Waits for the second signature',
  ACTC: 'Signed, waits for its day',
  ACCP: 'Checked',
  ACWC: 'Accepted with a change',
  ACFC: 'Funds reserved',
  PDNG: 'Pending',
  ACSP: 'In execution',
  ACSC: 'Booked',
  ACCC: 'Received by the payee',
  ACWP: 'Sent, not credited yet',
  RJCT: 'Rejected',
  CANC: 'Cancelled',
  BLCK: 'Blocked',
  PART: 'Partly booked',
  PRES: 'Presented',
};
