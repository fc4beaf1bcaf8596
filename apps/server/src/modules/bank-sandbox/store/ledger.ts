/**
 * Double entry: every booking has entries on both sides. Pure; `ledger-store.ts` writes the bookings, and the database refuses
 * a booking that does not sum to zero.
 */
import type { PaymentProduct } from '@portico/contract';
import { addCents, assertCents } from '@portico/primitives';
import type { StructuredRemittance } from '#modules/bank/index.ts';

export interface Entry {
  readonly accountId: string;
  /** Generation of the customer whose money moves; queries show the current generation only. */
  readonly generation: number;
  readonly part: 'principal' | 'fee';
  /** Credit to the account's holder positive, debit negative. */
  readonly amountCents: number;
  readonly currency: string;
}

/**
 * `opening` and `reset` set the balances of a test account; no transaction list shows them. `salary`, `ownTransfer` and `cardPayment` belong to
 * the generated history. All other bookings are `transfer`.
 */
export type BookingKind = 'opening' | 'transfer' | 'salary' | 'ownTransfer' | 'cardPayment' | 'reset';

export interface Booking {
  readonly transactionId: string;
  readonly sandboxId: string;
  readonly kind: BookingKind;
  /** Id of the Portico payment; each payment has at most one booking. */
  readonly paymentId?: string;
  /** Tenant time. */
  readonly bookedAt: Date;
  readonly debtorName: string;
  readonly debtorIban?: string;
  readonly creditorName: string;
  readonly creditorIban?: string;
  readonly remittance: string;
  readonly remittanceStructured?: StructuredRemittance | undefined;
  readonly endToEndId: string;
  /** Product of a payment. */
  readonly product?: PaymentProduct;
  readonly entries: readonly Entry[];
}

interface Side {
  readonly accountId: string;
  readonly generation: number;
}

/** The entries of a transfer: amount from debtor to creditor and, unless it is zero, the fee from the debtor to the bank. */
export function transferEntries(transfer: {
  readonly debtor: Side;
  readonly creditor: Side;
  readonly feeIncome: Side;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly currency: string;
}): readonly Entry[] {
  const { debtor, creditor, feeIncome, currency } = transfer;
  const principal = moveCents(debtor, creditor, { part: 'principal', amountCents: transfer.amountCents, currency });
  if (transfer.feeCents === 0) return principal;
  return [...principal, ...moveCents(debtor, feeIncome, { part: 'fee', amountCents: transfer.feeCents, currency })];
}

/** @throws Error unless the entries of the booking sum to zero in every currency. */
export function assertBalanced(booking: Booking): void {
  const currencies = new Set(booking.entries.map((entry) => entry.currency));
  const isBalanced = [...currencies].every(
    (currency) => addCents(...booking.entries.filter((entry) => entry.currency === currency).map((entry) => entry.amountCents)) === 0,
  );
  if (currencies.size === 0 || !isBalanced) throw new Error(`The entries of booking ${booking.transactionId} do not sum to zero.`);
}

function moveCents(from: Side, to: Side, money: { part: Entry['part']; amountCents: number; currency: string }): readonly Entry[] {
  assertCents(money.amountCents);
  if (money.amountCents <= 0) throw new RangeError(`A transfer of ${money.amountCents} cents moves nothing.`);
  const { amountCents, ...rest } = money;
  return [
    { accountId: from.accountId, generation: from.generation, amountCents: -amountCents, ...rest },
    { accountId: to.accountId, generation: to.generation, amountCents, ...rest },
  ];
}
