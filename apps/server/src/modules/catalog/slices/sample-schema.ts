/** A value that a schema allows, where the document gives no example: always the same one. Patterns are not fulfilled. */
import { isObject, type Json, type JsonObject } from '../json.ts';

const DEPTH_MAX = 8;
const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-06-01',
  'date-time': '2026-06-01T12:00:00Z',
  time: '12:00:00Z',
  email: 'someone@example.com',
  uuid: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.10',
  ipv6: '2001:db8::10',
};

export function sampleSchema(schema: Json | undefined, defs: Readonly<Record<string, Json>>): Json {
  return sample(schema, defs, 0) ?? null;
}

/** Undefined: too deep, or nothing that a caller writes. */
function sample(schema: Json | undefined, defs: Readonly<Record<string, Json>>, depth: number): Json | undefined {
  if (!isObject(schema)) return schema === false || schema === undefined ? undefined : {};
  if (depth > DEPTH_MAX || schema.readOnly === true) return undefined;
  const [example] = Array.isArray(schema.examples) ? schema.examples : [];
  const [first] = Array.isArray(schema.enum) ? schema.enum : [];
  const given = [schema.example, example, schema.default, schema.const, first].find((value) => value !== undefined);
  if (given !== undefined) return given;
  if (typeof schema.$ref === 'string') return sample(defs[schema.$ref.replace('#/$defs/', '')], defs, depth + 1);
  const choice = [schema.oneOf, schema.anyOf].find((forms) => Array.isArray(forms) && forms.length > 0);
  const parts = [...listOf(schema.allOf), ...(choice === undefined ? [] : listOf(choice).slice(0, 1))];
  if (parts.length > 0)
    return merged(
      parts.map((part) => sample(part, defs, depth + 1)),
      sampleOfType(schema, defs, depth),
    );
  return sampleOfType(schema, defs, depth);
}

function sampleOfType(schema: JsonObject, defs: Readonly<Record<string, Json>>, depth: number): Json | undefined {
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, defs, depth);
    case 'array': {
      const item = sample(schema.items, defs, depth + 1);
      const count = Math.min(Math.max(Number(schema.minItems ?? 1), 1), 5);
      return item === undefined ? [] : Array.from({ length: count }, () => item);
    }
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : Number(schema.exclusiveMinimum) + 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return undefined;
  }
}

function typeOf({ type, properties, items }: JsonObject): Json | undefined {
  const [first] = Array.isArray(type) ? type.filter((name) => name !== 'null') : [type];
  return first ?? (properties === undefined ? (items === undefined ? undefined : 'array') : 'object');
}

function sampleObject({ properties }: JsonObject, defs: Readonly<Record<string, Json>>, depth: number): JsonObject {
  const entries = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]): readonly [string, Json][] => {
    const value = sample(property, defs, depth + 1);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function sampleText({ format, minLength }: JsonObject): string {
  const text = BY_FORMAT[typeof format === 'string' ? format : ''] ?? 'string';
  return text.padEnd(Math.min(Number(minLength ?? 0), 200), 'x');
}

function merged(parts: readonly (Json | undefined)[], own: Json | undefined): Json | undefined {
  const all = [...parts, own].filter((part) => part !== undefined);
  const objects = all.filter(isObject);
  return objects.length === all.length ? Object.assign({}, ...objects) : all[0];
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
