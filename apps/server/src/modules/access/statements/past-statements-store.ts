/** Statements for the customers' list: all of the given customers, in the order of their ids. */
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { ReadGrant } from '../grant/expire-on-read.ts';
import type { Givers, PastGrantsQuery } from '../grant/past-grants.ts';
import type { Statement } from './statement.ts';
import { fromRow, selectStatements } from './statement-store.ts';

/** Matches statements of one of these applications, or of an account whose IBAN contains this text. */
export interface StatementMatch {
  readonly appIds: readonly string[];
  readonly ibanPart: string | undefined;
}

const PREFIX = 'sta_';

function selectPast(reader: Reader, givers: Givers) {
  return ofGivers(reader, givers)
    .selectAll()
    .select(tenantNow(sql.ref('transactions_statement.sandbox_id')).as('now'));
}

function ofGivers(reader: Reader, { sandboxId, customerIds }: Givers) {
  return selectStatements(reader)
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', 'in', [...customerIds]);
}

export async function findPastStatement(reader: Reader, givers: Givers, statementId: string): Promise<ReadGrant<Statement> | undefined> {
  const row = await selectPast(reader, givers).where('statement_id', '=', statementId).executeTakeFirst();
  return row && toRead(row);
}

export async function listPastStatements(
  reader: Reader,
  { isValid, match, before, limit, ...givers }: PastGrantsQuery<StatementMatch>,
): Promise<readonly ReadGrant<Statement>[]> {
  let query = selectPast(reader, givers)
    .where('status', isValid ? '=' : '<>', 'valid')
    .orderBy('statement_id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('statement_id', '<', `${PREFIX}${before}`);
  if (match !== undefined) {
    const { appIds, ibanPart } = match;
    query = query.where(({ eb, or }) =>
      or([
        ...(appIds.length === 0 ? [] : [eb('app_id', 'in', [...appIds])]),
        ...(ibanPart === undefined ? [] : [eb('iban', 'like', `%${ibanPart}%`)]),
      ]),
    );
  }
  return (await query.execute()).map(toRead);
}

export async function listAppsOfStatements(reader: Reader, givers: Givers): Promise<readonly string[]> {
  const rows = await ofGivers(reader, givers).select('app_id').distinct().execute();
  return rows.map(({ app_id: appId }) => appId);
}

/** Valid statements, which may have expired; `statement-grant.ts` decides. */
export async function listSignedStatements(reader: Reader, givers: Givers): Promise<readonly ReadGrant<Statement>[]> {
  return (await selectPast(reader, givers).where('status', '=', 'valid').execute()).map(toRead);
}

function toRead({ now, ...row }: Parameters<typeof fromRow>[0] & { now: Date }): ReadGrant<Statement> {
  return { grant: fromRow(row), now };
}
