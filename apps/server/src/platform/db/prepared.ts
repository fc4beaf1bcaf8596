/**
 * Statements of the hot paths: built and printed once per process, then only filled. Kysely does both anew at every call, which on the
 * way of a signature costs as much time as sending the statement. The text is the same object each time, so the engine knows it at once.
 */
import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import { UNAWAITED } from './connection.ts';
import type { Reader, Tx } from './database.ts';

/** Stands for the values while the statement is built; each member goes wherever Kysely takes an expression. What is absent is `null`. */
export type Given<Values> = { readonly [Name in keyof Values]-?: RawBuilder<OrNull<Values[Name]>> };

type OrNull<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** What Kysely builds, and what is written as `sql`. */
interface Statement<Row> {
  compile(reader: Reader): CompiledQuery<Row>;
}

/**
 * @param build must make the same statement each time: what decides about its form is not among the values.
 */
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
    return reader.executeQuery({ query, queryId, sql: text, parameters });
  };
}

/**
 * A {@link prepared} statement of a transaction whose answer nobody reads, last where it can be: on PostgreSQL it leaves together with what
 * follows it, at the latest the commit, and fails with that. What it must have done is certain before, by the lock of the row.
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

/** A parameter that is not known yet. */
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
