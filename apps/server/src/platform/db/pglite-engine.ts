/**
 * The embedded engine. PGlite has one connection. A borrower has it alone until it releases it, so statements of other flows cannot get into its
 * transaction.
 */
import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { type Engine, parseSafeInteger } from './connection.ts';
import { observeStatement } from './observe-statement.ts';
import { openStatements, type Statements } from './pglite-statements.ts';
import { createTurns } from './turns.ts';

/**
 * Shared buffers are memory of the server's process and grow until each has been used once. The operating system caches what does not fit, so a
 * quarter of PGlite's default is enough. Statistics are built from 6,000 rows instead of 30,000, because those rows are held in memory while all
 * requests wait.
 */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'default_statistics_target=20'];

export async function openPglite(options: PGliteOptions): Promise<Engine> {
  const pglite = await PGlite.create({
    startParams: START_PARAMS,
    ...options,
    parsers: { [types.INT8]: parseSafeInteger, [types.DATE]: (text: string) => text },
  });
  const borrow = createTurns(1);
  const statements = givingWay(openStatements(pglite));

  async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await borrow();
    try {
      return await work();
    } finally {
      release();
    }
  }

  return {
    pool: {
      connect: async () => new BorrowedConnection(statements, await borrow()),
      end: async () => {},
    },
    script: (text) => exclusively(async () => void (await runScript(pglite, text))),
    // Without values a text may contain several statements, as in `pg`. Libraries with their own SQL rely on it.
    query: (text, values = []) =>
      exclusively(() => observeStatement(text, () => (values.length === 0 ? runScript(pglite, text) : statements(text, values)))),
    close: async () => exclusively(() => pglite.close()),
  };
}

/** The longest time in ms for which statements that follow one another keep the event loop. */
const KEPT_MS_MAX = 20;

/**
 * The engine answers in the turn of the event loop that asked it. Without a pause, the statements of one caller would keep the loop until the last
 * one, and no other request would even be read.
 */
function givingWay(statements: Statements): Statements {
  let keptSince = 0;
  return async (text, values) => {
    if (performance.now() - keptSince > KEPT_MS_MAX) {
      await setImmediate();
      keptSince = performance.now();
    }
    return statements(text, values);
  };
}

/** A script may fail in a transaction that it opened. The only connection must not stay in that transaction. */
async function runScript(pglite: PGlite, text: string): Promise<{ rows: unknown[] }> {
  try {
    const results = await pglite.exec(text);
    return { rows: results.flatMap(({ rows }) => rows) };
  } catch (error) {
    await pglite.exec('rollback');
    throw error;
  }
}

class BorrowedConnection implements PostgresPoolClient {
  readonly release: () => void;
  readonly #statements: Statements;
  /** The end of the statement before, which may be asked for together with the next. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(statements: Statements, release: () => void) {
    this.#statements = statements;
    this.release = release;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(statement: string | PostgresCursor<Row>, values: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement !== 'string') throw new Error('The embedded database has no cursors.');
    return this.#run<Row>(statement, values);
  }

  async #run<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const answer = this.#last.then(() => observeStatement(text, () => this.#statements<Row>(text, values)));
    this.#last = answer.catch(() => undefined);
    const result = await answer;
    // Kysely reads the row count only for writes, and the embedded engine does not return the command.
    return { command: 'UPDATE', rowCount: result.affectedRows ?? 0, rows: result.rows };
  }
}
