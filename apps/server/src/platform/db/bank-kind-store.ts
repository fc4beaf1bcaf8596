/** The database remembers whether it belongs to the sandbox bank or to a bank's own core. A server of the other kind would judge foreign orders. */
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from './database.ts';

type BankKind = Config['bank'];
type InstallationTables = { installation: { singleton: boolean; bank_kind: BankKind | null } };

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
  /** For the refusal. */
  readonly database: string;
}

/**
 * Also before migrations: a server that may not use a database must not alter it either.
 * @throws OtherBankKind when the database belongs to the other kind.
 */
export async function checkBankKind(db: Db, { kind, database }: Installed): Promise<void> {
  const stored = await readBankKind(db);
  if (stored !== undefined && stored !== kind) throw new OtherBankKind(stored, kind, database);
}

/**
 * Writes the kind of a database that has none. Of servers that start at once, the first to lock the row decides.
 * @throws OtherBankKind when the database belongs to the other kind.
 */
export async function adoptBankKind(db: Db, installed: Installed): Promise<void> {
  await db.withTables<InstallationTables>().updateTable('installation').set({ bank_kind: installed.kind }).where('bank_kind', 'is', null).execute();
  await checkBankKind(db, installed);
}

/** Undefined before the first start, and in a database that is older than the column. */
async function readBankKind(db: Db): Promise<BankKind | undefined> {
  const { rows } = await sql`
    select from information_schema.columns
    where table_schema = current_schema() and table_name = 'installation' and column_name = 'bank_kind'`.execute(db);
  if (rows.length === 0) return undefined;
  const row = await db.withTables<InstallationTables>().selectFrom('installation').select('bank_kind').executeTakeFirst();
  return row?.bank_kind ?? undefined;
}
