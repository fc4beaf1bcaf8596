/** Which items of a bulk payment the list shows, and in what order. Knows no page. */
import type { BulkPaymentItemDetails } from '@portico/contract';
import type { PayeeVerificationResult } from '@portico/contract/values';

export interface ListedItem {
  /** Its place in the order, from 1: what the provider's own list calls it. */
  readonly number: number;
  readonly item: BulkPaymentItemDetails;
}

/** What the customer has to look at comes first. */
const RANKS: Readonly<Record<PayeeVerificationResult, number>> = { NMTC: 0, CMTC: 1, NOAP: 2, MTCH: 3 };

/** Payees whose names do not match first, else as the provider sent them. */
export function inOrder(payments: readonly BulkPaymentItemDetails[]): ListedItem[] {
  return payments.map((item, index) => ({ number: index + 1, item })).sort((a, b) => rankOf(a) - rankOf(b));
}

/** Name, account, amount or reference hold what was typed; spaces and case do not count. */
export function findItems(items: readonly ListedItem[], query: string): readonly ListedItem[] {
  const wanted = comparable(query);
  return wanted === '' ? items : items.filter(({ item }) => textsOf(item).some((text) => comparable(text).includes(wanted)));
}

function rankOf({ item }: ListedItem): number {
  return RANKS[item.payeeVerification.result];
}

function textsOf(item: BulkPaymentItemDetails): string[] {
  const { creditorName, creditorAccount, instructedAmount, remittanceInformationUnstructured, remittanceInformationStructured } = item;
  return [
    creditorName,
    creditorAccount.iban,
    instructedAmount.amount,
    remittanceInformationUnstructured ?? '',
    remittanceInformationStructured?.reference ?? '',
  ];
}

function comparable(text: string): string {
  return text.replaceAll(/\s/g, '').toLocaleLowerCase();
}
