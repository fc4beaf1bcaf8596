/** PostgreSQL 15 or newer through one pool of connections. Every wait is bounded. */
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Client, Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg';
import { sha256Hex } from '../crypto/hash.ts';
import { noteVainWait } from '../tenant/sandbox-changes.ts';
import { DATABASE_CONNECTIONS, type Engine, parseSafeInteger, UNAWAITED } from './connection.ts';
import { STALE_PLAN } from './database-unavailable.ts';
import { observeStatement } from './observe-statement.ts';
import { createTurns, currentWait, type EndTurn, STEP_MS } from './turns.ts';

/** How long a request waits for a connection, its turn, a lock or a statement, each. A request that would wait longer is refused (decision 0046). */
const WAIT_MS = 2_000;
/** The limit for a statement outside a request: no caller waits for it, so it may take longer. */
const UNHURRIED_STATEMENT_MS = 10_000;
/** The lower limit of `statement_timeout` after a request has waited long. Without a fault its own statements take far less. */
const STATEMENT_MS_MIN = 3 * STEP_MS;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** PostgreSQL cancels the statement earlier. This limit applies when the server's answer no longer arrives; the driver then closes the connection. */
const ANSWER_TIMEOUT_MS = UNHURRIED_STATEMENT_MS + 2_000;
/** `set local` ends with the transaction. A setting of the session would pass, through a pooler, to the next user of the server connection. */
const TAKE_TIME = `set local statement_timeout = ${UNHURRIED_STATEMENT_MS}`;
/** The project has far fewer statement texts. The limit keeps the map from growing with texts that occur only once. */
const PREPARED_MAX = 1_000;

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseSafeInteger],
  [types.builtins.DATE, (text) => text],
]);

/** @param waitMs the limit of a request for a connection, its turn, a lock and a statement, each. */
export function openPostgres(url: string, onIdleError: (error: Error) => void, connections = DATABASE_CONNECTIONS, waitMs = WAIT_MS): Engine {
  const settings = {
    connectionString: url,
    // The driver sends a query without waiting for the answer to the one before. This is used for `begin` and statements marked {@link UNAWAITED}.
    pipeline: true,
    max: connections,
    // In `pg_stat_activity` and the log of PostgreSQL, unless the URL has another name.
    fallback_application_name: 'portico',
    connectionTimeoutMillis: waitMs,
    statement_timeout: waitMs,
    lock_timeout: waitMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? types.getTypeParser(oid, format) },
  };
  const pool = new Pool(settings);
  // Without a listener a server restart would end the process; the pool itself reconnects.
  pool.on('error', onIdleError);
  // The pool does not listen to a connection in use. If it were lost between two statements of a transaction, its `error` event would end the
  // process. The transaction gets the error from its next statement.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // The pool has a queue of its waiting callers. Requests wait for their turn before they ask the pool, so that this queue stays empty.
  const takeTurn = createTurns(connections, waitMs);

  /** One object for each client of the pool, so that callers that key a map by connection find their entry again. */
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

  /** @param prelude statements that run before the text, in the same transaction. */
  async function script(text: string, { prelude = '', timeoutMs = ANSWER_TIMEOUT_MS } = {}): Promise<{ rows: unknown[] }> {
    const endTurn = await takeTurn();
    const answer = await observeStatement(text, () => pool.query(bounded({ text: prelude + text }, timeoutMs))).finally(endTurn);
    // For several statements the driver returns an array, which its types do not declare.
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
    // A migration sets its own timeouts and has no limit here.
    script: async (text) => void (await script(text, { timeoutMs: 0 })),
    query,
    close: () => pool.end(),
  };
}

/** After `timeoutMs` the driver closes the connection. Its types declare `query_timeout` for a connection only, not for a query. */
function bounded(query: QueryConfig<unknown[]>, timeoutMs: number): QueryConfig<unknown[]> & { readonly query_timeout: number } {
  return { ...query, query_timeout: timeoutMs };
}

/** The name is derived from the text, so it is the same in every process: connections that share a pooler's server connection reuse one plan. */
const names = new Map<string, string>();

/** Returns undefined for a statement without parameters, and for a new text when the map is full. Such a statement is not prepared. */
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

/** The limit for a lock or for a statement was over. */
function isVainWait(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '57014');
}

const NOTHING_READ = { command: 'SELECT', rowCount: 0, rows: [] } as const;

/**
 * A connection that prepares each statement, so that PostgreSQL parses and plans it once per connection. `begin` is sent together with the first
 * statement of a transaction; a commit may be sent together with the last.
 */
class PreparingConnection implements PostgresPoolClient {
  readonly #client: PoolClient;
  #endTurn: EndTurn | undefined;
  #isStale = false;
  #isInTransaction = false;
  #beganAt = 0;
  /** Steps that the request had spent on waiting before this transaction began. */
  #stepsBefore = 0;
  readonly #waitMs: number;
  #leftMs: number;
  /** Results of statements sent without waiting. They leave in one packet with the next awaited statement. */
  #unanswered: Promise<unknown> | undefined;
  /** Statements wait to leave in one packet. */
  #isHeld = false;
  /** The wait of statements that left together counts once. */
  #answeredAt = 0;

  constructor(client: PoolClient, waitMs: number) {
    this.#client = client;
    this.#waitMs = waitMs;
    this.#leftMs = waitMs;
  }

  /** @param endTurn called by {@link release}. */
  borrow(endTurn: EndTurn): this {
    this.#endTurn = endTurn;
    this.#answeredAt = 0;
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

  /** The transaction limits the statement's timeout to this statement. */
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
   * PostgreSQL starts `lock_timeout` and `statement_timeout` again for each lock and each statement, so a transaction could wait many times as long
   * as allowed. All statements of a transaction therefore share one limit, together with the steps its request spent before. The limit shrinks in
   * steps, and one step always remains for statements that end soon.
   */
  #shortenWaits(): void {
    const stepsGone = this.#stepsBefore + Math.floor((performance.now() - this.#beganAt) / STEP_MS);
    const leftMs = Math.max(this.#waitMs - stepsGone * STEP_MS, STEP_MS);
    if (leftMs === this.#leftMs) return;
    this.#leftMs = leftMs;
    void this.#leave(`set local lock_timeout = ${leftMs}; set local statement_timeout = ${Math.max(leftMs, STATEMENT_MS_MIN)}`, []);
  }

  /**
   * Sends a statement without waiting for its result. The next awaited statement waits for it too, and fails if it failed; PostgreSQL then rolls back
   * when the transaction commits.
   */
  async #leave(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<never>> {
    // PostgreSQL returns results in order, so the timeout of the next awaited statement also bounds this one.
    const answer = this.#send(values.length === 0 ? text : this.#queryOf(text, values));
    this.#unanswered = this.#unanswered === undefined ? answer : Promise.all([this.#unanswered, answer]);
    this.#unanswered.catch(() => undefined);
    return { ...NOTHING_READ, rows: [] };
  }

  #letGo(): void {
    if (this.#isHeld) this.#stream?.uncork();
    this.#isHeld = false;
  }

  get #stream() {
    return this.#client instanceof Client ? this.#client.connection.stream : undefined;
  }

  #queryOf(text: string, values: readonly unknown[]): QueryConfig<unknown[]> {
    const name = preparedName(text, values);
    return { ...(name === undefined ? {} : { name }), text, values: [...values] };
  }

  #send(query: string | QueryConfig<unknown[]>): Promise<QueryResult> {
    if (!this.#isHeld) this.#stream?.cork();
    this.#isHeld = true;
    return observeStatement(typeof query === 'string' ? query : query.text, () => this.#client.query(query));
  }

  /** A connection whose cached plan no longer matches its table is closed. The next connection prepares its statements again. */
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
      const answer = this.#send(query);
      // Statements that are asked for together leave in one packet.
      process.nextTick(() => this.#letGo());
      if (earlier !== undefined) await Promise.all([earlier, answer]);
      const { command, rowCount, rows } = await answer;
      return { command: isWrite(command) ? command : 'SELECT', rowCount: rowCount ?? 0, rows };
    } catch (error) {
      this.#isStale ||= error instanceof Error && STALE_PLAN.test(error.message);
      if (isVainWait(error)) noteVainWait(currentWait()?.sandboxId);
      throw error;
    } finally {
      const wait = currentWait();
      const now = performance.now();
      if (wait !== undefined) wait.stepsSpent += Math.floor((now - Math.max(askedAt, this.#answeredAt)) / STEP_MS);
      this.#answeredAt = now;
    }
  }
}
