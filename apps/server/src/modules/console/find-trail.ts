/**
 * Finds the history of one object, for staff who answer a customer's or a developer's question: its audit entries, those of its signings and
 * sign-ins, and the requests that carried an id. It has ids and causes only. The caller records the search first.
 */
import { type ExportedAuditEntry, exportAudit } from '#modules/audit/index.ts';
import { findRequests } from '#modules/request-log/index.ts';
import { listSessionIds } from '#modules/signing/index.ts';
import type { Reader } from '#platform/db/database.ts';

/** The subjects of audit chains; a test compares the list with the sources. */
export const CHAIN_NAMES = [
  'payment',
  'consent',
  'statement',
  'signing',
  'sign-in',
  'challenge',
  'authorization',
  'fallback',
  'application',
  'sandbox',
] as const;
/**
 * Ids in an entry that lead to another chain of the same history. The id of a customer or an application is not among them: it would lead to the data
 * of other people.
 */
const LEADS: ReadonlySet<string> = new Set([
  'paymentId',
  'periodicPaymentId',
  'resourceId',
  'consentId',
  'statementId',
  'sessionId',
  'challengeId',
  'signInId',
]);
const ID = /^[A-Za-z0-9_-]{8,100}$/;

export const isTraceable = (id: string): boolean => ID.test(id);

type FoundRequest = Awaited<ReturnType<typeof findRequests>>[number];

export interface Trail {
  /** Entries in the order of time. Entries of one transaction have the same time: they are sorted by chain, a payment before its signing. */
  readonly entries: readonly ExportedAuditEntry[];
  /** Requests with this id as `X-Request-ID`, oldest first. */
  readonly requests: readonly FoundRequest[];
}

/** @param id see {@link isTraceable}. */
export async function findTrail(reader: Reader, id: string): Promise<Trail> {
  const entries = [...(await readStory(reader, id))].sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  return { entries, requests: await findRequests(reader, id) };
}

function sortKey({ recordedAt, chain, position }: ExportedAuditEntry): string {
  return [recordedAt, chain, String(position).padStart(9, '0')].join(' ');
}

/** Reads the chains of an id and of the ids in their entries, until no new id appears. */
async function readStory(reader: Reader, id: string): Promise<readonly ExportedAuditEntry[]> {
  const entries: ExportedAuditEntry[] = [];
  const known = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (known.has(next)) continue;
    known.add(next);
    waiting.push(...(await listSessionIds(reader, next)));
    for (const name of CHAIN_NAMES) {
      for await (const entry of exportAudit(reader, { chain: `${name}:${next}` })) {
        entries.push(entry);
        waiting.push(...Object.entries(entry.ids).flatMap(([key, value]) => (LEADS.has(key) ? [value] : [])));
      }
    }
  }
  return entries;
}
