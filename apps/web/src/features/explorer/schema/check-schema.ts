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
const PATTERN_LENGTH = 80;
/** These keywords only report that something below them failed. */
const SUMMARIES: readonly string[] = ['properties', '$ref', 'items', 'prefixItems', 'allOf', 'additionalProperties', 'unevaluatedProperties'];

export interface SchemaFindings {
  /** Empty: the value matches what could be checked. */
  readonly problems: readonly SchemaProblem[];
  /** What could not be checked. */
  readonly unchecked: readonly string[];
}

/** Never throws: a schema may contain what no validator can evaluate. */
export function checkSchema(value: unknown, schema: SliceSchema, $defs: OperationSlice['$defs']): SchemaFindings {
  if (!isRecord(schema)) return { problems: schema ? [] : [{ steps: [], text: 'Nothing is expected here.' }], unchecked: [] };
  try {
    const { validator, unchecked } = validatorOf(schema, $defs);
    return { problems: problemsOf(validator, value), unchecked };
  } catch {
    // A schema that only refers to itself, two schemas with one name, or nesting beyond the stack.
    return { problems: [], unchecked: ['The schema cannot be evaluated.'] };
  }
}

function problemsOf(validator: Validator, value: unknown): SchemaProblem[] {
  const { valid, errors } = validator.validate(value);
  if (valid) return [];
  const telling = errors.filter(({ keyword }) => !SUMMARIES.includes(keyword));
  const problems = (telling.length > 0 ? telling : errors).map(({ instanceLocation, error }) => ({
    steps: stepsOf(instanceLocation),
    text: inWords(error),
  }));
  return unique(problems).slice(0, SHOWN_MAX);
}

interface KnownValidator {
  readonly validator: Validator;
  readonly unchecked: readonly string[];
}

const validators = new WeakMap<object, KnownValidator>();

/** Built once for each schema. The validator modifies its input, and objects in the store are frozen. */
function validatorOf(schema: Readonly<Record<string, unknown>>, $defs: OperationSlice['$defs']): KnownValidator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const unchecked = new Set<string>();
  const evaluated = withoutBrokenPatterns({ ...schema, $defs }, unchecked);
  const made = { validator: new Validator(isRecord(evaluated) ? evaluated : {}, '2020-12', false), unchecked: [...unchecked] };
  validators.set(schema, made);
  return made;
}

/** Members of a schema that hold values, not schemas. */
const VALUES: readonly string[] = ['const', 'enum', 'default', 'example', 'examples'];

/** A copy without the expressions that JavaScript does not accept (ECMA-262 with the `u` flag, JSON Schema 2020-12 §6.4). */
function withoutBrokenPatterns(schema: unknown, unchecked: Set<string>): unknown {
  if (Array.isArray(schema)) return schema.map((part: unknown) => withoutBrokenPatterns(part, unchecked));
  if (!isRecord(schema)) return schema;
  const isKept = (pattern: string) => {
    if (isPattern(pattern)) return true;
    unchecked.add(`The pattern ${pattern.slice(0, PATTERN_LENGTH)} is not a regular expression of JavaScript.`);
    return false;
  };
  const parts = Object.entries(schema).flatMap(([name, part]): (readonly [string, unknown])[] => {
    if (VALUES.includes(name)) return [[name, structuredClone(part)]];
    if (name === 'pattern' && typeof part === 'string') return isKept(part) ? [[name, part]] : [];
    const copy = withoutBrokenPatterns(part, unchecked);
    if (name !== 'patternProperties' || !isRecord(copy)) return [[name, copy]];
    return [[name, Object.fromEntries(Object.entries(copy).filter(([pattern]) => isKept(pattern)))]];
  });
  return Object.fromEntries(parts);
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
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
