/** The developer's sandbox as a document, and as tables for a spreadsheet. */
import type { SandboxDocument } from '@portico/contract';
import { EXPORT_TRANSACTIONS_MAX } from '@portico/contract/values';
import { fillHistory, listTestCustomers, type ReadDocument, readDocument, readSandboxCustomers } from '#modules/bank-sandbox/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { limitReached } from '../refusals.ts';
import type { SandboxDeps, SandboxTable } from '../sandbox.ts';
import { writeTable } from './write-tables.ts';

type Platform = SandboxDeps['platform'];

/** @throws UiRefusal 409 for a sandbox with more transactions than a document has. */
export async function exportDocument(platform: Platform, context: WriteContext, sandboxId: string): Promise<SandboxDocument> {
  return (await readAll(platform, context, sandboxId)).document;
}

/** @throws UiRefusal 409 as for {@link exportDocument}. */
export async function exportTable(platform: Platform, context: WriteContext, sandboxId: string, table: SandboxTable): Promise<string> {
  return writeTable(table, await readAll(platform, context, sandboxId), await listTestCustomers(context.tx, sandboxId));
}

async function readAll(platform: Platform, { tx }: WriteContext, sandboxId: string): Promise<ReadDocument> {
  // Histories are booked at the first query.
  for (const { customerId, isHistoryDue, isRemoved } of await readSandboxCustomers(tx, sandboxId)) {
    if (isHistoryDue && !isRemoved) await fillHistory(platform, tx, { sandboxId, customerId });
  }
  const read = await readDocument(platform.clock, tx, sandboxId);
  if (read !== undefined) return read;
  throw limitReached(
    `Your sandbox has more than ${EXPORT_TRANSACTIONS_MAX} transactions, too many for one export. Reset a customer with many of them.`,
  );
}
