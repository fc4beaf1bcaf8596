/**
 * The port for account information: accounts with balances, bookings and holds. The sandbox bank implements it; a bank with its own core
 * writes an adapter. Money is integer cents; every query is for one customer.
 */
import type { PaymentProduct } from '@portico/contract';
import type { Owner, StructuredRemittance } from './bank.ts';

export interface ReadableAccount {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
  readonly holderName: string;
  readonly status: 'enabled' | 'blocked';
  readonly bic: string;
  readonly product: string;
  readonly usage: 'PRIV' | 'ORGA';
  readonly bookedCents: number;
  /** Booked balance minus holds. */
  readonly availableCents: number;
}

export interface Movement {
  /** Debits are negative. */
  readonly amountCents: number;
  readonly currency: string;
  readonly part: 'principal' | 'fee';
  /** The counterparty; undefined when the bank does not know it or is the counterparty itself. */
  readonly counterpartName: string | undefined;
  readonly counterpartIban: string | undefined;
  /** The unstructured text. */
  readonly remittance: string | undefined;
  readonly remittanceStructured?: StructuredRemittance | undefined;
  /** The executed or planned product; undefined when the bank does not know it, or the movement is no SEPA payment. */
  readonly product?: PaymentProduct | undefined;
  readonly endToEndId: string | undefined;
  /** ISO 20022 domain, family and sub-family, if the bank provides them; takes precedence over the code derived from the product. */
  readonly bankTransactionCode?: string | undefined;
}

export interface BookedMovement extends Movement {
  /** Ascending in the order of booking; identifies a position in a delta report. */
  readonly entryId: number;
  readonly transactionId: string;
  /** ISO date. */
  readonly bookingDate: string;
  /** ISO date from which the amount counts for interest; absent where the bank tells none, which is the booking date. */
  readonly valueDate?: string | undefined;
}

export interface PendingMovement extends Movement {
  readonly placedAt: Date;
  readonly pendingId: string;
  /** Transaction id after booking, if already known. */
  readonly transactionId?: string | undefined;
}

/** Newest first: a page begins after the last movement of the previous page. Undefined: from the beginning. */
export interface BookedPlace {
  readonly bookingDate: string;
  readonly entryId: number;
}

export interface PendingPlace {
  readonly placedAt: Date;
  readonly pendingId: string;
}

/** The account, the period (ISO dates, inclusive, in the bank's time zone), and the maximum number of movements. */
export interface MovementsWanted {
  readonly accountId: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly limit: number;
  /** For booked movements: the greatest `entryId` to return. Undefined: no limit. */
  readonly upTo?: number | undefined;
}

/** A query returns undefined when the customer has no such open account. */
export interface AccountReader {
  /** In the customer's order. */
  readAccounts(owner: Owner): Promise<readonly ReadableAccount[]>;
  readAccount(owner: Owner, accountId: string): Promise<ReadableAccount | undefined>;
  /** The greatest `entryId` of the account's movements; 0 where there is none. */
  readNewestEntry(owner: Owner, accountId: string): Promise<number>;
  /** Newest first. */
  readBooked(
    owner: Owner,
    wanted: MovementsWanted & { readonly after: BookedPlace | undefined },
  ): Promise<{ readonly account: ReadableAccount; readonly movements: readonly BookedMovement[] } | undefined>;
  /** Oldest first, those booked after `entryId`. `knowsEntry`: the account has this entry. */
  readBookedSince(
    owner: Owner,
    wanted: MovementsWanted & { readonly entryId: number },
  ): Promise<{ readonly account: ReadableAccount; readonly movements: readonly BookedMovement[]; readonly knowsEntry: boolean } | undefined>;
  /** Newest first. */
  readPending(
    owner: Owner,
    wanted: MovementsWanted & { readonly after: PendingPlace | undefined },
  ): Promise<{ readonly account: ReadableAccount; readonly movements: readonly PendingMovement[] } | undefined>;
  readTransaction(owner: Owner, wanted: { readonly accountId: string; readonly transactionId: string }): Promise<BookedMovement | undefined>;
}
