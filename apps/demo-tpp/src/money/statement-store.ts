/** Statements in the shop's file: what was asked for. What the bank gave is not in it, save in the recorded exchanges. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Statement } from './statement.ts';

export interface StatementStore {
  insert(statement: Statement): void;
  find(connectionId: string, statementId: string): Statement | undefined;
  /** Newest first. */
  listOf(connectionId: string): readonly Statement[];
}

const LISTED_MAX = 20;
const TABLE = `create table if not exists money_statement (
  statement_id text primary key, connection_id text not null, bank_id text not null, iban text not null, currency text not null,
  date_from text not null, date_to text not null, created_at text not null) strict;
create index if not exists money_statement_connection on money_statement (connection_id);`;

export function openStatementStore(database: DatabaseSync): StatementStore {
  database.exec(TABLE);
  const insert = database.prepare('insert into money_statement values (?, ?, ?, ?, ?, ?, ?, ?)');
  const find = database.prepare('select * from money_statement where connection_id = ? and statement_id = ?');
  const listOf = database.prepare('select * from money_statement where connection_id = ? order by created_at desc limit ?');
  return {
    insert: ({ statementId, connectionId, bankId, iban, currency, dateFrom, dateTo, createdAt }) =>
      void insert.run(statementId, connectionId, bankId, iban, currency, dateFrom, dateTo, createdAt),
    find(connectionId, statementId) {
      const row = find.get(connectionId, statementId);
      return row === undefined ? undefined : toStatement(row);
    },
    listOf: (connectionId) => listOf.all(connectionId, LISTED_MAX).map(toStatement),
  };
}

function toStatement(row: Record<string, SQLOutputValue>): Statement {
  return {
    statementId: String(row.statement_id),
    connectionId: String(row.connection_id),
    bankId: String(row.bank_id),
    iban: String(row.iban),
    currency: String(row.currency),
    dateFrom: String(row.date_from),
    dateTo: String(row.date_to),
    createdAt: String(row.created_at),
  };
}
