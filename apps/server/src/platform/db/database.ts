/**
 * One interface for both databases: embedded PGlite, or PostgreSQL. Modules access typed tables with `db.withTables<TheirTables>()`; SQL is in
 * `*-store.ts` files only.
 */
import type { Kysely, Transaction } from 'kysely';

/** No tables, until a store adds its own with `withTables`. */
export type NoTables = Record<never, never>;

/** The pool: every call takes its own connection. Do not use it in a flow that has an open {@link Tx}. */
export type Db = Kysely<NoTables>;

/** An open transaction. */
export type Tx = Transaction<NoTables>;

/** The argument of a read-only store function, which runs the same inside and outside a transaction. */
export type Reader = Db | Tx;

/**
 * Runs a read that may return rows a few seconds old. It uses a replica if one is configured and fresh, else the primary, also when the replica
 * fails. Never use it for decisions, nor for balances, consents, tokens, signatures or holds. A closed list names its callers
 * (`tools/stale-reads.test.ts`, decision 0048). Do not call it inside a transaction.
 */
export type ReadStale = <Result>(read: (reader: Reader) => Promise<Result>) => Promise<Result>;

export type DatabaseEngine = 'pglite' | 'postgres';

export interface Database {
  readonly engine: DatabaseEngine;
  readonly db: Db;
  readonly readStale: ReadStale;
  /** Raw statement for libraries with their own SQL (jobs). Parameters as `$1…`. */
  query(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** True if the database answers `select 1` within the given time. */
  isReady(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}
