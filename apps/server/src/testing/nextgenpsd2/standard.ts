/** Checks our answers against the Berlin Group's own schemas; see README.md for their source, licence and our exceptions. */
import { readFileSync } from 'node:fs';
import { Compile, type Validator } from 'typebox/schema';

type Json = { readonly [name: string]: unknown };

const { answers, schemas }: { answers: Json; schemas: Json } = JSON.parse(readFileSync(new URL('answers-1.3.11.json', import.meta.url), 'utf8'));
const compiled = new Map<string, Validator>();

/** What the standard finds wrong with an answer; empty is good. `name`: as in `answers` of the extract. */
export function standardFindings(name: string, answer: unknown): readonly string[] {
  const schema = answers[name];
  if (schema === undefined) throw new Error(`The extract has no answer ${name}.`);
  const check = compiled.get(name) ?? Compile({ ...closeObjects(schema), $defs: closeObjects(schemas) });
  compiled.set(name, check);
  if (check.Check(answer)) return [];
  const [, errors] = check.Errors(answer);
  // Each unknown member is also reported on its own, by the schema `false` it ran into.
  return errors
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map(({ keyword, instancePath, message }) => `${instancePath || '/'} ${keyword === 'boolean' ? 'is unknown to the standard' : message}`);
}

/** An object with named members takes no others, so that we invent none. */
function closeObjects(schema: unknown): Json {
  return Object.fromEntries(Object.entries(Object(schema)).map(([key, value]): [string, unknown] => [key, close(value)]));
}

function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = closeObjects(schema);
  return closed.type === 'object' && closed.properties !== undefined && closed.additionalProperties === undefined
    ? { ...closed, additionalProperties: false }
    : closed;
}
