/** Filters and sorts the items of a bulk payment for the list; independent of the page. */
import type { BulkPaymentItemDetails } from '@portico/contract';
import type { PayeeVerificationResult } from '@portico/contract/values';

export interface ListedItem {
  /** Position in the order, from 1, as in the provider's list. */
  readonly number: number;
  readonly item: BulkPaymentItemDetails;
}

/** Items that the customer must check come first. */
const RANKS: Readonly<Record<PayeeVerificationResult, number>> = { NMTC: 0, CMTC: 1, NOAP: 2, MTCH: 3 };

/** Payees whose names do not match first, then the provider's order. */
export function inOrder(payments: readonly BulkPaymentItemDetails[]): ListedItem[] {
  return payments.map((item, index) => ({ number: index + 1, item })).sort((a, b) => rankOf(a) - rankOf(b));
}

/** Finds items whose name, account, amount or reference contain the query; ignores spaces and case. */
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
