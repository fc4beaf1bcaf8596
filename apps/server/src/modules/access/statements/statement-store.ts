/** The rows of transactions statements. Every query names the sandbox; a statement is locked before a decision about it. */
import type { BankCountry, StatementStatus } from '@portico/contract';
import { type ColumnType, type Selectable, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { ReadGrant } from '../grant/expire-on-read.ts';
import type { GrantChange, GrantEvent } from '../grant/grant.ts';
import type { NewStatement, Statement, StatementKey } from './statement.ts';

type StatementTables = {
  transactions_statement: {
    statement_id: string;
    sandbox_id: string;
    customer_id: string;
    app_id: string;
    bank_country: BankCountry;
    status: ColumnType<StatementStatus, undefined, StatementStatus>;
    account_id: string;
    iban: string;
    currency: string;
    date_from: string;
    date_to: string;
    account_holder: string;
    representative: string | null;
    received_at: Date;
    signed_at: ColumnType<Date | null, undefined, Date>;
    ended_by: ColumnType<GrantEvent | null, undefined, GrantEvent>;
    ended_at: ColumnType<Date | null, undefined, Date>;
  };
};

/** The caller: a provider sees only the statements that its own application requested for this customer. */
export interface StatementOwner {
  readonly sandboxId: string;
  readonly appId: string;
  readonly customerId: string;
}

/** The statements of one customer, or of one application. */
export type WhoseStatements = Pick<StatementOwner, 'sandboxId' | 'customerId'> | Pick<StatementOwner, 'sandboxId' | 'appId'>;

export async function insertStatement(tx: Tx, statement: NewStatement): Promise<void> {
  await tx
    .withTables<StatementTables>()
    .insertInto('transactions_statement')
    .values({
      statement_id: statement.statementId,
      sandbox_id: statement.sandboxId,
      customer_id: statement.customerId,
      app_id: statement.appId,
      bank_country: statement.bankCountry,
      account_id: statement.accountId,
      iban: statement.iban,
      currency: statement.currency,
      date_from: statement.dateFrom,
      date_to: statement.dateTo,
      account_holder: statement.accountHolder,
      representative: statement.representative ?? null,
      received_at: statement.receivedAt,
    })
    .execute();
}

export async function findStatement(reader: Reader, key: StatementKey): Promise<Statement | undefined> {
  const row = await selectStatement(reader, key).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Includes the tenant time of the query, so that one query decides on a call. */
export async function findOwnStatement(
  reader: Reader,
  { sandboxId, appId, customerId }: StatementOwner,
  statementId: string,
): Promise<ReadGrant<Statement> | undefined> {
  const row = await selectStatement(reader, { sandboxId, statementId })
    .where('app_id', '=', appId)
    .where('customer_id', '=', customerId)
    .select(tenantNow(sql.ref('transactions_statement.sandbox_id')).as('now'))
    .executeTakeFirst();
  return row === undefined ? undefined : { grant: fromRow(row), now: row.now };
}

/** Reads a statement and locks it until the transaction ends, so that signing, deleting and expiring it run one after another. */
export async function lockStatement(tx: Tx, key: StatementKey): Promise<Statement | undefined> {
  const row = await selectStatement(tx, key).forUpdate().executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Like {@link lockStatement}, for many, in the order of their ids. */
export async function lockStatements(tx: Tx, sandboxId: string, statementIds: readonly string[]): Promise<readonly Statement[]> {
  const isNamed = sql<boolean>`statement_id = ${anyOf(sql.val(statementIds))}`;
  const named = selectStatements(tx).selectAll().where('sandbox_id', '=', sandboxId).where(isNamed);
  return (await named.orderBy('statement_id').forUpdate().execute()).map(fromRow);
}

/** Statements that have neither ended nor been refused. */
export async function listOpenStatements(tx: Tx, whose: WhoseStatements): Promise<readonly string[]> {
  let query = tx
    .withTables<StatementTables>()
    .selectFrom('transactions_statement')
    .select('statement_id')
    .where('sandbox_id', '=', whose.sandboxId)
    .where('status', 'in', ['received', 'valid'])
    .orderBy('statement_id');
  query = 'appId' in whose ? query.where('app_id', '=', whose.appId) : query.where('customer_id', '=', whose.customerId);
  return (await query.execute()).map((row) => row.statement_id);
}

/** @throws when the status of one statement is no longer `from`. */
export async function updateStatus(
  tx: Tx,
  sandboxId: string,
  statementIds: readonly string[],
  move: Omit<GrantChange<StatementStatus, GrantEvent>, 'at'>,
): Promise<void> {
  const { signedAt, ended } = move;
  const rows = await tx
    .withTables<StatementTables>()
    .updateTable('transactions_statement')
    .set({
      status: move.to,
      ...(signedAt === undefined ? {} : { signed_at: signedAt }),
      ...(ended === undefined ? {} : { ended_by: ended.by, ended_at: ended.at }),
    })
    .where('sandbox_id', '=', sandboxId)
    .where(sql<boolean>`statement_id = ${anyOf(sql.val(statementIds))}`)
    .where('status', '=', move.from)
    .returning('statement_id')
    .execute();
  if (rows.length !== statementIds.length) throw new Error(`A statement of ${statementIds.join(', ')} is no longer ${move.from}.`);
}

export async function deleteStatements(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<StatementTables>().deleteFrom('transactions_statement').where('sandbox_id', '=', sandboxId).execute();
}

function selectStatement(reader: Reader, { sandboxId, statementId }: StatementKey) {
  return selectStatements(reader).selectAll().where('sandbox_id', '=', sandboxId).where('statement_id', '=', statementId);
}

/** The caller must restrict the query to a sandbox. */
export function selectStatements(reader: Reader) {
  return reader.withTables<StatementTables>().selectFrom('transactions_statement');
}

export function fromRow(row: Selectable<StatementTables['transactions_statement']>): Statement {
  return {
    statementId: row.statement_id,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    appId: row.app_id,
    bankCountry: row.bank_country,
    status: row.status,
    accountId: row.account_id,
    iban: row.iban,
    currency: row.currency,
    dateFrom: row.date_from,
    dateTo: row.date_to,
    accountHolder: row.account_holder,
    representative: row.representative ?? undefined,
    receivedAt: row.received_at,
    signedAt: row.signed_at ?? undefined,
    ended: row.ended_by === null || row.ended_at === null ? undefined : { by: row.ended_by, at: row.ended_at },
  };
}
