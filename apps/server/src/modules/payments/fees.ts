/** What a payment costs: the bank's price for each payee, from the account that pays. */
import type { PaymentProductPath } from '@portico/contract';
import { addCents } from '@portico/primitives';
import type { Reader } from '#platform/db/database.ts';
import type { Bank } from '../bank/index.ts';
import { isBulk } from './bulk/bulk-payment.ts';
import { listShares, type PayeeShare } from './bulk/bulk-store.ts';
import type { AnyPayment } from './payment.ts';
import { productOf } from './payment-mapping.ts';

/** Whom a payment pays, and how much each. */
export async function readShares(reader: Reader, payment: AnyPayment): Promise<readonly PayeeShare[]> {
  return isBulk(payment) ? listShares(reader, payment) : [payment];
}

/** In cents. */
export function feeOf(bank: Bank, product: PaymentProductPath, debtorIban: string, { creditorIban, amountCents }: PayeeShare): number {
  return bank.feeCents({ product: productOf(product), debtorIban, creditorIban, amountCents });
}

export function totalFee(bank: Bank, product: PaymentProductPath, debtorIban: string, shares: readonly PayeeShare[]): number {
  return addCents(...shares.map((share) => feeOf(bank, product, debtorIban, share)));
}
