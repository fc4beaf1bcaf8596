/**
 * What account information needs of a bank: accounts with their balances, bookings and what is reserved. The sandbox bank
 * implements it; a bank with its own core puts an adapter here. Money is integer cents; every reading is for one customer.
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
  /** Booked less reserved. */
  readonly availableCents: number;
}

export interface Movement {
  /** Debits negative. */
  readonly amountCents: number;
  readonly currency: string;
  readonly part: 'principal' | 'fee';
  /** The other side; undefined where the bank does not know or it is the bank itself. */
  readonly counterpartName: string | undefined;
  readonly counterpartIban: string | undefined;
  /** The unstructured text. */
  readonly remittance: string | undefined;
  readonly remittanceStructured?: StructuredRemittance | undefined;
  /** How it ran or will run; undefined where the bank does not know, and for what is no payment of SEPA. */
  readonly product?: PaymentProduct | undefined;
  readonly endToEndId: string | undefined;
  /** ISO 20022 domain, family and sub-family, where the bank says so itself; it counts before what the product tells. */
  readonly bankTransactionCode?: string | undefined;
}

export interface BookedMovement extends Movement {
  /** Ascending in the order of booking; names a place in a delta report. */
  readonly entryId: number;
  readonly transactionId: string;
  /** ISO date. */
  readonly bookingDate: string;
}

export interface PendingMovement extends Movement {
  readonly placedAt: Date;
  readonly pendingId: string;
  /** The one that it has once it is booked, where that is known. */
  readonly transactionId?: string | undefined;
}

/** Newest first: a page begins behind the place where the page before ended. Undefined: from the beginning. */
export interface BookedPlace {
  readonly bookingDate: string;
  readonly entryId: number;
}

export interface PendingPlace {
  readonly placedAt: Date;
  readonly pendingId: string;
}

/** Which account's, between which dates (ISO, inclusive, of the bank's zone), how many at most. */
export interface MovementsWanted {
  readonly accountId: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly limit: number;
  /** Of booked movements: none whose `entryId` is greater. Undefined: all. */
  readonly upTo?: number | undefined;
}

/** Undefined in an answer: the customer has no such open account. */
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
  /** Oldest first, those booked after `entryId`. `knowsEntry`: there is such an entry on this account. */
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
