/**
 * Tenant time: database time plus the sandbox's offset. Every expiry and every scheduled run uses it; `iat` and `exp` of tokens are real time. Tests
 * move a sandbox's offset and need no other fake clock.
 */
import { sql } from 'kysely';
import type { Reader, Tx } from '../db/database.ts';
import { type Given, prepared } from '../db/prepared.ts';
import { Gone } from './gone.ts';

type ClockTables = {
  sandbox: { id: string; clock_offset_ms: number };
};

export interface Clock {
  /** Tenant time of a sandbox; constant within one transaction. @throws Gone */
  now(reader: Reader, sandboxId: string): Promise<Date>;
  /** Stores the time that another statement of this transaction has read, so that no further statement is needed. */
  know(tx: Tx, sandboxId: string, now: Date): void;
  /** Database time, for objects that belong to no sandbox. */
  realNow(reader: Reader): Promise<Date>;
}

export function createClock(): Clock {
  /** Time is constant within a transaction, so each transaction reads it once. */
  const nowIn = new WeakMap<Reader, Map<string, Promise<Date>>>();

  function knownIn(tx: Reader): Map<string, Promise<Date>> {
    const known = nowIn.get(tx) ?? new Map<string, Promise<Date>>();
    nowIn.set(tx, known);
    return known;
  }

  return {
    now(reader, sandboxId) {
      if (!reader.isTransaction) return readNow(reader, sandboxId);
      const known = knownIn(reader);
      const now = known.get(sandboxId) ?? readNow(reader, sandboxId);
      known.set(sandboxId, now);
      return now;
    },
    know(tx, sandboxId, now) {
      knownIn(tx).set(sandboxId, Promise.resolve(now));
    },
    async realNow(reader) {
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(reader);
      const [row] = rows;
      if (row === undefined) throw new Error('The database returned no time.');
      return row.now;
    },
  };
}

const selectNow = prepared((reader, given: Given<{ sandboxId: string }>) =>
  reader
    .withTables<ClockTables>()
    .selectFrom('sandbox')
    .select(sql<Date>`now() + clock_offset_ms * interval '1 millisecond'`.as('now'))
    .where('id', '=', given.sandboxId),
);

async function readNow(reader: Reader, sandboxId: string): Promise<Date> {
  const { rows } = await selectNow(reader, { sandboxId });
  const [row] = rows;
  if (row === undefined) throw new Gone(`There is no sandbox ${sandboxId}.`);
  return row.now;
}
