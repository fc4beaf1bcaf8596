/** Who did and read what, newest first. Reading the list is an act too, and its entry is the first of the list. */
import type { ConsoleAuditBody, ConsoleAuditEntry, ConsoleAuditPage } from '@portico/contract';
import { listOperators, type NewestEntry, readNewest } from '#modules/audit/index.ts';
import type { Platform } from '#platform/platform.ts';
import { OPERATORS_CHAIN, recordAct } from './record-act.ts';
import type { Operator } from './session-store.ts';

const PAGE = 50;

export async function readAuditPage(
  platform: Pick<Platform, 'db' | 'write'>,
  reader: Operator,
  { before, operator }: ConsoleAuditBody,
): Promise<ConsoleAuditPage> {
  const ids = { ...(operator === undefined ? {} : { of: operator }), ...(before === undefined ? {} : { before: String(before) }) };
  await recordAct(platform, reader, { name: 'audit-read', ids });
  const found = await readNewest(platform.db, { chain: OPERATORS_CHAIN, operator, before, limit: PAGE + 1 });
  const entries = found.slice(0, PAGE).map(toEntry);
  const last = entries.at(-1);
  return {
    entries,
    ...(found.length > PAGE && last !== undefined ? { next: last.position } : {}),
    operators: [...(await listOperators(platform.db, OPERATORS_CHAIN))],
  };
}

function toEntry({ position, recordedAt, event, ids, content }: NewestEntry): ConsoleAuditEntry {
  const { operator = '', ...details } = ids;
  return { position, at: recordedAt.toISOString(), operator, event, details: { ...details, ...wordsOf(content) } };
}

/** The content of console entries is the words of the operator; that of commands has the order's values. Both are texts by name. */
function wordsOf(content: string | null): Readonly<Record<string, string>> {
  const parsed: unknown = content === null ? {} : JSON.parse(content);
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
}
