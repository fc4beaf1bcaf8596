/** Verifies the top chain: its own links, and that every sealed head is still the entry it was. */
import type { Reader } from '#platform/db/database.ts';
import type { AuditFinding } from './audit-finding.ts';
import { genesisHash, hashOf, headsDigest, sealHash } from './audit-hash.ts';
import { readSealedHeads, readSeals, readUnknownSeals, type SealRow } from './audit-store.ts';
import { TOP_CHAIN } from './seal-audit.ts';
import type { NotedSeal } from './seal-note.ts';

const BATCH = 200;

export async function verifySeals(
  reader: Reader,
  key: Buffer,
): Promise<{ seals: number; topNumber: number; topHash: string | undefined; findings: readonly AuditFinding[] }> {
  const findings: AuditFinding[] = [];
  let number = 0;
  let seals = 0;
  let topHash: string | undefined;
  for (;;) {
    const batch = await readSeals(reader, number, BATCH);
    for (const seal of batch) {
      if (seal.number !== number + 1) findings.push(at('sealRemoved', number + 1, `Seal ${number + 1} is missing.`));
      findings.push(...verifySeal(key, seal, seal.number === number + 1 ? (topHash ?? genesisHash(key, TOP_CHAIN)) : seal.previous_hash));
      findings.push(...(await verifySealedHeads(reader, key, seal)));
      number = seal.number;
      topHash = seal.hash;
      seals += 1;
    }
    if (batch.length === 0) return { seals, topNumber: number, topHash, findings };
  }
}

/**
 * Sealed heads of seals that do not exist: the end of a removed seal, or added rows. The sealing job skips a head that is marked as sealed, and such a
 * row would make the mark look right.
 */
export async function verifySealNumbers(reader: Reader, limit: number): Promise<readonly AuditFinding[]> {
  const unknown = await readUnknownSeals(reader, limit);
  return unknown.map((number) => at('sealRemoved', number, `Sealed heads name seal ${number}, which is missing.`));
}

/** That a seal which left the database is still in it, with all that it sealed: the chain of seals leads to it. */
export async function verifyNotedSeal(reader: Reader, { number, hash }: NotedSeal): Promise<readonly AuditFinding[]> {
  const [seal] = await readSeals(reader, number - 1, 1);
  if (seal?.number !== number) return [at('sealRemoved', number, `Seal ${number}, which was noted outside the database, is missing.`)];
  if (seal.hash === hash) return [];
  return [at('sealEdited', number, `Seal ${number} is not the one that was noted outside the database: entries and seals before it were replaced.`)];
}

export function verifySeal(key: Buffer, seal: SealRow, expectedPreviousHash: string): readonly AuditFinding[] {
  const { number, heads_digest, previous_hash, sealed_at } = seal;
  const hash = hashOf(() => sealHash(key, { number, headsDigest: heads_digest, previousHash: previous_hash, sealedAt: sealed_at }));
  if (hash === seal.hash && previous_hash === expectedPreviousHash) return [];
  return [at('sealEdited', number, `Seal ${number} is not what was written.`)];
}

export async function verifySealedHeads(reader: Reader, key: Buffer, seal: SealRow): Promise<readonly AuditFinding[]> {
  const heads = await readSealedHeads(reader, seal.number);
  const findings: AuditFinding[] = [];
  if (hashOf(() => headsDigest(key, heads)) !== seal.heads_digest) {
    findings.push(at('sealEdited', seal.number, `The sealed heads of seal ${seal.number} are not what was written.`));
  }
  for (const head of heads) {
    if (head.entryHash === head.hash) continue;
    const isGone = head.entryHash === null;
    findings.push({
      kind: isGone ? 'removed' : 'edited',
      chain: head.chain,
      position: head.position,
      text: `Entry ${head.position} of ${head.chain}, sealed by seal ${seal.number}, ${isGone ? 'is missing' : 'has another hash now'}.`,
    });
  }
  return findings;
}

function at(kind: 'sealEdited' | 'sealRemoved', number: number, text: string): AuditFinding {
  return { kind, chain: TOP_CHAIN, position: number, text };
}
