/** Connections in the shop's file. Accounts are not in it, save as part of the recorded exchanges: every page reads them anew. */

import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { BankCountry } from '../bank-types.ts';
import { BANKS } from '../checkout.ts';
import { ACCESS_CHOICES, type Connection } from './connection.ts';

export interface ConnectionStore {
  insert(connection: Omit<Connection, 'consentId'>): void;
  find(connectionId: string): Connection | undefined;
  /** Newest first. */
  listOf(browserHash: string): readonly Connection[];
  setConsent(connectionId: string, consentId: string): void;
}

const LISTED_MAX = 20;
const TABLE = `create table if not exists money_connection (
  connection_id text primary key, country text not null, access text not null, is_recurring integer not null, created_at text not null,
  browser_hash text not null, consent_id text) strict;
create index if not exists money_connection_browser on money_connection (browser_hash);`;

export function openConnectionStore(database: DatabaseSync): ConnectionStore {
  database.exec(TABLE);
  const insert = database.prepare('insert into money_connection values (?, ?, ?, ?, ?, ?, null)');
  const find = database.prepare('select * from money_connection where connection_id = ?');
  const listOf = database.prepare('select * from money_connection where browser_hash = ? order by created_at desc limit ?');
  const setConsent = database.prepare('update money_connection set consent_id = ? where connection_id = ?');
  return {
    insert: ({ connectionId, country, access, isRecurring, createdAt, browserHash }) =>
      void insert.run(connectionId, country, access, isRecurring ? 1 : 0, createdAt, browserHash),
    find: (connectionId) => toConnection(find.get(connectionId)),
    listOf: (browserHash) => listOf.all(browserHash, LISTED_MAX).flatMap((row) => toConnection(row) ?? []),
    setConsent: (connectionId, consentId) => void setConsent.run(consentId, connectionId),
  };
}

function toConnection(row: Record<string, SQLOutputValue> | undefined): Connection | undefined {
  const country = BANKS.map((bank): BankCountry => bank.country).find((known) => known === row?.country);
  const access = ACCESS_CHOICES.find(({ id }) => id === row?.access)?.id;
  if (row === undefined || country === undefined || access === undefined) return undefined;
  return {
    connectionId: text(row.connection_id),
    country,
    access,
    isRecurring: row.is_recurring === 1,
    createdAt: text(row.created_at),
    browserHash: text(row.browser_hash),
    consentId: typeof row.consent_id === 'string' ? row.consent_id : undefined,
  };
}

function text(value: SQLOutputValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
