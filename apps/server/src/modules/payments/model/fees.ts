/** What a payment costs: the bank's price for each payee, from the account that pays. */
import type { PaymentProductPath } from '@portico/contract';
import { addCents } from '@portico/primitives';
import type { Bank } from '#modules/bank/index.ts';
import type { SigningFee } from '#modules/signing/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { listShares, type PayeeShare } from '../store/item-store.ts';
import { isBulk, productOf } from './kind.ts';
import type { AnyPayment } from './payment.ts';

/** Whom a payment pays, and how much each. */
export async function readShares(reader: Reader, payment: AnyPayment): Promise<readonly PayeeShare[]> {
  return isBulk(payment) ? listShares(reader, payment) : [payment];
}

/** In cents. */
export function feeOf(bank: Bank, product: PaymentProductPath, debtorIban: string, { creditorIban, amountCents }: PayeeShare): number {
  return bank.feeCents({ product: productOf(product), debtorIban, creditorIban, amountCents });
}

/** What signing from this account would cost. */
export async function itemisedFee(bank: Bank, reader: Reader, payment: AnyPayment, debtorIban: string): Promise<SigningFee> {
  const fees = (await readShares(reader, payment)).map((share) => feeOf(bank, payment.product, debtorIban, share));
  const totalCents = addCents(...fees);
  if (!isBulk(payment)) return { totalCents };
  const counts = new Map<number, number>();
  for (const fee of fees) counts.set(fee, (counts.get(fee) ?? 0) + 1);
  return { totalCents, items: [...counts].map(([feeCents, count]) => ({ feeCents, count })).sort((a, b) => b.feeCents - a.feeCents) };
}

export function totalFee(bank: Bank, product: PaymentProductPath, debtorIban: string, shares: readonly PayeeShare[]): number {
  return addCents(...shares.map((share) => feeOf(bank, product, debtorIban, share)));
}
