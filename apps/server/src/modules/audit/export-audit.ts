/** Exports the log for an auditor, entry by entry, so that its size never matters. */
import type { Reader } from '#platform/db/database.ts';
import { type EntryWithContent, readEntries } from './audit-store.ts';

export interface ExportedAuditEntry {
  readonly chain: string;
  readonly position: number;
  readonly sandboxId: string;
  readonly event: string;
  readonly ids: Readonly<Record<string, string>>;
  /** UTC, ISO 8601. Of a row that was changed to a time that no date has, that value's text. */
  readonly recordedAt: string;
  readonly contentDigest: string | null;
  readonly previousHash: string;
  readonly hash: string;
  /** Canonical JSON as written; null when there was none or it was erased. */
  readonly content: string | null;
}

const BATCH = 500;

/** All entries by chain and position, or those of one chain. */
export async function* exportAudit(reader: Reader, options: { readonly chain?: string } = {}): AsyncGenerator<ExportedAuditEntry> {
  let after: { chain: string; position: number } | undefined;
  for (;;) {
    const batch = await readEntries(reader, after, BATCH, options.chain);
    for (const entry of batch) yield toExported(entry);
    after = batch.at(-1);
    if (after === undefined) return;
  }
}

function toExported(entry: EntryWithContent): ExportedAuditEntry {
  return {
    chain: entry.chain,
    position: entry.position,
    sandboxId: entry.sandbox_id,
    event: entry.event,
    ids: entry.ids,
    recordedAt: timeText(entry.recorded_at),
    contentDigest: entry.content_digest,
    previousHash: entry.previous_hash,
    hash: entry.hash,
    content: entry.content,
  };
}

/** The database also keeps times that a `Date` cannot have. */
function timeText(time: Date): string {
  return Number.isFinite(Number(time)) ? time.toISOString() : String(time);
}
