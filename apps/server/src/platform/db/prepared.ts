/**
 * Statements of the hot paths. Kysely builds and compiles them once per process instead of at each call, which in a signature costs as much time as
 * sending the statement. The text is always the same string object, so the engine finds its name quickly.
 */
import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import { UNAWAITED } from './connection.ts';
import type { Reader, Tx } from './database.ts';

/** Placeholders for the values while the statement is built. Each can be used as a Kysely expression. An absent value becomes `null`. */
export type Given<Values> = { readonly [Name in keyof Values]-?: RawBuilder<OrNull<Values[Name]>> };

type OrNull<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** A statement from Kysely's builder or from `sql`. */
interface Statement<Row> {
  compile(reader: Reader): CompiledQuery<Row>;
}

/** @param build must build the same statement each time; values must not change its form. */
export function prepared<Values extends object, Row>(
  build: (reader: Reader, given: Given<Values>) => Statement<Row>,
): (reader: Reader, values: Values) => Promise<QueryResult<Row>> {
  let compiled: CompiledQuery<Row> | undefined;
  return (reader, values) => {
    compiled ??= build(reader, givenSlots<Values>()).compile(reader);
    const { query, queryId, sql: text } = compiled;
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? (Reflect.get(values, parameter.name) ?? null) : parameter,
    );
    return send(reader, { query, queryId, sql: text, parameters });
  };
}

/** Within a transaction, Kysely sends a statement when the one before has its result; this, when the one before is sent. */
async function send<Row>(reader: Reader, statement: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  if (!reader.isTransaction) return reader.executeQuery(statement);
  const sent = await reader.getExecutor().provideConnection(async (connection) => ({ result: connection.executeQuery<Row>(statement) }));
  return sent.result;
}

/**
 * The results of {@link prepared} statements of one transaction that do not need each other's results. They are sent in one trip, and the database
 * runs them one after the other in the order of the calls, so each sees what the locks of those before it waited for. Throws the first failure when
 * all have ended: none of them can be sent after the transaction.
 */
export async function together<const Asked extends readonly unknown[]>(asked: Asked): Promise<{ -readonly [At in keyof Asked]: Awaited<Asked[At]> }> {
  await Promise.allSettled(asked);
  return Promise.all(asked);
}

/**
 * A {@link prepared} statement whose result no caller reads, if possible the last of its transaction. On PostgreSQL it is sent together with the next
 * statement, at the latest the commit, and fails with it. The lock on the row guarantees its effect before the result arrives.
 *
 * @param build as for {@link prepared}.
 */
export function unawaited<Values extends object>(
  build: (reader: Reader, given: Given<Values>) => Statement<unknown>,
): (tx: Tx, values: Values) => Promise<void> {
  const run = prepared<Values, unknown>((_reader, given) => ({
    compile(reader) {
      const compiled = build(reader, given).compile(reader);
      return { ...compiled, sql: `${UNAWAITED} ${compiled.sql}` };
    },
  }));
  return async (tx, values) => void (await run(tx, values));
}

/** A parameter whose value is set at each call. */
class Slot {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
}

function givenSlots<Values>(): Given<Values>;
function givenSlots(): object {
  return new Proxy({}, { get: (_target, name) => sql`${new Slot(name)}` });
}
