/** JSON against the slice's schema (JSON Schema 2020-12). Loaded when a body is first looked at: the check interprets, as the content policy demands. */
import { Validator } from '@cfworker/json-schema';
import type { OperationSlice, SliceSchema } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';

export interface SchemaProblem {
  /** Of the value, e.g. `instructedAmount.amount`; empty for the whole. */
  readonly path: string;
  readonly text: string;
}

const SHOWN_MAX = 8;
/** They only say that something below them failed. */
const SUMMARIES: readonly string[] = ['properties', '$ref', 'items', 'prefixItems', 'allOf', 'additionalProperties', 'unevaluatedProperties'];

/** None: the value is as the document says. */
export function checkSchema(value: unknown, schema: SliceSchema, $defs: OperationSlice['$defs']): SchemaProblem[] {
  if (!isRecord(schema)) return schema ? [] : [{ path: '', text: 'Nothing is expected here.' }];
  const { valid, errors } = new Validator({ ...schema, $defs }, '2020-12', false).validate(value);
  if (valid) return [];
  const telling = errors.filter(({ keyword }) => !SUMMARIES.includes(keyword));
  const problems = (telling.length > 0 ? telling : errors).map(({ instanceLocation, error }) => ({
    path: readablePath(instanceLocation),
    text: error,
  }));
  return unique(problems).slice(0, SHOWN_MAX);
}

/** `#/instructedAmount/amount` → `instructedAmount.amount`. */
function readablePath(location: string): string {
  return location
    .replace(/^#\/?/, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

function unique(problems: readonly SchemaProblem[]): SchemaProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.path}\n${problem.text}`, problem])).values()];
}
