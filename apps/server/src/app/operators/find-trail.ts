/**
 * What happened to one thing, for whoever answers a customer's or a developer's question: its audit entries, those of its signings and
 * sign-ins, and the requests that carried an id. Ids and causes only; who asked is an entry of its own.
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

/** What a chain of the audit log may be about; a test compares it with the sources. */
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
/** Ids in an entry that lead to another chain of the same story; a customer or an application would lead to everybody's. */
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
  // What one transaction wrote has one time: then by chain, a payment before its signing.
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

/** The chains of an id and of what their entries lead to, until nothing new is named. */
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
