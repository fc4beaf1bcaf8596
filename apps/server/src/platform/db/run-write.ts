/**
 * The one write door: transaction + audit rows + idempotency key + effects after commit.
 * Everything that changes money, consents, signing sessions or tokens passes here.
 */
import type { Db, Tx } from './database.ts';

/** One line of the hash-chained audit log; the shape is the audit module's, the door only forwards it. */
export interface AuditEntry {
  /** One chain per signing session or consent, e.g. `signing:sgn_…`. */
  chain: string;
  sandboxId: string;
  /** Dotted past-tense name, e.g. `payment.signed`. */
  event: string;
  /** Ids only; never personal data. */
  ids: Readonly<Record<string, string>>;
  /** Personal content; kept in an erasable side table, bound to the chain by a keyed digest. */
  content?: unknown;
}

/** From whoever knows that the chain begins with it, so that nobody asks for its head. */
export interface FirstEntry extends Omit<AuditEntry, 'content'> {
  /** Database time in whole milliseconds, read a moment ago. */
  at: Date;
}

/** Gets what one transaction recorded, in its order, right before the commit. */
export type AppendAudit = (tx: Tx, entries: readonly AuditEntry[]) => Promise<void>;

export interface WriteContext {
  readonly tx: Tx;
  /** Written with the commit. */
  audit(entry: AuditEntry): Promise<void>;
  /** Runs once, after the commit; a failure here is logged and never undoes the write. */
  afterCommit(effect: () => void | Promise<void>): void;
}

export interface Idempotency {
  /** Who may repeat: the application's id. */
  scope: string;
  /** The caller's key: `X-Request-ID`. */
  key: string;
  /** Digest of method, path and body; the same key with another digest is refused. */
  digest: string;
}

/**
 * Runs `work` in one transaction, retried at most three times on serialization failure (40001) or deadlock (40P01).
 * With `idempotency`, the result (a JSON value) is stored in the same transaction and a repeat gets it without running `work`.
 * Nested use throws: on the embedded database it would wait for itself for ever.
 */
export type RunWrite = <Result>(work: (context: WriteContext) => Promise<Result>, options?: { idempotency?: Idempotency }) => Promise<Result>;

/**
 * The same door for an act of one statement that holds its audit entry itself (`audit/index.ts`): it commits as it ends, which spares the
 * beginning, the end and a trip to the database. Retried as {@link RunWrite} is, and nested in one it throws.
 *
 * @param event what the entry says; counted once it is written.
 * @param send answers whether it wrote anything.
 */
export type RunStatement = (event: string, send: (db: Db) => Promise<boolean>) => Promise<boolean>;
