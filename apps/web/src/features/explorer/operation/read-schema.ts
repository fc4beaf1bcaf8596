/** One level of a JSON schema as a reader wants it: its nature in words, its members, its alternatives. Nothing is followed further than asked. */
import type { OperationSlice, SliceSchema } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';

export interface SchemaMember {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: SliceSchema;
}

export interface SchemaNode {
  /** `string, uuid`, `list of Account`. */
  readonly nature: string;
  /** Limits in words. */
  readonly rules: readonly string[];
  /** Prose, when the document says something. */
  readonly description: unknown;
  readonly members: readonly SchemaMember[];
  readonly alternatives: readonly { readonly title: string; readonly schema: SliceSchema }[];
  /** `oneOf` instead of `anyOf`. */
  readonly isExclusive: boolean;
}

type Defs = OperationSlice['$defs'];
type Fields = Readonly<Record<string, unknown>>;

const DEF = /^#\/\$defs\/(.+)$/;
/** References to references, and schemas that are all of themselves, end here. */
const DEPTH_MAX = 20;

export function readSchema(schema: SliceSchema, $defs: Defs): SchemaNode {
  const fields = resolve(schema, $defs);
  // The members of a list are those of its items.
  const inner = isSchema(fields.items) ? resolve(fields.items, $defs) : fields;
  const members = membersOf(inner, $defs, 0);
  const choices = [inner.oneOf, inner.anyOf].find(Array.isArray) ?? [];
  return {
    nature: natureOf(schema, $defs),
    rules: rulesOf(fields),
    description: fields.description,
    members,
    alternatives: choices.filter(isSchema).map((choice, place) => ({ title: titleOf(choice, $defs) ?? `choice ${place + 1}`, schema: choice })),
    isExclusive: Array.isArray(inner.oneOf),
  };
}

function resolve(schema: SliceSchema, $defs: Defs): Fields {
  let current: unknown = schema;
  for (let depth = 0; depth < DEPTH_MAX && isRecord(current); depth += 1) {
    const name = defName(current);
    if (name === undefined) return current;
    const { $ref: _ref, ...beside } = current;
    const target: unknown = Object.hasOwn($defs, name) ? $defs[name] : undefined;
    current = isRecord(target) ? { ...target, ...beside } : {};
  }
  return isRecord(current) ? current : {};
}

function membersOf(fields: Fields, $defs: Defs, depth: number): SchemaMember[] {
  const required: unknown[] = Array.isArray(fields.required) ? fields.required : [];
  const own = isRecord(fields.properties) ? Object.entries(fields.properties) : [];
  const members = own.flatMap(([name, schema]) => (isSchema(schema) ? [{ name, isRequired: required.includes(name), schema }] : []));
  const parts: unknown[] = Array.isArray(fields.allOf) && depth < DEPTH_MAX ? fields.allOf : [];
  const all = [...parts.filter(isSchema).flatMap((part) => membersOf(resolve(part, $defs), $defs, depth + 1)), ...members];
  // What is said again later is said better.
  return [...new Map(all.map((member) => [member.name, member])).values()].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function natureOf(schema: SliceSchema, $defs: Defs): string {
  const fields = resolve(schema, $defs);
  if (isSchema(fields.items)) return `list of ${natureOf(fields.items, $defs)}`;
  const types = Array.isArray(fields.type) ? fields.type.map(String).join(' or ') : typeof fields.type === 'string' ? fields.type : undefined;
  const word = types === undefined || types === 'object' ? (titleOf(schema, $defs) ?? types ?? 'any') : types;
  return typeof fields.format === 'string' ? `${word}, ${fields.format}` : word;
}

function titleOf(schema: SliceSchema, $defs: Defs): string | undefined {
  if (!isRecord(schema)) return undefined;
  const { title } = resolve(schema, $defs);
  return typeof title === 'string' ? title : defName(schema);
}

function defName(fields: Fields): string | undefined {
  return typeof fields.$ref === 'string' ? DEF.exec(fields.$ref)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~') : undefined;
}

const LIMITS: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => `at least ${limit} characters`,
  maxLength: (limit) => `at most ${limit} characters`,
  minimum: (limit) => `from ${limit}`,
  maximum: (limit) => `to ${limit}`,
  minItems: (limit) => `at least ${limit} entries`,
  maxItems: (limit) => `at most ${limit} entries`,
  pattern: (limit) => `like ${limit}`,
};

function rulesOf(fields: Fields): string[] {
  const rules = Object.entries(LIMITS).flatMap(([name, say]) => {
    const limit = fields[name];
    return typeof limit === 'number' || typeof limit === 'string' ? [say(String(limit))] : [];
  });
  if (fields.const !== undefined) rules.push(`always ${JSON.stringify(fields.const)}`);
  if (Array.isArray(fields.enum)) rules.push(`one of ${fields.enum.map((value) => JSON.stringify(value)).join(', ')}`);
  if (fields.default !== undefined) rules.push(`otherwise ${JSON.stringify(fields.default)}`);
  return rules;
}

function isSchema(value: unknown): value is SliceSchema {
  return typeof value === 'boolean' || isRecord(value);
}
