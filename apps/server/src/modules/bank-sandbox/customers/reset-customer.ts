/**
 * Resets a customer to the seeded state: counter-bookings against the clearing account empty the accounts of this generation, and the next
 * generation
 * opens with the initial balances. Nothing is deleted; queries show the current generation. Open payments must have ended before.
 */

import type { Owner } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import { openingBookings, type SeededAccount } from '../seed/seed-bookings.ts';
import type { Booking } from '../store/ledger.ts';
import { book } from '../store/ledger-store.ts';
import { beginGeneration, findClearingAccounts, lockTestCustomer, readTestAccounts, type TestAccountRow } from './test-customer-store.ts';

const RESET_TEXT = 'Sandbox reset';

/** False: there is no such customer. */
export async function resetCustomer(deps: Pick<Platform, 'clock' | 'random'>, tx: Tx, owner: Owner): Promise<boolean> {
  const customer = await lockTestCustomer(tx, owner);
  if (customer === undefined) return false;
  const accounts = await readTestAccounts(tx, owner, true);
  const now = await deps.clock.now(tx, owner.sandboxId);
  const clearing = await findClearingAccounts(tx, owner.sandboxId);
  await book(tx, emptyingBookings(deps, { sandboxId: owner.sandboxId, generation: customer.generation, now, clearing }, accounts));
  const generation = customer.generation + 1;
  await beginGeneration(tx, owner, generation);
  const context = {
    sandboxId: owner.sandboxId,
    now,
    generation,
    random: deps.random,
    clearingOf: (currency: string) => requireOf(clearing, currency),
  };
  await book(tx, openingBookings(context, accounts.filter(({ isClosed }) => !isClosed).map(toSeeded)));
  return true;
}

/** Bookings that bring every account to zero. */
export function emptyingBookings(
  { random }: Pick<Platform, 'random'>,
  context: { sandboxId: string; generation: number; now: Date; clearing: ReadonlyMap<string, string> },
  accounts: readonly TestAccountRow[],
): readonly Booking[] {
  const { sandboxId, generation } = context;
  return accounts
    .filter(({ balanceCents }) => balanceCents !== 0)
    .map(({ accountId, currency, balanceCents, holderName, iban }) => ({
      transactionId: random.id('ltx'),
      sandboxId,
      kind: 'reset',
      bookedAt: context.now,
      debtorName: holderName,
      debtorIban: iban,
      creditorName: holderName,
      remittance: RESET_TEXT,
      endToEndId: 'NOTPROVIDED',
      entries: [
        { accountId, generation, part: 'principal', amountCents: -balanceCents, currency },
        { accountId: requireOf(context.clearing, currency), generation, part: 'principal', amountCents: balanceCents, currency },
      ],
    }));
}

export function toSeeded({ accountId, currency, name, holderName, iban, openingCents }: TestAccountRow): SeededAccount {
  return { account: { accountId, kind: 'customer', holderName, iban, currency, name }, balanceCents: openingCents };
}

export function requireOf(clearing: ReadonlyMap<string, string>, currency: string): string {
  const accountId = clearing.get(currency);
  if (accountId === undefined) throw new Error(`The sandbox bank has no clearing account in ${currency}.`);
  return accountId;
}
