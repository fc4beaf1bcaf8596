/** The requested transactions. Under a consent the parameters are checked against each other and the calendar; a statement fixes the period. */
import { BOOKING_STATUSES, type BookingStatus, type StatementTransactionsQuery, type TransactionsQuery } from '@portico/contract';
import { HISTORY_DAYS_MAX, TRANSACTIONS_PAGE_DEFAULT } from '@portico/contract/values';
import { addDays, isIsoDate } from '@portico/primitives';
import { TppRefusal } from '#platform/http/refusal.ts';

export interface TransactionsWanted {
  readonly bookingStatus: BookingStatus;
  /** ISO dates, inclusive. */
  readonly dateFrom: string;
  readonly dateTo: string;
  /** Delta report: booked after this entry, oldest first. */
  readonly entryIdFrom: number | undefined;
  readonly pageSize: number;
}

/** Parameters of the Berlin Group that are not offered here. */
const UNOFFERED = ['deltaList', 'pageIndex'] as const;
const UNOFFERED_STATUSES: readonly string[] = ['information', 'all'];
const ENTRY_ID = /^[1-9]\d{0,14}$/;

/** @param today the bank's calendar date. @throws TppRefusal 400 naming the parameter. */
export function readTransactionsQuery(query: TransactionsQuery, today: string): TransactionsWanted {
  requireOffered(query);
  const bookingStatus = requireBookingStatus(query.bookingStatus);
  const oldest = oldestReadable(today);
  const pageSize = query.itemsPerPage ?? TRANSACTIONS_PAGE_DEFAULT;
  if (query.entryReferenceFrom !== undefined) {
    const entryIdFrom = requireEntryId(query.entryReferenceFrom, bookingStatus);
    // A delta report has its own beginning; it ignores dates, as the standard allows.
    return { bookingStatus, dateFrom: oldest, dateTo: today, entryIdFrom, pageSize };
  }
  const dateFrom = requireDate('dateFrom', query.dateFrom);
  const dateTo = query.dateTo === undefined ? today : requireDate('dateTo', query.dateTo);
  if (dateFrom < oldest) {
    const text = `Under a consent transactions can be read back to ${oldest}. For older ones ask for a transactions statement.`;
    throw new TppRefusal(400, 'PERIOD_INVALID', text, { path: 'query:dateFrom' });
  }
  if (dateFrom > dateTo) throw notConsistent('dateFrom', `dateFrom lies after ${query.dateTo === undefined ? 'today' : 'dateTo'}, ${dateTo}.`);
  return { bookingStatus, dateFrom, dateTo, entryIdFrom: undefined, pageSize };
}

/** The statement fixes the period. @throws TppRefusal 400 naming the parameter. */
export function readStatementQuery(
  { bookingStatus = 'booked', itemsPerPage = TRANSACTIONS_PAGE_DEFAULT }: StatementTransactionsQuery,
  { dateFrom, dateTo }: Pick<TransactionsWanted, 'dateFrom' | 'dateTo'>,
): TransactionsWanted {
  return { bookingStatus: requireBookingStatus(bookingStatus), dateFrom, dateTo, entryIdFrom: undefined, pageSize: itemsPerPage };
}

/**
 * A later page has the parameters of the first: each may be left out, and must be equal where it is sent.
 * @throws TppRefusal 400 PARAMETER_NOT_SUPPORTED, PARAMETER_NOT_CONSISTENT naming the parameter.
 */
export function requireSameQuestion(
  { wanted, withBalance }: { readonly wanted: TransactionsWanted; readonly withBalance: boolean },
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): void {
  requireOffered(query);
  const { bookingStatus, dateFrom, dateTo, entryIdFrom, pageSize } = wanted;
  const asked: Readonly<Record<string, string | number | boolean | undefined>> = {
    bookingStatus,
    // Dates beside entryReferenceFrom are ignored on the first page, so they are ignored here, too.
    ...(entryIdFrom === undefined ? { dateFrom, dateTo } : {}),
    entryReferenceFrom: entryIdFrom === undefined ? undefined : String(entryIdFrom),
    itemsPerPage: pageSize,
    withBalance,
  };
  const changed = Object.keys(asked).find((name) => query[name] !== undefined && query[name] !== asked[name]);
  if (changed !== undefined) throw notConsistent(changed, `The reading of this cursor began with another ${changed}. Follow the link next as it is.`);
}

function requireOffered(query: Readonly<Record<string, unknown>>): void {
  // `deltaList=false` requests no unsupported feature.
  const unoffered = UNOFFERED.find((name) => query[name] !== undefined && !(name === 'deltaList' && /^false$/i.test(String(query[name]))));
  if (unoffered !== undefined) throw notSupported(unoffered, `${unoffered} is not offered. Follow the link next, or send entryReferenceFrom.`);
}

/** The first day whose bookings a consent covers, RTS (EU) 2018/389 Art. 10(1)(b). */
export function oldestReadable(today: string): string {
  return addDays(today, -HISTORY_DAYS_MAX);
}

function requireBookingStatus(given: string): BookingStatus {
  const accepted = `Accepted: ${BOOKING_STATUSES.join(', ')}.`;
  const known = BOOKING_STATUSES.find((status) => status === given);
  if (known !== undefined) return known;
  if (UNOFFERED_STATUSES.includes(given)) throw notSupported('bookingStatus', `Standing orders are not reported. ${accepted}`);
  throw formatError('bookingStatus', accepted);
}

function requireDate(name: 'dateFrom' | 'dateTo', given: string | undefined): string {
  if (given === undefined) throw formatError(name, `Send ${name} as YYYY-MM-DD, or entryReferenceFrom.`);
  if (isIsoDate(given)) return given;
  throw formatError(name, 'Accepted: a calendar date as YYYY-MM-DD.');
}

function requireEntryId(given: string, bookingStatus: BookingStatus): number {
  if (bookingStatus !== 'booked')
    throw notConsistent('entryReferenceFrom', 'Only booked transactions can be read from an entry on. Send bookingStatus=booked.');
  if (ENTRY_ID.test(given)) return Number(given);
  throw formatError('entryReferenceFrom', 'Accepted: the entryReference of a booked transaction of this account.');
}

function formatError(name: string, text: string): TppRefusal {
  return new TppRefusal(400, 'FORMAT_ERROR', text, { path: `query:${name}` });
}

function notSupported(name: string, text: string): TppRefusal {
  return new TppRefusal(400, 'PARAMETER_NOT_SUPPORTED', text, { path: `query:${name}` });
}

function notConsistent(name: string, text: string): TppRefusal {
  return new TppRefusal(400, 'PARAMETER_NOT_CONSISTENT', text, { path: `query:${name}` });
}
