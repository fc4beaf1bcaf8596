/**
 * Tenant time: database time plus the sandbox's offset. Everything that expires or runs reads it; `iat` and `exp` on the
 * wire stay real time. Tests move a sandbox's offset and need no other fake clock.
 */
import { sql } from 'kysely';
import type { Reader } from './db/database.ts';

type ClockTables = {
  sandbox: { id: string; clock_offset_ms: number };
};

export interface Clock {
  /** Tenant time of a sandbox; the same instant within one transaction. */
  now(reader: Reader, sandboxId: string): Promise<Date>;
  /** Database time, for what belongs to no sandbox. */
  realNow(reader: Reader): Promise<Date>;
}

export function createClock(): Clock {
  return {
    async now(reader, sandboxId) {
      const row = await reader
        .withTables<ClockTables>()
        .selectFrom('sandbox')
        .select(sql<Date>`now() + clock_offset_ms * interval '1 millisecond'`.as('now'))
        .where('id', '=', sandboxId)
        .executeTakeFirstOrThrow();
      return row.now;
    },
    async realNow(reader) {
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(reader);
      const [row] = rows;
      if (row === undefined) throw new Error('The database returned no time.');
      return row.now;
    },
  };
}
