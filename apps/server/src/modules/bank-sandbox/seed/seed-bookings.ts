/** Converts histories into bookings of the ledger: the same double entries as a payment's, with past dates. */
import { subtractCents } from '@portico/primitives';
import type { Random } from '#platform/random.ts';
import type { NewAccount } from '../store/account-store.ts';
import type { Booking, Entry } from '../store/ledger.ts';
import type { SeedCustomer } from './seed-customers.ts';
import { type History, type HistoryItem, makeHistory, savedCents } from './seed-history.ts';
import { HISTORY_DAYS } from './seed-profiles.ts';

export interface SeededAccount {
  readonly account: NewAccount;
  /** Balance at the end of the history. */
  readonly balanceCents: number;
}

export interface SeedBookingContext {
  readonly sandboxId: string;
  /** End of the history. */
  readonly now: Date;
  /** Generation of the customer. */
  readonly generation: number;
  readonly random: Random;
  /** The account that represents all other banks, by currency. */
  readonly clearingOf: (currency: string) => string;
}

type Counterpart = Pick<Booking, 'debtorName' | 'debtorIban' | 'creditorName' | 'creditorIban'>;

const MINUTE_MS = 60_000;
const OPENING_MINUTES_AGO = HISTORY_DAYS * 1440;
const OPENING_TEXT = 'Balance brought forward';

/** Opens every account with its final balance, without a history. */
export function openingBookings(context: SeedBookingContext, accounts: readonly SeededAccount[]): readonly Booking[] {
  return accounts.filter(({ balanceCents }) => balanceCents > 0).map((seeded) => openingBooking(context, seeded, seeded.balanceCents));
}

/** The history from a lower opening balance to the balance of {@link openingBookings}; it changes no balance. */
export function historyBookings(context: SeedBookingContext, customer: SeedCustomer, accounts: readonly SeededAccount[]): readonly Booking[] {
  const unmoved = accounts.map((seeded) => ({ ...seeded, openedCents: seeded.balanceCents }));
  return bookingsOf(context, customer, unmoved);
}

/** The opening of every account and the history of the first, whose savings go to the second. */
export function customerBookings(context: SeedBookingContext, customer: SeedCustomer, accounts: readonly SeededAccount[]): readonly Booking[] {
  return bookingsOf(
    context,
    customer,
    accounts.map((seeded) => ({ ...seeded, openedCents: 0 })),
  );
}

/** `openedCents`: the amount that an earlier opening has already booked. */
type OpenedAccount = SeededAccount & { readonly openedCents: number };

function bookingsOf(context: SeedBookingContext, customer: SeedCustomer, accounts: readonly OpenedAccount[]): readonly Booking[] {
  const [main, second] = accounts;
  if (main === undefined) return [];
  const history = makeHistory({
    profile: customer.profile,
    country: customer.country,
    endCents: main.balanceCents,
    seed: `${context.sandboxId}:${customer.key}`,
  });
  const openings = accounts.flatMap((seeded) => {
    const missingCents = subtractCents(openingCents(seeded, { main, second, history }), seeded.openedCents);
    return missingCents === 0 ? [] : [openingBooking(context, seeded, missingCents)];
  });
  return [...openings, ...history.items.map((item) => itemBooking(context, item, main.account, second?.account))];
}

function openingCents(seeded: SeededAccount, known: { main: SeededAccount; second: SeededAccount | undefined; history: History }): number {
  if (seeded === known.main) return known.history.openingCents;
  return seeded === known.second ? seeded.balanceCents - savedCents(known.history) : seeded.balanceCents;
}

function openingBooking(context: SeedBookingContext, { account }: SeededAccount, amountCents: number): Booking {
  return {
    ...commonPart(context, OPENING_MINUTES_AGO, OPENING_TEXT),
    kind: 'opening',
    debtorName: account.holderName,
    creditorName: account.holderName,
    ...(account.iban !== undefined && { creditorIban: account.iban }),
    entries: entriesBetween(context, context.clearingOf(account.currency), account.accountId, { amountCents, currency: account.currency }),
  };
}

function itemBooking(context: SeedBookingContext, item: HistoryItem, main: NewAccount, second: NewAccount | undefined): Booking {
  const isSaving = item.kind === 'ownTransfer';
  const otherId = isSaving && second !== undefined ? second.accountId : context.clearingOf(main.currency);
  const other = isSaving && second !== undefined ? { name: second.holderName, iban: second.iban } : { name: item.counterparty, iban: undefined };
  const isIncome = item.amountCents > 0;
  return {
    ...commonPart(context, item.minutesAgo, item.remittance),
    kind: item.kind,
    ...(item.kind === 'transfer' ? { product: 'INDIVIDUAL_SEPA' as const } : {}),
    ...(isIncome ? counterpart(other, { name: main.holderName, iban: main.iban }) : counterpart({ name: main.holderName, iban: main.iban }, other)),
    entries: isIncome
      ? entriesBetween(context, otherId, main.accountId, { amountCents: item.amountCents, currency: main.currency })
      : entriesBetween(context, main.accountId, otherId, { amountCents: -item.amountCents, currency: main.currency }),
  };
}

function commonPart(context: SeedBookingContext, minutesAgo: number, remittance: string) {
  return {
    transactionId: context.random.id('ltx'),
    sandboxId: context.sandboxId,
    bookedAt: new Date(context.now.getTime() - minutesAgo * MINUTE_MS),
    remittance,
    endToEndId: 'NOTPROVIDED',
  };
}

function counterpart(debtor: { name: string; iban: string | undefined }, creditor: { name: string; iban: string | undefined }): Counterpart {
  return {
    debtorName: debtor.name,
    ...(debtor.iban !== undefined && { debtorIban: debtor.iban }),
    creditorName: creditor.name,
    ...(creditor.iban !== undefined && { creditorIban: creditor.iban }),
  };
}

function entriesBetween(
  { generation }: SeedBookingContext,
  fromAccountId: string,
  toAccountId: string,
  { amountCents, currency }: { amountCents: number; currency: string },
): readonly Entry[] {
  const common = { generation, part: 'principal', currency } as const;
  return [
    { ...common, accountId: fromAccountId, amountCents: -amountCents },
    { ...common, accountId: toAccountId, amountCents },
  ];
}
