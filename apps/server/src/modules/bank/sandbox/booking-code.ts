/** The bank transaction code of a kind of booking, ISO 20022 External Code Sets, as `domain-family-sub-family`. */
import type { BookingKind } from './ledger.ts';

interface Codes {
  /** Of the account that pays; undefined: the kind has no code of its own. */
  readonly debit: string | undefined;
  /** Of the account that receives. */
  readonly credit: string | undefined;
}

/**
 * ICDT issued and RCDT received credit transfers with SALA payroll or BOOK book transfer within the bank; CCRD customer card transactions with
 * POSD payment by debit card at a point of sale. The product of a transfer decides its code.
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
