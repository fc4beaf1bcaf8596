/** What became of a payment, a consent or a statement, as people read it. */
import type { TransactionStatus } from '@portico/contract';
import type { NotPaidReason, UiConsentStatus } from '@portico/contract/values';
import type { ReceiptKey, ReceiptText } from './receipt-texts.ts';

const KEYS: Readonly<Record<TransactionStatus | UiConsentStatus, ReceiptKey>> = {
  ACCC: 'receipt.status.settled',
  ACSC: 'receipt.status.settled',
  ACSP: 'receipt.status.accepted',
  ACCP: 'receipt.status.accepted',
  ACFC: 'receipt.status.accepted',
  // Signed for a later day.
  ACTC: 'receipt.status.ahead',
  ACWC: 'receipt.status.accepted',
  ACWP: 'receipt.status.accepted',
  PDNG: 'receipt.status.pending',
  PRES: 'receipt.status.pending',
  RCVD: 'receipt.status.pending',
  BLCK: 'receipt.status.BLCK',
  PART: 'receipt.status.PART',
  PATC: 'receipt.status.PATC',
  RJCT: 'receipt.status.RJCT',
  CANC: 'receipt.status.CANC',
  received: 'receipt.status.received',
  rejected: 'receipt.status.rejected',
  partially_authorised: 'receipt.status.partially_authorised',
  valid: 'receipt.status.valid',
  revoked_by_psu: 'receipt.status.revoked_by_psu',
  expired: 'receipt.status.expired',
  terminated_by_tpp: 'receipt.status.terminated_by_tpp',
};

const BY_STATUS: ReadonlyMap<string, ReceiptKey> = new Map(Object.entries(KEYS));

/** `reason`: of a payment that was signed and not made. A status that this version does not know stays as it is. */
export function statusText(text: ReceiptText, status: string, reason: NotPaidReason | undefined): string {
  if (reason !== undefined) return text(`receipt.notPaid.${reason}`);
  const key = BY_STATUS.get(status);
  return key === undefined ? status : text(key);
}
