/** PostgreSQL 15 or newer through one pool of connections. Every wait is bounded. */
import { Pool, types } from 'pg';
import { type Engine, parseSafeInteger } from './connection.ts';

const CONNECTIONS_MAX = 20;
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseSafeInteger],
  [types.builtins.DATE, (text) => text],
]);

export function openPostgres(url: string, onIdleError: (error: Error) => void): Engine {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? types.getTypeParser(oid, format) },
  });
  // Without a listener a server restart would end the process; the pool itself reconnects.
  pool.on('error', onIdleError);
  // A borrowed connection is not the pool's: lost between two statements of a transaction, it would end the process the same way.
  // Whoever borrowed it learns it from his next statement.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return {
    pool,
    script: async (text) => void (await pool.query(text)),
    query: (text, values = []) => pool.query(text, [...values]),
    close: () => pool.end(),
  };
}
