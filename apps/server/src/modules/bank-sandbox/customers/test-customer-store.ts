/** Rows of test customers as their developer sees them, and the updates of a reset, a removal and an erasure. */
import type { BankCountry, CustomerScenario } from '@portico/contract';
import { type ColumnType, sql } from 'kysely';
import type { Owner } from '#modules/bank/index.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';

type Tables = {
  customer: {
    id: string;
    sandbox_id: string;
    seed_key: string | null;
    country: BankCountry;
    user_name: string;
    name: string;
    generation: number;
    scenario: CustomerScenario;
    is_history_due: boolean;
    own_index: number | null;
    removed_at: ColumnType<Date | null, never, Date>;
    signs_for: string | null;
  };
  account: {
    id: string;
    sandbox_id: string;
    customer_id: string | null;
    kind: string;
    iban: string | null;
    currency: string;
    name: string;
    holder_name: string;
    position: number;
    status: 'enabled' | 'blocked' | 'closed';
    opening_cents: number;
  };
  account_balance: { account_id: string; sandbox_id: string; balance_cents: number; held_cents: number };
  ledger_entry: { sandbox_id: string; transaction_id: string; account_id: string; generation: number };
  ledger_transaction: { id: string; sandbox_id: string; kind: string; booked_at: Date };
  account_hold: { sandbox_id: string };
};

const selectScenarios = prepared((reader, { ids }: Given<{ ids: readonly string[] }>) =>
  reader
    .withTables<Tables>()
    .selectFrom('customer')
    .select(['id', 'scenario'])
    .where(sql<boolean>`id = ${anyOf(ids)}`),
);

/** Finds the scenario of a customer by their id. */
export type ScenarioFinder = (customerId: string) => Promise<CustomerScenario | undefined>;

/** Combines the lookups of concurrent calls into one statement. */
export function createScenarioFinder(db: Db): ScenarioFinder {
  return readTogether(async (ids) => new Map((await selectScenarios(db, { ids })).rows.map(({ id, scenario }) => [id, scenario])));
}

export interface TestCustomerRow {
  readonly customerId: string;
  readonly seedKey: string | undefined;
  readonly country: BankCountry;
  readonly name: string;
  readonly generation: number;
  readonly ownIndex: number | undefined;
}

export interface TestAccountRow {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
  readonly holderName: string;
  readonly isClosed: boolean;
  readonly openingCents: number;
  readonly balanceCents: number;
  readonly heldCents: number;
}

export async function lockTestCustomer(tx: Tx, owner: Owner): Promise<TestCustomerRow | undefined> {
  const row = await tx
    .withTables<Tables>()
    .selectFrom('customer')
    .select(['id', 'seed_key', 'country', 'name', 'generation', 'own_index'])
    .where('sandbox_id', '=', owner.sandboxId)
    .where('id', '=', owner.customerId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      customerId: row.id,
      seedKey: row.seed_key ?? undefined,
      country: row.country,
      name: row.name,
      generation: row.generation,
      ownIndex: row.own_index ?? undefined,
    }
  );
}

/** Number of customers that this developer created in a country, including removed ones. */
export async function countOwnCustomers(tx: Tx, sandboxId: string, country: BankCountry): Promise<number> {
  const row = await tx
    .withTables<Tables>()
    .selectFrom('customer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sandbox_id', '=', sandboxId)
    .where('country', '=', country)
    .where('own_index', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** All accounts of a customer in display order, including closed ones; locks their balances when `isLocked`. */
export async function readTestAccounts(reader: Reader, owner: Owner, isLocked: boolean): Promise<readonly TestAccountRow[]> {
  const query = reader
    .withTables<Tables>()
    .selectFrom('account')
    .innerJoin('account_balance', 'account_balance.account_id', 'account.id')
    .select(['account.id', 'iban', 'account.currency', 'name', 'holder_name', 'status', 'opening_cents', 'balance_cents', 'held_cents', 'position'])
    .where('account.sandbox_id', '=', owner.sandboxId)
    .where('account.customer_id', '=', owner.customerId)
    // Payments lock balances in the same order, which prevents deadlocks.
    .orderBy('account.id');
  const rows = await (isLocked ? query.forUpdate('account_balance') : query).execute();
  return rows
    .toSorted((left, right) => left.position - right.position)
    .map((row) => ({
      accountId: row.id,
      iban: row.iban ?? '',
      currency: row.currency,
      name: row.name,
      holderName: row.holder_name,
      isClosed: row.status === 'closed',
      openingCents: row.opening_cents,
      balanceCents: row.balance_cents,
      heldCents: row.held_cents,
    }));
}

export async function findClearingAccounts(reader: Reader, sandboxId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await reader
    .withTables<Tables>()
    .selectFrom('account')
    .select(['id', 'currency'])
    .where('sandbox_id', '=', sandboxId)
    .where('kind', '=', 'clearing')
    .execute();
  return new Map(rows.map(({ id, currency }) => [currency, id]));
}

/** Begins the next generation of a locked customer. */
export async function beginGeneration(tx: Tx, owner: Owner, generation: number): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('customer')
    .set({ generation, is_history_due: sql<boolean>`seed_key is not null` })
    .where('sandbox_id', '=', owner.sandboxId)
    .where('id', '=', owner.customerId)
    .execute();
}

/** Returns the customer whose history is due, to exactly one of concurrent calls. */
export async function takeDueHistory(tx: Tx, owner: Owner): Promise<{ seedKey: string; generation: number } | undefined> {
  const row = await tx
    .withTables<Tables>()
    .updateTable('customer')
    .set({ is_history_due: false })
    .where('sandbox_id', '=', owner.sandboxId)
    .where('id', '=', owner.customerId)
    .where('is_history_due', '=', true)
    .returning(['seed_key', 'generation'])
    .executeTakeFirst();
  return row?.seed_key == null ? undefined : { seedKey: row.seed_key, generation: row.generation };
}

export async function isHistoryDue(reader: Reader, owner: Owner): Promise<boolean> {
  const row = await reader
    .withTables<Tables>()
    .selectFrom('customer')
    .select('is_history_due')
    .where('sandbox_id', '=', owner.sandboxId)
    .where('id', '=', owner.customerId)
    .executeTakeFirst();
  return row?.is_history_due ?? false;
}

/** When the accounts of this generation were opened (tenant time). */
export async function findOpeningTime(reader: Reader, sandboxId: string, accountId: string, generation: number): Promise<Date | undefined> {
  const row = await reader
    .withTables<Tables>()
    .selectFrom('ledger_entry as entry')
    .innerJoin('ledger_transaction as booking', 'booking.id', 'entry.transaction_id')
    .select('booking.booked_at')
    .where('entry.sandbox_id', '=', sandboxId)
    .where('entry.account_id', '=', accountId)
    .where('entry.generation', '=', generation)
    .where('booking.kind', '=', 'opening')
    .orderBy('booking.booked_at')
    .limit(1)
    .executeTakeFirst();
  return row?.booked_at;
}

export async function updateScenario(tx: Tx, owner: Owner, scenario: CustomerScenario): Promise<boolean> {
  const result = await tx
    .withTables<Tables>()
    .updateTable('customer')
    .set({ scenario })
    .where('sandbox_id', '=', owner.sandboxId)
    .where('id', '=', owner.customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Also removes the customer's second signatory. */
export async function markRemoved(tx: Tx, owner: Owner): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('customer')
    .set({ removed_at: sql<Date>`now()` })
    .where('sandbox_id', '=', owner.sandboxId)
    .where(({ eb, or }) => or([eb('id', '=', owner.customerId), eb('signs_for', '=', owner.customerId)]))
    .execute();
}

export async function closeAccount(tx: Tx, sandboxId: string, accountId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('account')
    .set({ status: 'closed', opening_cents: 0 })
    .where('sandbox_id', '=', sandboxId)
    .where('id', '=', accountId)
    .execute();
}

/** Deletes all customers and the ledger of a sandbox marked for deletion. Rows of other modules that refer to them must be deleted before. */
export async function deleteCustomersAndLedger(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<Tables>();
  await tables.deleteFrom('account_hold').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('ledger_entry').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('ledger_transaction').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('account_balance').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('account').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('customer').where('sandbox_id', '=', sandboxId).execute();
}
