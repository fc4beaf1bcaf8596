/** Books the four months before a seeded customer's opening at the first query, so that creating a sandbox stays cheap. */

import type { Owner } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import { lockTenant } from '#platform/tenant/tenant-store.ts';
import { historyBookings } from '../seed/seed-bookings.ts';
import { SEED_CUSTOMERS } from '../seed/seed-customers.ts';
import { HISTORY_DAYS } from '../seed/seed-profiles.ts';
import { book } from '../store/ledger-store.ts';
import { requireOf, toSeeded } from './reset-customer.ts';
import { findClearingAccounts, findOpeningTime, readTestAccounts, takeDueHistory } from './test-customer-store.ts';

const HISTORY_MS = HISTORY_DAYS * 24 * 60 * 60_000;

/** Does nothing when the history is already booked. The balances stay unchanged. */
export async function fillHistory({ random }: Pick<Platform, 'random'>, tx: Tx, owner: Owner): Promise<void> {
  const due = await takeDueHistory(tx, owner);
  const seed =
    due &&
    Object.values(SEED_CUSTOMERS)
      .flat()
      .find(({ key }) => key === due.seedKey);
  const isThere = await lockTenant(tx, owner.sandboxId);
  if (due === undefined || seed === undefined || !isThere) return;
  const accounts = (await readTestAccounts(tx, owner, true)).slice(0, seed.accounts.length);
  const [main] = accounts;
  if (main === undefined || accounts.some(({ isClosed }) => isClosed)) return;
  const openedAt = await findOpeningTime(tx, owner.sandboxId, main.accountId, due.generation);
  if (openedAt === undefined) return;
  const clearing = await findClearingAccounts(tx, owner.sandboxId);
  const context = {
    sandboxId: owner.sandboxId,
    now: new Date(openedAt.getTime() + HISTORY_MS),
    generation: due.generation,
    random,
    clearingOf: (currency: string) => requireOf(clearing, currency),
  };
  await book(tx, historyBookings(context, seed, accounts.map(toSeeded)));
}
