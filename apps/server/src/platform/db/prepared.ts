/**
 * Statements of the hot paths: built and printed once per process, then only filled. Kysely does both anew at every call, which on the
 * way of a signature costs as much time as sending the statement. The text is the same object each time, so the engine knows it at once.
 */
import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';

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
