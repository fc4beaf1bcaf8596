/** The bank transaction code of a kind of booking, ISO 20022 External Code Sets, as `domain-family-sub-family`. */
import type { BookingKind } from '../store/ledger.ts';

interface Codes {
  /** For the account that pays. Undefined: the kind alone decides no code. */
  readonly debit: string | undefined;
  /** For the account that receives; undefined as for `debit`. */
  readonly credit: string | undefined;
}

/**
 * ICDT: issued credit transfer. RCDT: received credit transfer. SALA: payroll. BOOK: transfer within the bank. CCRD: customer card transaction.
 * POSD: payment with a debit card at a point of sale. The code of a `transfer` follows from its payment product.
 */
export const CODES: Readonly<Record<BookingKind, Codes>> = {
  opening: { debit: undefined, credit: undefined },
  transfer: { debit: undefined, credit: undefined },
  salary: { debit: 'PMNT-ICDT-SALA', credit: 'PMNT-RCDT-SALA' },
  ownTransfer: { debit: 'PMNT-ICDT-BOOK', credit: 'PMNT-RCDT-BOOK' },
  cardPayment: { debit: 'PMNT-CCRD-POSD', credit: undefined },
  reset: { debit: undefined, credit: undefined },
};

/** @param amountCents debits negative. */
export function codeOfBooking(kind: BookingKind, amountCents: number): string | undefined {
  return CODES[kind][amountCents < 0 ? 'debit' : 'credit'];
}
