/**
 * Runs a write in one transaction with its audit entries and idempotency key, and runs effects after the commit. Every change of money, consents,
 * signing sessions or tokens uses it.
 */
import type { Db, Tx } from './database.ts';

/** One entry of the hash-chained audit log. The audit module defines its format. */
export interface AuditEntry {
  /** One chain per signing session or consent, e.g. `signing:sgn_…`. */
  chain: string;
  sandboxId: string;
  /** Dotted past-tense name, e.g. `payment.signed`. */
  event: string;
  /** Ids only, no personal data. */
  ids: Readonly<Record<string, string>>;
  /** Personal content. It is stored in an erasable side table and bound to the chain by a keyed digest. */
  content?: unknown;
}

/** The first entry of a chain. The caller knows that the chain is new, so its head is not read. */
export interface FirstEntry extends Omit<AuditEntry, 'content'> {
  /** Database time in whole milliseconds, read just before. */
  at: Date;
}

/** Gets the entries of one transaction, in their order, right before the commit. */
export type AppendAudit = (tx: Tx, entries: readonly AuditEntry[]) => Promise<void>;

export interface WriteContext {
  readonly tx: Tx;
  /** The entry is written before the commit. */
  audit(entry: AuditEntry): Promise<void>;
  /** Runs once after the commit. A failure is logged and does not undo the write. */
  afterCommit(effect: () => void | Promise<void>): void;
}

export interface Idempotency {
  /** The caller who may repeat: the application's id. */
  scope: string;
  /** The caller's key: `X-Request-ID`. */
  key: string;
  /** Digest of method, path and body; the same key with another digest is refused. */
  digest: string;
}

/**
 * Runs `work` in one transaction. It is retried at most three times after a serialization failure (40001) or a deadlock (40P01). With `idempotency`,
 * the result (a JSON value) is stored in the same transaction, and a repetition gets it without running `work`. A nested call throws, because on the
 * embedded database it would wait for itself without an end.
 */
export type RunWrite = <Result>(work: (context: WriteContext) => Promise<Result>, options?: { idempotency?: Idempotency }) => Promise<Result>;

/**
 * Runs a write that is one statement with its own audit entry (`audit/index.ts`). The statement commits when it ends, which saves `begin`, `commit`
 * and a round trip. It is retried like {@link RunWrite}, and a nested call throws.
 *
 * @param event the name of the entry; counted when it is written.
 * @param send returns whether it wrote anything.
 */
export type RunStatement = (event: string, send: (db: Db) => Promise<boolean>) => Promise<boolean>;
