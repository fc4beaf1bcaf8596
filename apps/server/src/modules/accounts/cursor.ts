/**
 * The cursor of a page of transactions. It contains the whole sealed reading: consent or statement, account, parameters, page size, and the newest
 * entry at the start of the reading. A later page is therefore part of the counted reading, and contains no newer entries
 * (RTS (EU) 2018/389 Art. 36(5)).
 */
import { BOOKING_STATUSES, literals } from '@portico/contract';
import { Type } from 'typebox';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { openText, sealText } from '#platform/crypto/seal-text.ts';
import { guardOf } from '#platform/guard-of.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { Random } from '#platform/random.ts';
import type { BookedPlace, PendingPlace } from '../bank/index.ts';
import type { TransactionsWanted } from './transactions-query.ts';

/** The movement after which the page begins; for `booked` without one, the newest. */
export type Place =
  | { readonly list: 'pending'; readonly after: PendingPlace }
  | { readonly list: 'booked'; readonly after: BookedPlace | undefined }
  | { readonly list: 'delta'; readonly entryId: number };

export interface CursorKeys {
  readonly key: Buffer;
  readonly random: Pick<Random, 'bytes' | 'id'>;
}

/** The authority of the reading. */
export interface CursorAuthority {
  /** Id of the consent or statement. */
  readonly authorityId: string;
  readonly accountId: string;
  /** The day on which the reading was counted; '' when readings are not counted. */
  readonly countedOn: string;
  /** Tenant time of this request in milliseconds; 0 when the authority itself expires within minutes. */
  readonly at: number;
}

/** What the first page of a reading fixes for all later pages. */
export interface Reading {
  readonly wanted: TransactionsWanted;
  readonly withBalance: boolean;
  /** The newest entry of the account at the start of the reading. */
  readonly upTo: number;
  /** Tenant time in milliseconds, as in {@link CursorAuthority}. */
  readonly beganAt: number;
}

/** The content of a cursor. */
export interface ContinuedReading extends Reading {
  /** A repeated page returns the same next cursor as the first response, so that repetitions cannot multiply the number of readable pages. */
  readonly cursorId: string;
  readonly place: Place;
}

const Entry = Type.Integer({ minimum: 0 });
const isSealed = guardOf(
  Type.Tuple([
    Type.Tuple([Type.String(), Type.String(), Type.String(), Type.String(), Entry]),
    Type.Tuple([literals(BOOKING_STATUSES), Type.String(), Type.String(), Type.Union([Entry, Type.Null()]), Entry, Type.Boolean(), Entry]),
    Type.Union([
      Type.Tuple([Type.Literal('pending'), Type.Integer(), Type.String()]),
      Type.Tuple([Type.Literal('booked'), Type.String(), Type.Integer()]),
      Type.Tuple([Type.Literal('booked')]),
      Type.Tuple([Type.Literal('delta'), Type.Integer()]),
    ]),
  ]),
);

const BINDING = 'transactions cursor';

/** @param reading a new reading, or the one from this page's cursor. */
export function sealCursor(
  { key, random }: CursorKeys,
  { authorityId, accountId, countedOn }: CursorAuthority,
  reading: Reading & Partial<Pick<ContinuedReading, 'cursorId'>>,
  place: Place,
) {
  const { wanted, withBalance, upTo, beganAt } = reading;
  const { bookingStatus, dateFrom, dateTo, entryIdFrom, pageSize } = wanted;
  const sealed = [
    [reading.cursorId === undefined ? random.id('cur') : idBehind(reading.cursorId), authorityId, accountId, countedOn, beganAt],
    [bookingStatus, dateFrom, dateTo, entryIdFrom ?? null, pageSize, withBalance, upTo],
    toTuple(place),
  ];
  return sealText(key, random, BINDING, JSON.stringify(sealed));
}

/**
 * @throws TppRefusal 400 FORMAT_ERROR for an invalid cursor, or one of another consent, statement or account; RESOURCE_EXPIRED for one of another
 * day.
 */
export function openCursor({ key }: CursorKeys, authority: CursorAuthority, cursor: string): ContinuedReading {
  const sealed = tryOpen(key, cursor);
  if (!isSealed(sealed) || sealed[0][1] !== authority.authorityId || sealed[0][2] !== authority.accountId) {
    throw refuse('FORMAT_ERROR', 'This cursor does not belong to this request. Begin again without it, and follow the link next as it is.');
  }
  const [[cursorId, , , countedOn, beganAt], [bookingStatus, dateFrom, dateTo, entryIdFrom, pageSize, withBalance, upTo], place] = sealed;
  if (countedOn !== authority.countedOn || beganAt > authority.at) {
    throw refuse('RESOURCE_EXPIRED', 'The reading of this cursor began on another day. Begin again without it.');
  }
  const wanted = { bookingStatus, dateFrom, dateTo, entryIdFrom: entryIdFrom ?? undefined, pageSize };
  return { cursorId, wanted, withBalance, upTo, beganAt, place: toPlace(place) };
}

/** Id of the next page's cursor; the same for every repetition of this page. */
const idBehind = (cursorId: string): string => `cur_${sha256Hex(cursorId).slice(0, 32)}`;

export function cursorUsed(): TppRefusal {
  const text =
    'This cursor was used already: each page is read once. Only the request that used it can be repeated soon after, with the same X-Request-ID. Else begin again without it.';
  return refuse('RESOURCE_EXPIRED', text);
}

function refuse(code: 'FORMAT_ERROR' | 'RESOURCE_EXPIRED', text: string): TppRefusal {
  return new TppRefusal(400, code, text, { path: 'query:cursor' });
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

function toPlace(tuple: ['pending', number, string] | ['booked', string, number] | ['booked'] | ['delta', number]): Place {
  switch (tuple[0]) {
    case 'pending':
      return { list: 'pending', after: { placedAt: new Date(tuple[1]), pendingId: tuple[2] } };
    case 'delta':
      return { list: 'delta', entryId: tuple[1] };
    case 'booked':
      return { list: 'booked', after: tuple.length === 3 ? { bookingDate: tuple[1], entryId: tuple[2] } : undefined };
  }
}

/** Undefined: not sealed by this server. */
function tryOpen(key: Buffer, cursor: string): unknown {
  try {
    return JSON.parse(openText(key, BINDING, cursor));
  } catch {
    return undefined;
  }
}
