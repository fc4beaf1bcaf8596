/**
 * The embedded engine. PGlite has one connection: a borrower has it alone until it releases it, so a transaction can never be
 * interleaved with another flow's statement.
 */
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { type Engine, parseSafeInteger } from './connection.ts';
import { observeStatement } from './observe-statement.ts';
import { openStatements, type Statements } from './pglite-statements.ts';
import { createTurns } from './turns.ts';

/**
 * Buffers are memory of the server's own process, which grows until each has been used once; what does not fit them is in the operating
 * system's cache: a quarter of PGlite's default. And statistics of a table are made of 6,000 rows instead of 30,000, which are held in
 * memory at once while everybody waits.
 */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'default_statistics_target=20'];

export async function openPglite(options: PGliteOptions): Promise<Engine> {
  const pglite = await PGlite.create({
    startParams: START_PARAMS,
    ...options,
    parsers: { [types.INT8]: parseSafeInteger, [types.DATE]: (text: string) => text },
  });
  const borrow = createTurns(1);
  const statements = openStatements(pglite);

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
    // Without values a text may hold several statements, as in `pg`; libraries that bring their own SQL count on it.
    query: (text, values = []) =>
      exclusively(() => observeStatement(text, () => (values.length === 0 ? runScript(pglite, text) : statements(text, values)))),
    close: async () => exclusively(() => pglite.close()),
  };
}

/** A script may open a transaction and fail in it; the one connection must not stay behind in it. */
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
    const result = await observeStatement(text, () => this.#statements<Row>(text, values));
    // Kysely reads the row count of writes only; the embedded engine does not name the command.
    return { command: 'UPDATE', rowCount: result.affectedRows ?? 0, rows: result.rows };
  }
}
