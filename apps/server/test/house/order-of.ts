/** What tests have paid for. Beside no house, so that a test which only orders is not taken for one that opens a database. */
import type { PaymentOrder } from '@portico/testkit';
import { PAYEES } from '#modules/bank-sandbox/index.ts';

/** An instant payment to a payee that the sandbox bank knows. */
export function orderOf(amount: string, changes: Partial<PaymentOrder> = {}): PaymentOrder {
  const { name, iban } = PAYEES.lumenBooks;
  return { product: 'instant-sepa-credit-transfers', amount, creditorName: name, creditorIban: iban, ...changes };
}
