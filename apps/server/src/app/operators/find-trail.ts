/**
 * Finds the history of one object, for staff who answer a customer's or a developer's question: its audit entries, those of its signings and
 * sign-ins, and the requests that carried an id. It shows ids and causes only. Each search is recorded as an audit entry too.
 */
import { type ExportedAuditEntry, exportAudit } from '#modules/audit/index.ts';
import { findRequests } from '#modules/request-log/index.ts';
import { listSessionIds } from '#modules/signing/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Portico } from '../composition/build-app.ts';
import { EXIT } from '../exit-codes.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { recordOrder } from './record-order.ts';

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

export async function* findTrail({ modules, platform }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const id = order.about.trim();
  if (!ID.test(id)) throw new OperatorRefusal('An id has 8 to 100 letters, digits, hyphens or underscores. Nothing was looked for.', EXIT.usage);
  await recordOrder(platform, order, { about: id });
  await modules.requestLog.flush();
  // Entries of one transaction have the same time. They are then sorted by chain, a payment before its signing.
  const entries = [...(await readStory(platform.db, id))].sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  const lines = [
    ...entries.map(({ chain, event, ids, recordedAt }) => ({ at: recordedAt, event, chain, ...ids })),
    ...(await findRequests(platform.db, id)).map(({ at, ...request }) => ({ at: at.toISOString(), event: 'request', ...request })),
  ];
  if (lines.length === 0) throw new OperatorRefusal(`Nothing is known of ${id}. Requests are kept for 30 days, secrets of links and pages never.`);
  for (const line of lines) yield JSON.stringify(line);
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
