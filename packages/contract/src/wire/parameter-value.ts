/** Reads what a developer typed, or what an example holds, as the text, list or object that a style writes. */
import type { SliceParameter, SliceSchema } from '../calls/explorer.ts';
import { readJson, type WireJson, writeJson } from './wire-json.ts';

export type ParameterValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, value: string])[] };

/**
 * Lists are typed as JSON, or with commas. Objects are typed as JSON. Everything else is sent as typed.
 *
 * @param text in the form in which the field shows it
 */
export function readValue(text: string, schema: SliceSchema): ParameterValue {
  const types = typesOf(schema);
  const isAny = types.length === 0;
  const json = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
  if (Array.isArray(json) && (isAny || types.includes('array'))) return listOf(json);
  if (isRecord(json) && (isAny || types.includes('object'))) return objectOf(json);
  if (types.includes('array') && !types.includes('string')) return { kind: 'list', items: text.split(',').map((item) => item.trim()) };
  return { kind: 'text', text };
}

/** Null is an undefined value, which is left out (RFC 6570 §2.3). A nested list or object is written as JSON, because no style describes it. */
export function toValue(json: WireJson): ParameterValue {
  if (Array.isArray(json)) return listOf(json);
  return isRecord(json) ? objectOf(json) : { kind: 'text', text: writeJson(json, true) };
}

const listOf = (json: readonly WireJson[]): ParameterValue => ({
  kind: 'list',
  items: json.filter((item) => item !== null).map((item) => writeJson(item, true)),
});
const objectOf = (json: { readonly [name: string]: WireJson }): ParameterValue => ({
  kind: 'object',
  members: Object.entries(json).flatMap(([name, value]) => (value === null ? [] : [[name, writeJson(value, true)] as const])),
});

/** Empty: the schema allows any type. */
export function typesOf(schema: unknown): readonly string[] {
  if (!isRecord(schema)) return [];
  const { type, items, prefixItems, properties, additionalProperties } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string');
  if (items !== undefined || prefixItems !== undefined) return ['array'];
  return properties === undefined && !isRecord(additionalProperties) ? [] : ['object'];
}

/** Text for the field of a parameter: lists and objects as JSON. */
export function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The document's first value: example, examples, example of the schema, default, constant, first choice; `undefined` without one. */
export function firstValue({ schema, examples = [] }: Pick<SliceParameter, 'schema' | 'examples'>): unknown {
  const example = examples.find(({ value, isGenerated }) => value !== undefined && isGenerated !== true);
  if (example !== undefined) return example.value;
  if (!isRecord(schema)) return undefined;
  const [listed] = Array.isArray(schema.examples) ? schema.examples : [];
  const [choice] = Array.isArray(schema.enum) ? schema.enum : [];
  return [schema.example, listed, schema.default, schema.const, choice].find((value) => value !== undefined);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> & { readonly [name: string]: WireJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
