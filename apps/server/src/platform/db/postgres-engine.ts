/** PostgreSQL 15 or newer through one pool of connections. Every wait is bounded. */
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Client, Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg';
import { sha256Hex } from '../crypto/hash.ts';
import { DATABASE_CONNECTIONS, type Engine, parseSafeInteger, UNAWAITED } from './connection.ts';
import { STALE_PLAN } from './database-unavailable.ts';
import { observeStatement } from './observe-statement.ts';
import { createTurns, currentWait, type EndTurn, STEP_MS } from './turns.ts';

/** For a connection, a turn, a lock and a statement: whoever has to wait longer is refused (decision 0046). */
const WAIT_MS = 2_000;
/** A statement that nobody waits for may take longer. */
const UNHURRIED_STATEMENT_MS = 10_000;
/** What is left to a statement of a request that has waited long: its own work is far shorter where nothing is wrong. */
const STATEMENT_MS_MIN = 3 * STEP_MS;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** PostgreSQL ends its statement before; only who cannot hear it any more waits so long, and then gives up the connection. */
const ANSWER_TIMEOUT_MS = UNHURRIED_STATEMENT_MS + 2_000;
/** It ends with its transaction: of what was set for a connection, a pooler would hand the next one's to somebody else. */
const TAKE_TIME = `set local statement_timeout = ${UNHURRIED_STATEMENT_MS}`;
/** Our own statements are far fewer; a text that never comes again must not be kept for ever. */
const PREPARED_MAX = 1_000;

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseSafeInteger],
  [types.builtins.DATE, (text) => text],
]);

/** @param waitMs of a request, for a connection, a turn, a lock and a statement. */
export function openPostgres(url: string, onIdleError: (error: Error) => void, connections = DATABASE_CONNECTIONS, waitMs = WAIT_MS): Engine {
  const settings = {
    connectionString: url,
    // What is sent need not wait for what was sent before; here that is the beginning of a transaction, and its last statement.
    pipeline: true,
    max: connections,
    connectionTimeoutMillis: waitMs,
    statement_timeout: waitMs,
    lock_timeout: waitMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? types.getTypeParser(oid, format) },
  };
  const pool = new Pool(settings);
  // Without a listener a server restart would end the process; the pool itself reconnects.
  pool.on('error', onIdleError);
  // A borrowed connection is not the pool's: lost between two statements of a transaction, it would end the process the same way.
  // Whoever borrowed it learns it from his next statement.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // The pool serves whoever asks first; these let it be asked by those only whose turn it is.
  const takeTurn = createTurns(connections, waitMs);

  /** One for each client: who keeps things by the connection finds them again. */
  const borrowed = new WeakMap<PoolClient, PreparingConnection>();

  async function connect(): Promise<PreparingConnection> {
    const endTurn = await takeTurn();
    try {
      const client = await pool.connect();
      const connection = borrowed.get(client) ?? new PreparingConnection(client, waitMs);
      borrowed.set(client, connection);
      return connection.borrow(endTurn);
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /** @param prelude runs before it, in the same transaction. */
  async function script(text: string, { prelude = '', timeoutMs = ANSWER_TIMEOUT_MS } = {}): Promise<{ rows: unknown[] }> {
    const endTurn = await takeTurn();
    const answer = await observeStatement(text, () => pool.query(bounded({ text: prelude + text }, timeoutMs))).finally(endTurn);
    // Of several statements the driver answers an array, which its types do not know.
    return { rows: [answer].flat().flatMap(({ rows }) => rows) };
  }

  async function query(text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
    if (values.length === 0) return script(text, { prelude: currentWait() === undefined ? `${TAKE_TIME};` : '' });
    const connection = await connect();
    try {
      return await connection.query<unknown>(text, values);
    } finally {
      connection.release();
    }
  }

  return {
    pool: { connect, end: () => pool.end() },
    // A migration sets its own limits, and takes as long as it takes.
    script: async (text) => void (await script(text, { timeoutMs: 0 })),
    query,
    close: () => pool.end(),
  };
}

/** The driver then closes the connection. Its types know this setting for a whole connection only. */
function bounded(query: QueryConfig<unknown[]>, timeoutMs: number): QueryConfig<unknown[]> & { readonly query_timeout: number } {
  return { ...query, query_timeout: timeoutMs };
}

/** Names by text, the same in every process, so that connections which a pooler shares keep one plan. */
const names = new Map<string, string>();

/** Undefined for what is sent as it is: without parameters, or one text too many. */
function preparedName(text: string, values: readonly unknown[]): string | undefined {
  if (values.length === 0) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED_MAX) return known;
  const name = sha256Hex(text).slice(0, 32);
  names.set(text, name);
  return name;
}

function isWrite(command: string): command is 'INSERT' | 'UPDATE' | 'DELETE' | 'MERGE' {
  return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
}

const NOTHING_READ = { command: 'SELECT', rowCount: 0, rows: [] } as const;

/**
 * PostgreSQL then parses and plans each statement once per connection; a transaction begins together with its first statement, and may end
 * together with its last.
 */
class PreparingConnection implements PostgresPoolClient {
  readonly #client: PoolClient;
  #endTurn: EndTurn | undefined;
  #isStale = false;
  #isInTransaction = false;
  #beganAt = 0;
  /** Spent by its request when the transaction began. */
  #stepsBefore = 0;
  readonly #waitMs: number;
  #leftMs: number;
  /** What is not waited for. It leaves in one piece with what follows. */
  #unanswered: Promise<unknown> | undefined;

  constructor(client: PoolClient, waitMs: number) {
    this.#client = client;
    this.#waitMs = waitMs;
    this.#leftMs = waitMs;
  }

  /** @param endTurn called by {@link release}. */
  borrow(endTurn: EndTurn): this {
    this.#endTurn = endTurn;
    return this;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(statement: string | PostgresCursor<Row>, values: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement !== 'string') throw new Error('Nothing here reads through a cursor.');
    if (statement === 'begin') return this.#begin();
    if (!this.#isInTransaction && currentWait() === undefined) return this.#runUnhurried<Row>(statement, values);
    if (statement === 'commit' || statement === 'rollback') this.#isInTransaction = false;
    if (this.#isInTransaction && currentWait() !== undefined) this.#shortenWaits();
    if (this.#isInTransaction && statement.startsWith(UNAWAITED)) return this.#leave(statement, values);
    return this.#run<Row>(statement, values);
  }

  #begin(): Promise<PostgresQueryResult<never>> {
    this.#isInTransaction = true;
    this.#beganAt = performance.now();
    this.#leftMs = this.#waitMs;
    const wait = currentWait();
    this.#stepsBefore = wait?.stepsSpent ?? 0;
    return this.#leave(wait === undefined ? `begin;${TAKE_TIME}` : 'begin', []);
  }

  /** In a transaction of its own, for its time ends with that. */
  async #runUnhurried<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    void this.#begin();
    try {
      const result = await this.#run<Row>(text, values);
      await this.#run('commit', []);
      return result;
    } catch (error) {
      await this.#run('rollback', []).catch(() => undefined);
      throw error;
    } finally {
      this.#isInTransaction = false;
    }
  }

  /**
   * PostgreSQL grants its time to each lock and to each statement anew: who has waited for a row of somebody who was waiting himself would then
   * wait for what that one did not get. So all of a transaction share it, in steps, with what its request has spent before; the last ones stay, for
   * what is done soon.
   */
  #shortenWaits(): void {
    const stepsGone = this.#stepsBefore + Math.floor((performance.now() - this.#beganAt) / STEP_MS);
    const leftMs = Math.max(this.#waitMs - stepsGone * STEP_MS, STEP_MS);
    if (leftMs === this.#leftMs) return;
    this.#leftMs = leftMs;
    void this.#leave(`set local lock_timeout = ${leftMs}; set local statement_timeout = ${Math.max(leftMs, STATEMENT_MS_MIN)}`, []);
  }

  /** Nobody waits for its answer alone: it comes with the next one, which fails with it. PostgreSQL itself then undoes what it is told to commit. */
  async #leave(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<never>> {
    if (this.#unanswered === undefined) this.#stream?.cork();
    // Answers come in order, so what follows and is waited for bounds this wait too.
    const answer = this.#send(values.length === 0 ? text : this.#queryOf(text, values));
    this.#unanswered = this.#unanswered === undefined ? answer : Promise.all([this.#unanswered, answer]);
    this.#unanswered.catch(() => undefined);
    return { ...NOTHING_READ, rows: [] };
  }

  get #stream() {
    return this.#client instanceof Client ? this.#client.connection.stream : undefined;
  }

  #queryOf(text: string, values: readonly unknown[]): QueryConfig<unknown[]> {
    const name = preparedName(text, values);
    return { ...(name === undefined ? {} : { name }), text, values: [...values] };
  }

  #send(query: string | QueryConfig<unknown[]>): Promise<QueryResult> {
    return observeStatement(typeof query === 'string' ? query : query.text, () => this.#client.query(query));
  }

  /** Together with what was left to leave with it. */
  #sendAlong(query: QueryConfig<unknown[]>): Promise<QueryResult> {
    try {
      return this.#send(query);
    } finally {
      this.#stream?.uncork();
    }
  }

  /** One that met an altered table is not used again: its successor prepares afresh. */
  release(): void {
    this.#client.release(this.#isStale);
    this.#endTurn?.();
  }

  async #run<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const earlier = this.#unanswered;
    this.#unanswered = undefined;
    const askedAt = performance.now();
    try {
      const query = bounded(this.#queryOf(text, values), ANSWER_TIMEOUT_MS);
      const answer = earlier === undefined ? this.#send(query) : this.#sendAlong(query);
      if (earlier !== undefined) await Promise.all([earlier, answer]);
      const { command, rowCount, rows } = await answer;
      return { command: isWrite(command) ? command : 'SELECT', rowCount: rowCount ?? 0, rows };
    } catch (error) {
      this.#isStale ||= error instanceof Error && STALE_PLAN.test(error.message);
      throw error;
    } finally {
      const wait = currentWait();
      if (wait !== undefined) wait.stepsSpent += Math.floor((performance.now() - askedAt) / STEP_MS);
    }
  }
}
