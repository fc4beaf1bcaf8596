/** Converts the accounts of a document into bookings of the ledger. Each account's side is booked against the clearing account. */
import type { DocumentAccount, DocumentTransaction } from '@portico/contract';
import { parseCents, subtractCents } from '@portico/primitives';
import type { Random } from '#platform/random.ts';
import type { Booking, Entry } from '../store/ledger.ts';

/** An account of the document and the row that has taken it. */
export interface BookedAccount {
  readonly account: DocumentAccount;
  readonly accountId: string;
  readonly iban: string;
  readonly holderName: string;
  /** The generation that the import begins. */
  readonly generation: number;
}

interface Context {
  readonly sandboxId: string;
  readonly now: Date;
  readonly moveMs: number;
  readonly random: Random;
  readonly clearingOf: (currency: string) => string;
}

const OPENING_TEXT = 'Balance brought forward';

/** Cents of `-46.80`. @throws RangeError for a text that the document's schema refuses. */
export function parseAmount(text: string): number {
  const cents = parseCents(text.replace(/^-/, ''));
  if (cents === undefined) throw new RangeError(`${text} is no amount.`);
  return text.startsWith('-') ? subtractCents(0, cents) : cents;
}

/** @param accounts by the positions of customer and account in the document. */
export function documentBookings(context: Context, accounts: readonly (readonly BookedAccount[])[]): readonly Booking[] {
  const timeOf = ({ bookedAt }: DocumentTransaction) => Date.parse(bookedAt) + context.moveMs;
  return accounts.flat().flatMap((booked) => {
    const transactions = booked.account.transactions.toSorted((left, right) => timeOf(left) - timeOf(right));
    const [first] = transactions;
    const openingCents = parseAmount(booked.account.openingBalance.amount);
    const openedAt = first === undefined ? context.now : new Date(timeOf(first));
    const bookings = transactions.map((transaction) => transactionBooking(context, booked, transaction, new Date(timeOf(transaction)), accounts));
    return openingCents === 0 ? bookings : [openingBooking(context, booked, openingCents, openedAt), ...bookings];
  });
}

function openingBooking(context: Context, booked: BookedAccount, amountCents: number, bookedAt: Date): Booking {
  const { holderName, iban } = booked;
  return {
    transactionId: context.random.id('ltx'),
    sandboxId: context.sandboxId,
    kind: 'opening',
    bookedAt,
    debtorName: holderName,
    creditorName: holderName,
    creditorIban: iban,
    remittance: OPENING_TEXT,
    endToEndId: 'NOTPROVIDED',
    entries: entriesOf(context, booked, 'principal', amountCents),
  };
}

function transactionBooking(
  context: Context,
  booked: BookedAccount,
  transaction: DocumentTransaction,
  bookedAt: Date,
  accounts: readonly (readonly BookedAccount[])[],
): Booking {
  const { counterpartAccount: place, fee, paymentProduct } = transaction;
  const amountCents = parseAmount(transaction.amount.amount);
  const holder = { name: booked.holderName, iban: booked.iban };
  const counterpart = {
    name: transaction.counterpartName,
    iban: place === undefined ? transaction.counterpartIban : accounts[place.customer]?.[place.account]?.iban,
  };
  const [debtor, creditor] = amountCents > 0 ? [counterpart, holder] : [holder, counterpart];
  return {
    transactionId: context.random.id('ltx'),
    sandboxId: context.sandboxId,
    kind: transaction.kind,
    bookedAt,
    debtorName: debtor.name,
    ...(debtor.iban !== undefined && { debtorIban: debtor.iban }),
    creditorName: creditor.name,
    ...(creditor.iban !== undefined && { creditorIban: creditor.iban }),
    remittance: transaction.remittanceInformationUnstructured ?? '',
    remittanceStructured: transaction.remittanceInformationStructured,
    endToEndId: transaction.endToEndIdentification ?? 'NOTPROVIDED',
    ...(paymentProduct !== undefined && { product: paymentProduct }),
    entries: [
      ...entriesOf(context, booked, 'principal', amountCents),
      ...(fee === undefined ? [] : entriesOf(context, booked, 'fee', -parseAmount(fee.amount))),
    ],
  };
}

function entriesOf(
  { clearingOf }: Context,
  { account: { currency }, accountId, generation }: BookedAccount,
  part: Entry['part'],
  amountCents: number,
): readonly Entry[] {
  const common = { generation, part, currency };
  return [
    { ...common, accountId, amountCents },
    { ...common, accountId: clearingOf(currency), amountCents: -amountCents },
  ];
}
