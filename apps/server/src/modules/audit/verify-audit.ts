/**
 * Verifies the whole log and reports rows that were edited, removed, added or moved. It reads in small statements, each of which returns entries
 * together with the heads of their chains. Concurrent appends therefore cause no finding, no transaction is long, and memory use is bounded.
 */

import type { Db, Reader } from '#platform/db/database.ts';
import type { AuditFinding, AuditFindingKind } from './audit-finding.ts';
import { contentDigest, entryHash, genesisHash, hashOf } from './audit-hash.ts';
import { type EntryWithContent, readBareHeads, readEntries, readPassedHeads } from './audit-store.ts';
import { ERASED_EVENT, erasedPositions } from './erase-audit.ts';
import { type NotedSeal, sealNote } from './seal-note.ts';
import { verifyNotedSeal, verifySealNumbers, verifySeals } from './verify-seals.ts';

export interface AuditVerification {
  readonly ok: boolean;
  readonly chains: number;
  readonly entries: number;
  readonly seals: number;
  /** Hash of the last seal. Stored elsewhere, it allows detecting the removal of the top chain's end. */
  readonly topHash: string | undefined;
  /** The last seal as `number:hash`, for `--since` of the next verification. */
  readonly topSeal: string | undefined;
  readonly findings: readonly AuditFinding[];
}

const BATCH = 500;
const HEADS_BATCH = 2_000;
const FINDINGS_MAX = 100;
/** The positions that are tried for a moved entry. A chain records one person's act or the life of one resource, so it is short. */
const POSITIONS_TRIED_MAX = 1_000;

/** @param since a seal noted outside the database; without it, rows removed together with all later seals are not detected. */
export async function verifyAudit(db: Db, keys: { readonly audit: Buffer }, since?: NotedSeal): Promise<AuditVerification> {
  const findings: AuditFinding[] = [];
  const add = (found: readonly AuditFinding[]) => findings.push(...found.slice(0, FINDINGS_MAX - findings.length));
  let entries = 0;
  for await (const chain of readChains(db)) {
    entries += chain.length;
    add(verifyChain(keys.audit, chain));
    const last = chain.at(-1);
    if (last !== undefined) add(verifyHead(last));
  }
  let chains = 0;
  for await (const { chain, missing } of readAllHeads(db)) {
    chains += 1;
    if (missing > 0) add([removed(chain, 1, missing)]);
  }
  const passed = await readPassedHeads(db, FINDINGS_MAX);
  add(passed.map((head) => finding('headEdited', head, `The head of ${head.chain} is marked as sealed, and no seal covers it.`)));
  const top = await verifySeals(db, keys.audit);
  add(top.findings);
  add(await verifySealNumbers(db, FINDINGS_MAX));
  if (since !== undefined) add(await verifyNotedSeal(db, since));
  const topSeal = top.topHash === undefined ? undefined : sealNote({ number: top.topNumber, hash: top.topHash });
  return { ok: findings.length === 0, chains, entries, seals: top.seals, topHash: top.topHash, topSeal, findings };
}

async function* readAllHeads(reader: Reader) {
  let after = '';
  for (;;) {
    const batch = await readBareHeads(reader, after, HEADS_BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.chain;
  }
}

/** All entries, one chain at a time, in order. */
async function* readChains(reader: Reader): AsyncGenerator<readonly EntryWithContent[]> {
  let chain: EntryWithContent[] = [];
  let after: { chain: string; position: number } | undefined;
  for (;;) {
    const batch = await readEntries(reader, after, BATCH);
    for (const entry of batch) {
      if (chain[0] !== undefined && chain[0].chain !== entry.chain) {
        yield chain;
        chain = [];
      }
      chain.push(entry);
    }
    after = batch.at(-1);
    if (after === undefined) break;
  }
  if (chain.length > 0) yield chain;
}

export function verifyChain(key: Buffer, entries: readonly EntryWithContent[]): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  const erased = new Set(entries.filter((entry) => entry.event === ERASED_EVENT).flatMap((entry) => erasedPositions(entry.ids)));
  let position = 0;
  let previousHash: string | undefined;
  for (const entry of entries) {
    const isNext = entry.position === position + 1;
    if (!isNext) findings.push(removed(entry.chain, position + 1, entry.position - 1));
    const expected = isNext ? (previousHash ?? genesisHash(key, entry.chain)) : entry.previous_hash;
    const finding = verifyEntry(key, entry, expected, entries.length);
    if (finding !== undefined) findings.push(finding);
    findings.push(...verifyContent(key, entry, erased));
    position = entry.position;
    previousHash = entry.hash;
  }
  return findings;
}

function verifyEntry(key: Buffer, entry: EntryWithContent, expectedPreviousHash: string, chainLength: number): AuditFinding | undefined {
  if (hashAt(key, entry, entry.position) !== entry.hash) {
    const origin = originalPosition(key, entry, chainLength);
    if (origin !== undefined) return finding('moved', entry, `Entry ${entry.position} of ${entry.chain} stood at position ${origin}.`);
    return finding('edited', entry, `Entry ${entry.position} of ${entry.chain} is not what was written.`);
  }
  if (entry.previous_hash !== expectedPreviousHash) {
    return finding('edited', entry, `The entry before ${entry.position} of ${entry.chain} is not the one that stood there.`);
  }
  return undefined;
}

function hashAt(key: Buffer, entry: EntryWithContent, position: number): string | undefined {
  return hashOf(() =>
    entryHash(key, {
      chain: entry.chain,
      position,
      sandboxId: entry.sandbox_id,
      event: entry.event,
      ids: entry.ids,
      contentDigest: entry.content_digest,
      previousHash: entry.previous_hash,
      recordedAt: entry.recorded_at,
    }),
  );
}

/** The original position of a moved row, derived from its hash. */
function originalPosition(key: Buffer, entry: EntryWithContent, chainLength: number): number | undefined {
  const reach = Math.min(Math.max(chainLength, entry.position) + 1, POSITIONS_TRIED_MAX);
  for (let position = 1; position <= reach; position += 1) {
    if (hashAt(key, entry, position) === entry.hash) return position;
  }
  return undefined;
}

function verifyContent(key: Buffer, entry: EntryWithContent, erased: ReadonlySet<number>): readonly AuditFinding[] {
  const { salt, content, content_digest: digest } = entry;
  if (salt === null || content === null) {
    if (digest === null || erased.has(entry.position)) return [];
    return [finding('contentRemoved', entry, `The content of entry ${entry.position} of ${entry.chain} is gone, and no erasure says so.`)];
  }
  if (hashOf(() => contentDigest(key, salt, content)) === digest) return [];
  return [finding('contentEdited', entry, `The content of entry ${entry.position} of ${entry.chain} is not what was written.`)];
}

export function verifyHead(last: EntryWithContent): readonly AuditFinding[] {
  const { head_position: position, head_hash: hash } = last;
  if (position === null) return [finding('headEdited', last, `The head of ${last.chain} is gone.`)];
  if (position > last.position) return [removed(last.chain, last.position + 1, position)];
  if (position === last.position && hash === last.hash) return [];
  return [finding('headEdited', last, `The head of ${last.chain} does not name its last entry.`)];
}

function removed(chain: string, first: number, last: number): AuditFinding {
  const which = first === last ? `Entry ${first}` : `Entries ${first} to ${last}`;
  return { kind: 'removed', chain, position: first, text: `${which} of ${chain} ${first === last ? 'is' : 'are'} missing.` };
}

function finding(kind: AuditFindingKind, entry: { chain: string; position: number }, text: string): AuditFinding {
  return { kind, chain: entry.chain, position: entry.position, text };
}
