/**
 * Validates JSON against the slice's schema (JSON Schema 2020-12). Loaded when a body is first shown. The validator interprets the schema, because
 * the content security policy forbids eval.
 */
import { Validator } from '@cfworker/json-schema';
import type { OperationSlice, SliceSchema } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';

export interface SchemaProblem {
  /** Names and list indexes from the root to the value; empty for the root. */
  readonly steps: readonly string[];
  readonly text: string;
}

const SHOWN_MAX = 8;
/** These keywords only report that something below them failed. */
const SUMMARIES: readonly string[] = ['properties', '$ref', 'items', 'prefixItems', 'allOf', 'additionalProperties', 'unevaluatedProperties'];

/** An empty list: the value matches the schema. */
export function checkSchema(value: unknown, schema: SliceSchema, $defs: OperationSlice['$defs']): SchemaProblem[] {
  if (!isRecord(schema)) return schema ? [] : [{ steps: [], text: 'Nothing is expected here.' }];
  const { valid, errors } = validatorOf(schema, $defs).validate(value);
  if (valid) return [];
  const telling = errors.filter(({ keyword }) => !SUMMARIES.includes(keyword));
  const problems = (telling.length > 0 ? telling : errors).map(({ instanceLocation, error }) => ({
    steps: stepsOf(instanceLocation),
    text: inWords(error),
  }));
  return unique(problems).slice(0, SHOWN_MAX);
}

const validators = new WeakMap<object, Validator>();

/** Built once for each schema. The validator modifies its input, and objects in the store are frozen. */
function validatorOf(schema: Readonly<Record<string, unknown>>, $defs: OperationSlice['$defs']): Validator {
  const made = validators.get(schema) ?? new Validator(structuredClone({ ...schema, $defs }), '2020-12', false);
  validators.set(schema, made);
  return made;
}

/** `#/instructedAmount/amount` → `instructedAmount`, `amount`. The validator writes the JSON pointer as a URI fragment. */
function stepsOf(location: string): string[] {
  const [, ...steps] = location.split('/');
  return steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

const WORDS: readonly (readonly [error: RegExp, words: string])[] = [
  [/^Instance does not have required property "(.+)"\.$/s, '“$1” is missing.'],
  [/^Instance type "(.+)" is invalid\. Expected "(.+)"\.$/s, 'This is of the type $1; it must be $2.'],
  [/^False boolean schema\.$/, 'This is not expected here.'],
  [/^Instance /, 'This '],
];

function inWords(error: string): string {
  const found = WORDS.find(([pattern]) => pattern.test(error));
  return found === undefined ? error : error.replace(...found);
}

function unique(problems: readonly SchemaProblem[]): SchemaProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
