/** The price list of the sandbox bank: free within the bank, 0.16 EUR to every other bank, for all products and amounts. */
import type { PaymentProduct } from '@portico/contract';
import { isOwnBank } from './bank-codes.ts';

/** Regulation (EU) 2024/886, Art. 5b: instant never costs more than ordinary. Here they cost the same. */
const OTHER_BANK_FEE_CENTS: Readonly<Record<PaymentProduct, number>> = { INDIVIDUAL_SEPA: 16, INDIVIDUAL_INSTANT_SEPA: 16 };

/** Fee in cents, in the currency of the payment. */
export function transferFeeCents(transfer: { product: PaymentProduct; creditorIban: string }): number {
  return isOwnBank(transfer.creditorIban) ? 0 : OTHER_BANK_FEE_CENTS[transfer.product];
}
