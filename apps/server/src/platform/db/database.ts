/**
 * One database behind one interface: PGlite embedded, or PostgreSQL.
 * Modules see typed tables through `db.withTables<TheirTables>()`; SQL lives in `*-store.ts` only.
 */
import type { Kysely, Transaction } from 'kysely';

/** No tables until a store asks for its own with `withTables`. */
export type NoTables = Record<never, never>;

/** The pool: every call borrows a connection for itself. Never use it while a {@link Tx} is open in the same flow. */
export type Db = Kysely<NoTables>;

/** An open transaction. */
export type Tx = Transaction<NoTables>;

/** What a read-only store function accepts: it runs the same inside and outside a transaction. */
export type Reader = Db | Tx;

/**
 * Runs a read that tolerates rows a few seconds old, on a replica where one is configured and fresh, else on the primary, which also answers
 * where the replica fails. Never for what decides, and never for balances, consents, tokens, signatures or holds: who may call it
 * stands in a closed list (`tools/stale-reads.test.ts`, decision 0048). Not inside a transaction.
 */
export type ReadStale = <Result>(read: (reader: Reader) => Promise<Result>) => Promise<Result>;

export type DatabaseEngine = 'pglite' | 'postgres';

export interface Database {
  readonly engine: DatabaseEngine;
  readonly db: Db;
  readonly readStale: ReadStale;
  /** Raw statement for libraries that bring their own SQL (jobs). Parameters as `$1…`. */
  query(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** True while the database answers `select 1` within the given time. */
  isReady(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}
