/** The ways into a session: one-use entry codes and the signing ids they were exchanged for. Only hashes are kept. */
import type { Reader, Tx } from '#platform/db/database.ts';
import type { SessionKey } from '../session/signing-session.ts';

type EntryTables = {
  signing_entry: {
    session_id: string;
    version: number;
    sandbox_id: string;
    bank_session_hash: string;
    ticket_hash: string | null;
    signing_id_hash: string | null;
    created_at: Date;
  };
};

export interface Entry extends SessionKey {
  readonly version: number;
  readonly bankSessionHash: string;
  readonly isUsed: boolean;
}

/** The next version of a session's entries; call with the session locked. */
export async function insertEntry(
  tx: Tx,
  entry: SessionKey & { bankSessionHash: string; entryCodeHash: string | undefined; signingIdHash: string | undefined; now: Date },
): Promise<number> {
  const tables = tx.withTables<EntryTables>();
  const last = await tables
    .selectFrom('signing_entry')
    .select((expression) => expression.fn.max('version').as('version'))
    .where('session_id', '=', entry.authorisationId)
    .where('sandbox_id', '=', entry.sandboxId)
    .executeTakeFirst();
  const version = (last?.version ?? 0) + 1;
  await tables
    .insertInto('signing_entry')
    .values({
      session_id: entry.authorisationId,
      version,
      sandbox_id: entry.sandboxId,
      bank_session_hash: entry.bankSessionHash,
      ticket_hash: entry.entryCodeHash ?? null,
      signing_id_hash: entry.signingIdHash ?? null,
      created_at: entry.now,
    })
    .execute();
  return version;
}

export async function findEntryByCode(reader: Reader, entryCodeHash: string): Promise<Entry | undefined> {
  const row = await reader
    .withTables<EntryTables>()
    .selectFrom('signing_entry')
    .selectAll()
    .where('ticket_hash', '=', entryCodeHash)
    .executeTakeFirst();
  return row === undefined ? undefined : toEntry(row);
}

/** Exchanges an entry code. False: it was exchanged before. */
export async function useEntryCode(tx: Tx, entry: Entry, signingIdHash: string): Promise<boolean> {
  const rows = await tx
    .withTables<EntryTables>()
    .updateTable('signing_entry')
    .set({ signing_id_hash: signingIdHash })
    .where('session_id', '=', entry.authorisationId)
    .where('sandbox_id', '=', entry.sandboxId)
    .where('version', '=', entry.version)
    .where('signing_id_hash', 'is', null)
    .returning('version')
    .execute();
  return rows.length === 1;
}

function toEntry(row: EntryTables['signing_entry']): Entry {
  return {
    authorisationId: row.session_id,
    sandboxId: row.sandbox_id,
    version: row.version,
    bankSessionHash: row.bank_session_hash,
    isUsed: row.signing_id_hash !== null,
  };
}
