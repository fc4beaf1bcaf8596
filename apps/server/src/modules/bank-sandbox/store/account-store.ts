/** Rows of accounts and their balances. This file reads and locks balances; triggers of the database update them. */
import { type Generated, sql } from 'kysely';
import type { AvailableAccount, Owner } from '#modules/bank/index.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { testNumberDraws } from '#platform/telemetry/instruments.ts';

type AccountKind = 'customer' | 'merchant' | 'clearing' | 'feeIncome';

type AccountTables = {
  customer: { id: string; sandbox_id: string; generation: number };
  account: {
    id: string;
    sandbox_id: string;
    kind: AccountKind;
    customer_id: string | null;
    position: number;
    holder_name: string;
    iban: string | null;
    currency: string;
    name: string;
    status: 'enabled' | 'blocked' | 'closed';
    opening_cents: Generated<number>;
  };
  account_balance: { account_id: string; sandbox_id: string; balance_cents: number; held_cents: number };
};

export interface NewAccount {
  readonly accountId: string;
  readonly kind: AccountKind;
  readonly customerId?: string;
  readonly holderName: string;
  readonly iban?: string;
  /** For a customer's account: draws its IBAN. */
  readonly drawIban?: () => string;
  readonly currency: string;
  readonly name: string;
  readonly status?: 'enabled' | 'blocked';
  /** Position in the customer's list of accounts. */
  readonly position?: number;
  /** Opening balance, also after every reset, in cents. */
  readonly openingCents?: number;
}

/** The data of an account that a booking needs. */
export interface LedgerAccount {
  readonly accountId: string;
  readonly kind: AccountKind;
  readonly customerId: string | undefined;
  readonly holderName: string;
  readonly iban: string | undefined;
  readonly currency: string;
  readonly status: 'enabled' | 'blocked';
  /** Generation of the account's customer; 1 for an account without one. */
  readonly generation: number;
  /** Booked balance minus holds when the lock was taken; undefined for an account of the bank or of a merchant. */
  readonly availableCents: number | undefined;
}

/** The same limit as in `insertCustomers`. */
const DRAWS_MAX = 20;

/**
 * Inserts the accounts and returns them with their IBANs, in the same order. `drawIban` draws the IBAN of a customer's account, and draws
 * again if another account has it.
 */
export async function insertAccounts(tx: Tx, sandboxId: string, accounts: readonly NewAccount[]): Promise<readonly NewAccount[]> {
  const done = new Map<string, NewAccount>();
  for (let draws = 0; done.size < accounts.length; draws += 1) {
    if (draws === DRAWS_MAX) throw new Error(`${DRAWS_MAX} draws found no free IBAN for a test customer.`);
    const drawn = accounts
      .filter(({ accountId }) => !done.has(accountId))
      .map((account) => (account.drawIban === undefined ? account : { ...account, iban: account.drawIban() }));
    const inserted = await insertUnlessTaken(tx, sandboxId, drawn);
    for (const account of drawn.filter(({ accountId }) => inserted.has(accountId))) done.set(account.accountId, account);
    testNumberDraws.add(inserted.size, { 'portico.test_number.kind': 'account', outcome: 'free' });
    testNumberDraws.add(drawn.length - inserted.size, { 'portico.test_number.kind': 'account', outcome: 'taken' });
  }
  return accounts.map((account) => done.get(account.accountId) ?? account);
}

/** Returns the ids of the inserted accounts. */
async function insertUnlessTaken(tx: Tx, sandboxId: string, accounts: readonly NewAccount[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .withTables<AccountTables>()
    .insertInto('account')
    .values(
      accounts.map((account) => ({
        id: account.accountId,
        sandbox_id: sandboxId,
        kind: account.kind,
        customer_id: account.customerId ?? null,
        position: account.position ?? 0,
        holder_name: account.holderName,
        iban: account.iban ?? null,
        currency: account.currency,
        name: account.name,
        status: account.status ?? 'enabled',
        opening_cents: account.openingCents ?? 0,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const spendable = sql<number>`case when customer.scenario = 'notEnoughMoney' then 0 else balance_cents - held_cents end`;

function selectOfCustomer(reader: Reader, given: Given<Owner>) {
  return (
    reader
      .withTables<AccountTables>()
      .selectFrom('account')
      .innerJoin('account_balance', 'account_balance.account_id', 'account.id')
      .innerJoin('customer', 'customer.id', 'account.customer_id')
      .select(['account.id as accountId', sql<string>`account.iban`.as('iban'), 'account.currency', 'account.name'])
      .select([sql<'enabled' | 'blocked'>`account.status`.as('status'), spendable.as('availableCents')])
      .select(sql<boolean>`customer.scenario = 'needsSecondSignature'`.as('needsSecondSignature'))
      .where('account.sandbox_id', '=', given.sandboxId)
      .where('account.customer_id', '=', given.customerId)
      // A literal, because the generic plan of a parameter could not use the partial index of customers' accounts.
      .where('account.kind', '=', sql.lit('customer'))
      .where('account.status', '<>', sql.lit('closed'))
  );
}

const selectAccounts = prepared((reader, given: Given<Owner>) => selectOfCustomer(reader, given).orderBy('account.position').orderBy('account.id'));

/** With their available balances, which are zero in one scenario. */
export async function listAccounts(reader: Reader, owner: Owner): Promise<readonly AvailableAccount[]> {
  return (await selectAccounts(reader, owner)).rows;
}

const selectOne = prepared((reader, given: Given<Owner & { iban: string }>) =>
  selectOfCustomer(reader, given).where('account.iban', '=', given.iban),
);

/** One account, as {@link listAccounts} has it; undefined when the account belongs to another customer. */
export async function findAccount(reader: Reader, { sandboxId, customerId }: Owner, iban: string): Promise<AvailableAccount | undefined> {
  return (await selectOne(reader, { sandboxId, customerId, iban })).rows[0];
}

/** Names of the holders of these accounts of this bank, customers and merchants, by IBAN. */
export async function readHolderNames(reader: Reader, sandboxId: string, ibans: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ibans.length === 0) return new Map();
  const rows = await reader
    .withTables<AccountTables>()
    .selectFrom('account')
    .select([sql<string>`iban`.as('iban'), 'holder_name'])
    .where('sandbox_id', '=', sandboxId)
    .where(sql<boolean>`iban = ${anyOf(sql.val(ibans))}`)
    .where('status', '<>', 'closed')
    .execute();
  return new Map(rows.map((row) => [row.iban, row.holder_name]));
}

interface LedgerRow {
  readonly id: string;
  readonly kind: AccountKind;
  readonly customer_id: string | null;
  readonly holder_name: string;
  readonly iban: string | null;
  readonly currency: string;
  readonly status: 'enabled' | 'blocked';
  readonly generation: number | null;
  readonly available: number | null;
}

const lockAccounts = prepared(
  (_reader, given: Given<{ sandboxId: string; ibans: readonly string[]; currency: string }>) => sql<LedgerRow>`
    with balance as (
      select account_id, balance_cents - held_cents as available from account_balance
      where sandbox_id = ${given.sandboxId} and account_id = any(array(
        select id from account
        where sandbox_id = ${given.sandboxId} and kind = 'customer' and status <> 'closed' and iban = ${anyOf(given.ibans)}
      ))
      order by account_id for update
    )
    select account.id, kind, customer_id, holder_name, iban, currency, status, generation, available
    from account left join customer on customer.id = account.customer_id left join balance on balance.account_id = account.id
    where account.sandbox_id = ${given.sandboxId} and status <> 'closed'
      and (iban = ${anyOf(given.ibans)} or kind in ('clearing', 'feeIncome') and currency = ${given.currency})`,
);

/**
 * The accounts of this sandbox with these IBANs, and the bank's internal accounts in the currency. The balances of customers' accounts stay locked
 * until the transaction ends. They are locked in the order of the ids, so that payments in opposite directions wait for each other instead of
 * deadlocking.
 */
export async function lockLedgerAccounts(
  tx: Tx,
  wanted: { sandboxId: string; ibans: readonly string[]; currency: string },
): Promise<readonly LedgerAccount[]> {
  const { rows } = await lockAccounts(tx, wanted);
  return rows.map((row) => ({
    accountId: row.id,
    kind: row.kind,
    customerId: row.customer_id ?? undefined,
    holderName: row.holder_name,
    iban: row.iban ?? undefined,
    currency: row.currency,
    status: row.status,
    generation: row.generation ?? 1,
    availableCents: row.available ?? undefined,
  }));
}

const selectBehindLock = prepared((reader, given: Given<{ sandboxId: string; ibans: readonly string[]; paymentIds: readonly string[] }>) =>
  reader
    .withTables<AccountTables>()
    .selectFrom('account')
    .innerJoin('customer', 'customer.id', 'account.customer_id')
    .select(['account.id', 'generation', sql<boolean>`customer.scenario = 'notEnoughMoney'`.as('isPenniless')])
    .select(sql<string[]>`array(select payment_id from ledger_transaction where payment_id = ${anyOf(given.paymentIds)})`.as('booked'))
    .where('account.sandbox_id', '=', given.sandboxId)
    // A literal, because the generic plan of a parameter could not use the partial index of customers' accounts.
    .where('kind', '=', sql.lit('customer'))
    .where(sql<boolean>`account.iban = ${anyOf(given.ibans)}`),
);

/**
 * Read in one statement after the lock: the generation of each account's customer, the accounts whose scenario is to have no money, and the
 * payments that are already booked.
 */
export async function readBehindLock(
  tx: Tx,
  wanted: { readonly sandboxId: string; readonly ibans: readonly string[]; readonly paymentIds: readonly string[] },
): Promise<{ readonly generations: ReadonlyMap<string, number>; readonly penniless: ReadonlySet<string>; readonly booked: ReadonlySet<string> }> {
  const { rows } = await selectBehindLock(tx, wanted);
  return {
    generations: new Map(rows.map(({ id, generation }) => [id, generation])),
    penniless: new Set(rows.filter(({ isPenniless }) => isPenniless).map(({ id }) => id)),
    booked: new Set(rows[0]?.booked),
  };
}
