/** Describes one level of a JSON schema: its type in words, its members, its alternatives. Deeper levels are read on demand. */
import type { OperationSlice, SliceSchema } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';

interface SchemaMember {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: SliceSchema;
}

export interface SchemaChoice {
  /** `oneOf` instead of `anyOf`. */
  readonly isExclusive: boolean;
  readonly alternatives: readonly { readonly title: string; readonly schema: SliceSchema }[];
}

export interface SchemaNode {
  /** `string, uuid`, `list of Account`. */
  readonly nature: string;
  /** Limits in words. */
  readonly rules: readonly string[];
  /** Prose, if the document has a description. */
  readonly description: unknown;
  readonly members: readonly SchemaMember[];
  readonly choices: readonly SchemaChoice[];
}

type Defs = OperationSlice['$defs'];
type Fields = Readonly<Record<string, unknown>>;

const DEF = /^#\/\$defs\/(.+)$/;
/** Limit for chains of references, and for schemas that contain themselves. */
const DEPTH_MAX = 20;

export function readSchema(schema: SliceSchema, $defs: Defs): SchemaNode {
  const fields = resolve(schema, $defs);
  const parts = partsOf(itemOf(fields, $defs), $defs);
  return {
    nature: natureOf(schema, $defs),
    rules: rulesOf(fields),
    description: fields.description,
    members: membersOf(parts),
    choices: parts.flatMap((part) =>
      [choiceOf(part.oneOf, true, $defs), choiceOf(part.anyOf, false, $defs)].filter((choice) => choice !== undefined),
    ),
  };
}

/** The members of a list are those of its items. */
function itemOf(fields: Fields, $defs: Defs): Fields {
  let item = fields;
  for (let depth = 0; depth < DEPTH_MAX && isSchema(item.items); depth += 1) item = resolve(item.items, $defs);
  return item;
}

function choiceOf(list: unknown, isExclusive: boolean, $defs: Defs): SchemaChoice | undefined {
  if (!Array.isArray(list)) return undefined;
  const alternatives = list.filter(isSchema).map((schema, place) => ({ title: titleOf(schema, $defs) ?? `choice ${place + 1}`, schema }));
  return { isExclusive, alternatives };
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

/** The parts of a schema (`allOf`), and the schema itself last, because later definitions take precedence. Recursive parts are read once. */
function partsOf(fields: Fields, $defs: Defs, seen = new Set<string>()): readonly Fields[] {
  const inner: unknown[] = Array.isArray(fields.allOf) ? fields.allOf : [];
  const parts = inner.filter(isSchema).flatMap((part) => {
    const name = isRecord(part) ? defName(part) : undefined;
    if (name === undefined) return partsOf(resolve(part, $defs), $defs, seen);
    return seen.has(name) ? [] : partsOf(resolve(part, $defs), $defs, seen.add(name));
  });
  return [...parts, fields];
}

function membersOf(parts: readonly Fields[]): SchemaMember[] {
  const required = new Set<unknown>(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])));
  const schemas = new Map(parts.flatMap(({ properties }) => (isRecord(properties) ? Object.entries(properties) : [])));
  const named = [...schemas].flatMap(([name, schema]) => (isSchema(schema) ? [{ name, isRequired: required.has(name), schema }] : []));
  const rest = parts.map(({ additionalProperties }) => additionalProperties).find((value) => isRecord(value) && Object.keys(value).length > 0);
  return [
    ...named.sort((a, b) => Number(b.isRequired) - Number(a.isRequired)),
    ...(isSchema(rest) ? [{ name: named.length === 0 ? 'any name' : 'any other name', isRequired: false, schema: rest }] : []),
  ];
}

function natureOf(schema: SliceSchema, $defs: Defs, depth = 0): string {
  const fields = resolve(schema, $defs);
  if (depth > DEPTH_MAX) return 'any';
  if (isSchema(fields.items)) return `list of ${natureOf(fields.items, $defs, depth + 1)}`;
  const types = Array.isArray(fields.type) ? fields.type.map(String).join(' or ') : typeof fields.type === 'string' ? fields.type : undefined;
  const word = types === undefined || types === 'object' ? (namedBy(schema, $defs) ?? types ?? natureOfChoice(fields, $defs)) : types;
  return typeof fields.format === 'string' ? `${word}, ${fields.format}` : word;
}

/** Names two named alternatives; counts more of them. */
function natureOfChoice(fields: Fields, $defs: Defs): string {
  const choice = choiceOf(fields.oneOf, true, $defs) ?? choiceOf(fields.anyOf, false, $defs);
  if (choice === undefined) return 'any';
  const { alternatives, isExclusive } = choice;
  const names = alternatives.map(({ schema }) => titleOf(schema, $defs));
  return alternatives.length === 2 && !names.includes(undefined) ? names.join(' or ') : `${isExclusive ? 'one' : 'any'} of ${alternatives.length}`;
}

/** Its name, or its type if that is meaningful. */
function titleOf(schema: SliceSchema, $defs: Defs): string | undefined {
  const { type } = resolve(schema, $defs);
  return namedBy(schema, $defs) ?? (typeof type === 'string' && type !== 'object' && type !== 'array' ? type : undefined);
}

function namedBy(schema: SliceSchema, $defs: Defs): string | undefined {
  if (!isRecord(schema)) return undefined;
  const { title } = resolve(schema, $defs);
  return typeof title === 'string' ? title : defName(schema);
}

function defName(fields: Fields): string | undefined {
  return typeof fields.$ref === 'string' ? DEF.exec(fields.$ref)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~') : undefined;
}

const LIMITS: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => `at least ${limit} ${limit === '1' ? 'character' : 'characters'}`,
  maxLength: (limit) => `at most ${limit} ${limit === '1' ? 'character' : 'characters'}`,
  minimum: (limit) => `from ${limit}`,
  maximum: (limit) => `to ${limit}`,
  minItems: (limit) => `at least ${limit} ${limit === '1' ? 'entry' : 'entries'}`,
  maxItems: (limit) => `at most ${limit} ${limit === '1' ? 'entry' : 'entries'}`,
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
