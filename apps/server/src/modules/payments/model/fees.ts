/** What a payment costs: the bank's price for each payee, from the account that pays. */
import type { PaymentProductPath } from '@portico/contract';
import { addCents } from '@portico/primitives';
import type { Bank, OrderDecision } from '#modules/bank/index.ts';
import type { SigningFee } from '#modules/signing/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { listShares, type PayeeShare } from '../store/item-store.ts';
import { isBulk, productOf } from './kind.ts';
import type { AnyNewPayment, AnyPayment } from './payment.ts';

/** Whom a payment pays, and how much each. */
export async function readShares(reader: Reader, payment: AnyPayment): Promise<readonly PayeeShare[]> {
  return isBulk(payment) ? listShares(reader, payment) : [payment];
}

/** In cents. */
export function feeOf(bank: Bank, product: PaymentProductPath, debtorIban: string, { creditorIban, amountCents }: PayeeShare): number {
  return bank.feeCents({ product: productOf(product), debtorIban, creditorIban, amountCents });
}

/** What the bank says of an order before its signature. A signed one has its fee already; of a bulk payment the price list decides. */
export async function decideOn(bank: Bank, reader: Reader, payment: AnyPayment, debtorIban: string): Promise<OrderDecision> {
  if (!isBulk(payment) && payment.signature !== undefined) return { ok: true, feeCents: payment.signature.feeCents };
  return (
    (await askBank(bank, payment, debtorIban)) ?? {
      ok: true,
      feeCents: totalFee(bank, payment.product, debtorIban, await readShares(reader, payment)),
    }
  );
}

/**
 * The fee of a new payment in cents, for the provider. Where the bank will refuse the payment, the answer has the fee of the price list: only customers who have
 * authenticated may learn of a refusal.
 */
export async function feeForProvider(bank: Bank, payment: AnyNewPayment, debtorIban: string, shares: readonly PayeeShare[]): Promise<number> {
  const decision = await askBank(bank, payment, debtorIban);
  return decision?.ok === true ? decision.feeCents : totalFee(bank, payment.product, debtorIban, shares);
}

/** Undefined: the price list decides. */
async function askBank(bank: Bank, payment: AnyNewPayment, debtorIban: string): Promise<OrderDecision | undefined> {
  if (bank.decide === undefined || payment.bulk !== undefined) return undefined;
  const { sandboxId, customerId, paymentId, currency, creditorIban, creditorName, amountCents } = payment;
  const product = productOf(payment.product);
  return bank.decide({ sandboxId, customerId, paymentId, debtorIban, currency, product, creditorIban, creditorName, amountCents });
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

function totalFee(bank: Bank, product: PaymentProductPath, debtorIban: string, shares: readonly PayeeShare[]): number {
  return addCents(...shares.map((share) => feeOf(bank, product, debtorIban, share)));
}
