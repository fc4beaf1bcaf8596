/**
 * Four months of bookings for a seeded customer. Pure, and the same for the same sandbox number. The history ends at exactly the wanted balance
 * and never falls below zero.
 */
import type { BankCountry } from '@portico/contract';
import { addCents, subtractCents } from '@portico/primitives';
import type { BookingKind } from '../store/ledger.ts';
import { COUNTERPARTIES, HISTORY_DAYS, type Movement, PROFILES, type SpendingProfile } from './seed-profiles.ts';

export interface HistoryItem extends Movement {
  readonly minutesAgo: number;
  /** Income positive, spending negative. */
  readonly amountCents: number;
  /** `ownTransfer`: the money goes to the customer's own second account. */
  readonly kind: Exclude<BookingKind, 'opening' | 'reset'>;
}

export interface History {
  readonly openingCents: number;
  /** Oldest first. */
  readonly items: readonly HistoryItem[];
}

const DAY_MINUTES = 1440;
/** Income is reduced so that no earlier balance is lower than this. */
const FLOOR_CENTS = 100;

/** `seed` determines amounts and times; `endCents` is the balance after the last item. */
export function makeHistory(wanted: { profile: SpendingProfile; country: BankCountry; endCents: number; seed: string }): History {
  const next = seededNumbers(wanted.seed);
  const newestFirst = [...regularItems(wanted, next), ...purchases(wanted, next)].sort((left, right) => left.minutesAgo - right.minutesAgo);
  const kept: HistoryItem[] = [];
  let balanceCents = wanted.endCents;
  for (const item of newestFirst) {
    const amountCents = Math.min(item.amountCents, subtractCents(balanceCents, FLOOR_CENTS));
    if (item.amountCents > 0 && amountCents <= 0) continue;
    kept.push({ ...item, amountCents });
    balanceCents = subtractCents(balanceCents, amountCents);
  }
  return { openingCents: balanceCents, items: kept.reverse() };
}

/** Sum of the transfers to the second account. */
export function savedCents(history: History): number {
  return addCents(...history.items.filter(({ kind }) => kind === 'ownTransfer').map((item) => -item.amountCents));
}

function regularItems({ profile, country }: { profile: SpendingProfile; country: BankCountry }, next: () => number): readonly HistoryItem[] {
  const figures = PROFILES[profile];
  const { income, customer, rent, wages, utilities, saving } = COUNTERPARTIES[country];
  const source = profile === 'company' ? customer : income;
  return figures.incomeDays.flatMap((day, index) => {
    const after = (days: number): number => minutesAgo(day - days, next());
    const number = profile === 'company' ? ` ${1042 - index}` : '';
    const items: readonly HistoryItem[] = [
      {
        ...source,
        remittance: `${source.remittance}${number}`,
        minutesAgo: after(0),
        amountCents: figures.incomeCents,
        kind: profile === 'company' ? 'transfer' : 'salary',
      },
      { ...rent, minutesAgo: after(2), amountCents: -figures.rentCents, kind: 'transfer' },
      { ...wages, minutesAgo: after(3), amountCents: -figures.wagesCents, kind: 'salary' },
      { counterparty: '', remittance: saving, minutesAgo: after(1), amountCents: -figures.savedCents, kind: 'ownTransfer' },
      ...utilities.map((utility, place) => ({
        ...utility,
        minutesAgo: after(4 + place),
        amountCents: -between(figures.utilityCents, next()),
        kind: 'transfer' as const,
      })),
    ];
    return items.filter((item) => item.amountCents !== 0);
  });
}

function purchases({ profile, country }: { profile: SpendingProfile; country: BankCountry }, next: () => number): readonly HistoryItem[] {
  const figures = PROFILES[profile];
  const { shops } = COUNTERPARTIES[country];
  return Array.from({ length: figures.purchases }, (_, index) => {
    const shop = shops[Math.floor(next() * shops.length)] ?? { counterparty: '', remittance: '' };
    // Squaring makes small amounts frequent, as in real life.
    const amountCents = -between(figures.shopCents, next() ** 2);
    const day = 1 + Math.floor((index * (HISTORY_DAYS - 2)) / figures.purchases);
    return { ...shop, minutesAgo: minutesAgo(day, next()), amountCents, kind: 'cardPayment' };
  });
}

/** A minute of the day `daysAgo` days ago, never in the future. */
function minutesAgo(daysAgo: number, chance: number): number {
  return daysAgo * DAY_MINUTES + Math.floor(chance * 600);
}

function between([min, max]: readonly [min: number, max: number], chance: number): number {
  return min + Math.floor(chance * (max - min));
}

/** Mulberry32 over an FNV-1a hash of the seed: small, and random enough for sandbox amounts. It is not used for secrets. */
function seededNumbers(seed: string): () => number {
  let state = [...seed].reduce((hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((again ^ (again >>> 14)) >>> 0) / 4_294_967_296;
  };
}
