/** One page of an account's movements: pending before booked, newest first; a delta report oldest first. */
import type { AccountReader, BookedMovement, Owner, PendingMovement, ReadableAccount } from '../bank/index.ts';
import type { ContinuedReading, Place } from './cursor.ts';
import type { TransactionsWanted } from './transactions-query.ts';

export interface TransactionsPage {
  readonly account: ReadableAccount;
  readonly pending: readonly PendingMovement[];
  readonly booked: readonly BookedMovement[];
  /** Undefined: this is the last page. */
  readonly next: Place | undefined;
}

/**
 * @param continued undefined: the first page.
 * @returns `accountUnknown`: the customer has no such account; `entryUnknown`: the account has no entry from which the delta report begins.
 */
export async function readTransactions(
  reader: AccountReader,
  owner: Owner,
  accountId: string,
  wanted: TransactionsWanted,
  continued: Pick<ContinuedReading, 'place' | 'upTo'> | undefined,
): Promise<TransactionsPage | 'accountUnknown' | 'entryUnknown'> {
  const { dateFrom, dateTo, pageSize } = wanted;
  const place = continued?.place;
  const period = { accountId, dateFrom, dateTo, upTo: continued?.upTo };
  if (wanted.entryIdFrom !== undefined) return readDelta(reader, owner, { ...wanted, ...period, entryIdFrom: wanted.entryIdFrom }, place);

  const isPendingWanted = wanted.bookingStatus !== 'booked' && place?.list !== 'booked';
  const pending = isPendingWanted
    ? await reader.readPending(owner, { ...period, limit: pageSize + 1, after: place?.list === 'pending' ? place.after : undefined })
    : undefined;
  if (isPendingWanted && pending === undefined) return 'accountUnknown';
  const { kept: pendingKept, last: lastPending } = cut(pending?.movements ?? [], pageSize);
  if (pending !== undefined && (lastPending !== undefined || wanted.bookingStatus === 'pending')) {
    return { account: pending.account, pending: pendingKept, booked: [], next: lastPending && { list: 'pending', after: lastPending } };
  }
  const room = pageSize - pendingKept.length;
  const after = place?.list === 'booked' ? place.after : undefined;
  const booked = await reader.readBooked(owner, { ...period, limit: room + 1, after });
  if (booked === undefined) return 'accountUnknown';
  const { kept, last } = cut(booked.movements, room);
  const isMore = booked.movements.length > room;
  return { account: booked.account, pending: pendingKept, booked: kept, next: isMore ? { list: 'booked', after: last } : undefined };
}

async function readDelta(
  reader: AccountReader,
  owner: Owner,
  wanted: TransactionsWanted & { readonly accountId: string; readonly entryIdFrom: number; readonly upTo: number | undefined },
  place: Place | undefined,
): Promise<TransactionsPage | 'accountUnknown' | 'entryUnknown'> {
  const { accountId, dateFrom, dateTo, pageSize, entryIdFrom, upTo } = wanted;
  const entryId = place?.list === 'delta' ? place.entryId : entryIdFrom;
  const found = await reader.readBookedSince(owner, { accountId, dateFrom, dateTo, upTo, limit: pageSize + 1, entryId });
  if (found === undefined) return 'accountUnknown';
  if (!found.knowsEntry) return 'entryUnknown';
  const { kept, last } = cut(found.movements, pageSize);
  return { account: found.account, pending: [], booked: kept, next: last && { list: 'delta', entryId: last.entryId } };
}

/** `last`: of a page behind which there is more. */
function cut<Item>(items: readonly Item[], size: number): { kept: readonly Item[]; last: Item | undefined } {
  const kept = items.slice(0, size);
  return { kept, last: items.length > size ? kept.at(-1) : undefined };
}
