/** The database remembers whether it belongs to the sandbox bank or to a bank's own core. A server of the other kind would judge foreign orders. */
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { BANK_TENANT } from '../tenant/bank-tenant.ts';
import { hasAnyTenant, hasTenant } from '../tenant/tenant-store.ts';
import type { Db, Reader } from './database.ts';

type BankKind = Config['bank'];

export class OtherBankKind extends Error {
  override readonly name = 'OtherBankKind';
  constructor(stored: BankKind, given: BankKind, database: string) {
    super(
      `PORTICO_BANK: given "${given}"; accepted: ${stored}, because the database (${database}) belongs to ${OWNERS[stored]} since its first start. ` +
        `${WHAT_TO_DO[stored]}, or name the database of ${OWNERS[given]} (DATABASE_URL, or PORTICO_DATA_DIR for the embedded one). Nothing was changed.`,
    );
  }
}

const OWNERS: Readonly<Record<BankKind, string>> = { sandbox: 'a sandbox bank', adapter: 'a bank’s own core' };
const WHAT_TO_DO: Readonly<Record<BankKind, string>> = {
  sandbox: 'Set PORTICO_BANK=sandbox',
  adapter: 'Set PORTICO_BANK=adapter with PORTICO_BANK_URL and PORTICO_BANK_SECRET',
};

interface Installed {
  readonly kind: BankKind;
  /** For the error message. */
  readonly database: string;
}

/**
 * Also before migrations: a server that may not use a database must not alter it either.
 * @throws OtherBankKind when the database belongs to the other kind.
 */
export async function checkBankKind(db: Reader, { kind, database }: Installed): Promise<void> {
  const stored = await readBankKind(db);
  if (stored !== undefined && stored !== kind) throw new OtherBankKind(stored, kind, database);
}

/**
 * Writes the kind of a database that has none. Of processes that start at once, the first to lock the row decides.
 * @throws OtherBankKind when the database belongs to the other kind.
 */
export async function adoptBankKind(db: Db, installed: Installed): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from installation for update`.execute(tx);
    // Without its row a database would accept either kind at every start.
    if (rows.length === 0) throw new Error('The table installation has no row: the kind of bank cannot be kept.');
    await checkBankKind(tx, installed);
    await sql`update installation set bank_kind = ${installed.kind} where bank_kind is null`.execute(tx);
  });
}

/** Undefined before the first start, and in a database that is older than the column. */
async function readBankKind(db: Reader): Promise<BankKind | undefined> {
  // As a statement finds the table: the first schema of the search path may be another one than that of the tables.
  const { rows: columns } = await sql`
    select from pg_attribute where attrelid = to_regclass('installation') and attname = 'bank_kind' and not attisdropped`.execute(db);
  if (columns.length === 0) return undefined;
  const { rows } = await sql<{ kind: BankKind | null }>`select bank_kind as kind from installation`.execute(db);
  return rows[0]?.kind ?? (await readKindOfTenants(db));
}

/**
 * A database may contain tenants before a server has started: `portico seed` of an earlier version did not set the kind. A core's tenant decides,
 * because its customers' orders are real money.
 */
async function readKindOfTenants(db: Reader): Promise<BankKind | undefined> {
  if (await hasTenant(db, BANK_TENANT)) return 'adapter';
  return (await hasAnyTenant(db)) ? 'sandbox' : undefined;
}
