/**
 * Where a page of transactions begins. Sealed and bound to consent (or statement), account, question and day: it cannot be made up, so
 * a page behind the first is part of the reading that was counted, and it opens nothing but what that reading asked for.
 */
import { Type } from 'typebox';
import { openText, sealText } from '#platform/crypto/seal-text.ts';
import { guardOf } from '#platform/guard-of.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { Random } from '#platform/random.ts';
import type { BookedPlace, PendingPlace } from '../bank/index.ts';
import type { TransactionsWanted } from './transactions-query.ts';

/** Behind which movement the page begins; `booked` without a place: with the newest. */
export type Place =
  | { readonly list: 'pending'; readonly after: PendingPlace }
  | { readonly list: 'booked'; readonly after: BookedPlace | undefined }
  | { readonly list: 'delta'; readonly entryId: number };

export interface CursorKeys {
  readonly key: Buffer;
  readonly random: Pick<Random, 'bytes'>;
}

/** What the cursor belongs to. */
export interface CursorContext {
  /** Id of the consent or statement. */
  readonly authorityId: string;
  readonly accountId: string;
  /** On which the reading was counted; '' where readings are not. */
  readonly countedOn: string;
  readonly wanted: TransactionsWanted;
}

const isSealedPlace = guardOf(
  Type.Union([
    Type.Tuple([Type.Literal('pending'), Type.Integer(), Type.String()]),
    Type.Tuple([Type.Literal('booked'), Type.String(), Type.Integer()]),
    Type.Tuple([Type.Literal('booked')]),
    Type.Tuple([Type.Literal('delta'), Type.Integer()]),
  ]),
);

export function sealPlace({ key, random }: CursorKeys, context: CursorContext, place: Place): string {
  return sealText(key, random, bindingOf(context), JSON.stringify(toTuple(place)));
}

/** @throws TppRefusal 400 FORMAT_ERROR for a cursor of another question, another day, or none of ours. */
export function openPlace({ key }: CursorKeys, context: CursorContext, cursor: string): Place {
  const tuple = tryOpen(key, bindingOf(context), cursor);
  if (!isSealedPlace(tuple)) {
    const text = 'This cursor does not belong to this request, or is of another day. Begin again without it, and follow the link next as it is.';
    throw new TppRefusal(400, 'FORMAT_ERROR', text, { path: 'query:cursor' });
  }
  switch (tuple[0]) {
    case 'pending':
      return { list: 'pending', after: { placedAt: new Date(tuple[1]), pendingId: tuple[2] } };
    case 'delta':
      return { list: 'delta', entryId: tuple[1] };
    case 'booked':
      return { list: 'booked', after: tuple.length === 3 ? { bookingDate: tuple[1], entryId: tuple[2] } : undefined };
  }
}

function toTuple(place: Place): readonly (string | number)[] {
  switch (place.list) {
    case 'pending':
      return ['pending', place.after.placedAt.getTime(), place.after.pendingId];
    case 'delta':
      return ['delta', place.entryId];
    case 'booked':
      return place.after === undefined ? ['booked'] : ['booked', place.after.bookingDate, place.after.entryId];
  }
}

function bindingOf({ authorityId, accountId, countedOn, wanted }: CursorContext): string {
  const { bookingStatus, dateFrom, dateTo, entryIdFrom } = wanted;
  return ['transactions', authorityId, accountId, countedOn, bookingStatus, dateFrom, dateTo, entryIdFrom ?? ''].join(' ');
}

/** Undefined: not sealed by us for this. */
function tryOpen(key: Buffer, boundTo: string, cursor: string): unknown {
  try {
    return JSON.parse(openText(key, boundTo, cursor));
  } catch {
    return undefined;
  }
}
