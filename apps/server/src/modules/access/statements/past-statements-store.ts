/** Statements as customers look back at them: all of some customers, in the order of their ids. */
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import type { Statement } from './statement.ts';
import { fromRow, selectStatements } from './statement-store.ts';

export interface StatementGivers {
  readonly sandboxId: string;
  readonly customerIds: readonly string[];
}

/** All conditions at once. */
export interface GivenStatementsQuery extends StatementGivers {
  /** Only those that can be read now, or only others. */
  readonly isValid: boolean;
  /** Of one of these applications, or of an account whose IBAN contains this. */
  readonly match: { readonly appIds: readonly string[]; readonly ibanPart: string | undefined } | undefined;
  /** Older than the one whose id ends so. */
  readonly before: string | undefined;
  readonly limit: number;
}

const PREFIX = 'sta_';

function selectGiven(reader: Reader, { sandboxId, customerIds }: StatementGivers) {
  return selectStatements(reader)
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', 'in', [...customerIds]);
}

export async function findGiven(reader: Reader, givers: StatementGivers, statementId: string): Promise<Statement | undefined> {
  const row = await selectGiven(reader, givers).selectAll().where('statement_id', '=', statementId).executeTakeFirst();
  return row && fromRow(row);
}

export async function listGiven(reader: Reader, { isValid, match, before, limit, ...givers }: GivenStatementsQuery): Promise<readonly Statement[]> {
  let query = selectGiven(reader, givers)
    .selectAll()
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
  return (await query.execute()).map(fromRow);
}

export async function listGivenApps(reader: Reader, givers: StatementGivers): Promise<readonly string[]> {
  const rows = await selectGiven(reader, givers).select('app_id').distinct().execute();
  return rows.map(({ app_id: appId }) => appId);
}

/** Signed ones: `settle-statement.ts` decides. With the tenant time of this reading. */
export async function listPerhapsDue(
  reader: Reader,
  givers: StatementGivers,
): Promise<readonly { readonly statement: Statement; readonly now: Date }[]> {
  const now = sql<Date>`(select now() + clock_offset_ms * interval '1 millisecond' from sandbox where id = transactions_statement.sandbox_id)`;
  const rows = await selectGiven(reader, givers).selectAll().select(now.as('now')).where('status', '=', 'valid').orderBy('statement_id').execute();
  return rows.map(({ now: at, ...row }) => ({ statement: fromRow(row), now: at }));
}
