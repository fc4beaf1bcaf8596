/** Accounts, what is on them, and what happened to them. Every reading is of one customer's. */
import type { Ledger, Row } from './ledger.ts';
import { BIC, listSignatories, PEOPLE } from './people.ts';

export interface Account {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: 'EUR';
  readonly name: string;
  readonly holderName: string;
  readonly status: 'enabled';
  readonly bic: string;
  readonly product: string;
  readonly usage: 'PRIV' | 'ORGA';
  readonly bookedCents: number;
  readonly availableCents: number;
  readonly needsSecondSignature?: true;
}

const SELECT = `select account.*,
    (select coalesce(sum(cents), 0) from entry where account_id = account.id) as booked,
    (select coalesce(sum(cents), 0) from hold where account_id = account.id and state = 'held') as held
  from account where customer_id = ? and iban not in (select iban from closed_account) and customer_id not in (select customer_id from gone)`;

export function listAccounts(ledger: Ledger, customerId: string): readonly Account[] {
  return ledger.rows(`${SELECT} order by rowid`, customerId).map(toAccount);
}

export function findAccount(ledger: Ledger, customerId: string, accountId: string): Account | null {
  const [row] = ledger.rows(`${SELECT} and id = ?`, customerId, accountId);
  return row === undefined ? null : toAccount(row);
}

export function findAccountByIban(ledger: Ledger, customerId: string, iban: string): Account | undefined {
  const [row] = ledger.rows(`${SELECT} and iban = ?`, customerId, iban);
  return row && toAccount(row);
}

/** Whose account it is, when it is one of this bank's. */
export function findHolder(ledger: Ledger, iban: string): { readonly accountId: string; readonly name: string } | undefined {
  const [row] = ledger.rows('select id, customer_id from account where iban = ?', iban);
  return row && { accountId: String(row.id), name: nameOf(row.customer_id) };
}

export interface Period {
  readonly accountId: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly limit: number;
}

const IN_PERIOD = 'from entry where account_id = ? and booking_date between ? and ?';

/** Newest first, behind the place where the page before ended. */
export function listBooked(ledger: Ledger, { accountId, dateFrom, dateTo, limit }: Period, after: { date: string; id: number } | undefined) {
  const place = after ?? { date: '9999-12-31', id: Number.MAX_SAFE_INTEGER };
  const behind = `select * ${IN_PERIOD} and (booking_date, id) < (?, ?) order by booking_date desc, id desc limit ?`;
  return ledger.rows(behind, accountId, dateFrom, dateTo, place.date, place.id, limit).map(toBooked);
}

/** Oldest first. */
export function listBookedSince(ledger: Ledger, { accountId, dateFrom, dateTo, limit }: Period, entryId: number) {
  return ledger.rows(`select * ${IN_PERIOD} and id > ? order by id limit ?`, accountId, dateFrom, dateTo, entryId, limit).map(toBooked);
}

export function knowsEntry(ledger: Ledger, accountId: string, entryId: number): boolean {
  return ledger.rows('select 1 from entry where account_id = ? and id = ?', accountId, entryId).length > 0;
}

export function findTransaction(ledger: Ledger, accountId: string, transactionId: string) {
  const part = transactionId.endsWith(FEE_SUFFIX) ? 'fee' : 'principal';
  const id = part === 'fee' ? transactionId.slice(0, -FEE_SUFFIX.length) : transactionId;
  const [row] = ledger.rows('select * from entry where account_id = ? and transaction_id = ? and part = ?', accountId, id, part);
  return row === undefined ? null : toBooked(row);
}

/** Newest first. */
export function listPending(ledger: Ledger, { accountId, dateFrom, dateTo, limit }: Period, after: { at: string; id: string } | undefined) {
  const place = after ?? { at: '9999', id: '' };
  const held = `select * from hold where account_id = ? and state = 'held' and date(placed_at) between ? and ?
    and (placed_at, payment_id) < (?, ?) order by placed_at desc, payment_id desc limit ?`;
  return ledger.rows(held, accountId, dateFrom, dateTo, place.at, place.id, limit).map((row) => ({
    pendingId: String(row.payment_id),
    placedAt: String(row.placed_at),
    part: 'principal',
    amountCents: -Number(row.cents),
    ...told(row),
  }));
}

/** A fee is a movement of its own within the transaction. */
const FEE_SUFFIX = '-fee';

function toBooked(row: Row) {
  return {
    entryId: Number(row.id),
    transactionId: `${row.transaction_id}${row.part === 'fee' ? FEE_SUFFIX : ''}`,
    bookingDate: String(row.booking_date),
    valueDate: String(row.booking_date),
    ...codeOf(row),
    part: String(row.part),
    amountCents: Number(row.cents),
    ...told(row),
  };
}

/** Domain, family and sub-family of ISO 20022: charges, or a credit transfer that the account sent or received. */
function codeOf({ part, cents, counterpart_iban }: Row): Readonly<Record<string, string>> {
  if (part === 'fee') return { bankTransactionCode: 'PMNT-ICDT-CHRG' };
  if (typeof counterpart_iban !== 'string') return {};
  return { bankTransactionCode: Number(cents) < 0 ? 'PMNT-ICDT-ESCT' : 'PMNT-RCDT-ESCT' };
}

function told(row: Row) {
  return {
    currency: 'EUR',
    ...optional('counterpartName', row.counterpart_name),
    ...optional('counterpartIban', row.counterpart_iban),
    ...optional('remittance', row.remittance),
    ...optional('endToEndId', row.end_to_end_id),
  };
}

function optional(name: string, value: unknown): Readonly<Record<string, string>> {
  return typeof value === 'string' && value !== '' ? { [name]: value } : {};
}

function toAccount(row: Row): Account {
  const bookedCents = Number(row.booked);
  return {
    accountId: String(row.id),
    iban: String(row.iban),
    currency: 'EUR',
    name: String(row.name),
    holderName: nameOf(row.customer_id),
    status: 'enabled',
    bic: BIC,
    product: 'Current account',
    usage: PEOPLE.some(({ customerId, type }) => customerId === row.customer_id && type === 'company') ? 'ORGA' : 'PRIV',
    bookedCents,
    availableCents: bookedCents - Number(row.held),
    ...(listSignatories(String(row.customer_id)).length > 1 ? { needsSecondSignature: true as const } : {}),
  };
}

function nameOf(customerId: unknown): string {
  return PEOPLE.find((person) => person.customerId === customerId)?.name ?? '';
}
