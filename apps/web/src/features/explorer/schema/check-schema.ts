/** JSON against the slice's schema (JSON Schema 2020-12). Loaded when a body is first looked at: the check interprets, as the content policy demands. */
import { Validator } from '@cfworker/json-schema';
import type { OperationSlice, SliceSchema } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';

export interface SchemaProblem {
  /** From the outside to the value: names, and places in lists. Empty for the whole. */
  readonly steps: readonly string[];
  readonly text: string;
}

const SHOWN_MAX = 8;
/** They only say that something below them failed. */
const SUMMARIES: readonly string[] = ['properties', '$ref', 'items', 'prefixItems', 'allOf', 'additionalProperties', 'unevaluatedProperties'];

/** None: the value is as the document says. */
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

/** Made once for each schema. The validator writes into what it is given, and what stands in the store cannot be written. */
function validatorOf(schema: Readonly<Record<string, unknown>>, $defs: OperationSlice['$defs']): Validator {
  const made = validators.get(schema) ?? new Validator(structuredClone({ ...schema, $defs }), '2020-12', false);
  validators.set(schema, made);
  return made;
}

/** `#/instructedAmount/amount` → `instructedAmount`, `amount`. The validator writes a JSON pointer as an address. */
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
