/** Type guards from schemas. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { once } from './once.ts';

/** The schema is compiled at the first call, because a start needs few of all schemas. */
export function guardOf<const Schema extends TSchema>(schema: Schema): (value: unknown) => value is Static<Schema> {
  const check = once(() => Compile(schema));
  return (value): value is Static<Schema> => check().Check(value);
}
