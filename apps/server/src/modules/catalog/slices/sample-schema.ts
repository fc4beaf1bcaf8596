/** Generates a value that a schema allows, for documents without an example. The same schema always gives the same value; patterns are ignored. */
import { isObject, type Json, type JsonObject } from '../json.ts';

/** Limits for nesting. If the sample has too many values, it is generated again with the next lower limit. */
const DEPTHS = [16, 8, 4];
const VALUES_MAX = 2000;
/** Limit for the nesting of one schema within itself. */
const RECURSION_MAX = 2;

/** The state of one sample, and the position in it. */
interface Place {
  readonly defs: Readonly<Record<string, Json>>;
  readonly count: { values: number };
  readonly depthLeft: number;
  /** Names of the definitions around the present value. */
  readonly within: readonly string[];
}

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
  let value: Json | undefined;
  for (const depthLeft of DEPTHS) {
    const count = { values: 0 };
    value = sample(schema, { defs, count, depthLeft, within: [] });
    if (count.values <= VALUES_MAX) break;
  }
  return value ?? null;
}

/** Undefined: too deep, or a value that requests do not contain. */
function sample(schema: Json | undefined, place: Place): Json | undefined {
  if (!isObject(schema)) return schema === false || schema === undefined ? undefined : {};
  place.count.values += 1;
  if (place.depthLeft < 0 || place.count.values > VALUES_MAX || schema.readOnly === true) return undefined;
  const [example] = Array.isArray(schema.examples) ? schema.examples : [];
  const [first] = Array.isArray(schema.enum) ? schema.enum : [];
  const given = [schema.example, example, schema.default, schema.const, first].find((value) => value !== undefined);
  if (given !== undefined) return given;
  if (typeof schema.$ref === 'string') return sampleReferred(schema.$ref.replace('#/$defs/', ''), place);
  const choice = [schema.oneOf, schema.anyOf].find((forms) => Array.isArray(forms) && forms.length > 0);
  const parts = [...listOf(schema.allOf), ...(choice === undefined ? [] : listOf(choice).slice(0, 1))];
  if (parts.length > 0)
    return merged(
      parts.map((part) => sample(part, place)),
      sampleOfType(schema, place),
    );
  return sampleOfType(schema, place);
}

function sampleReferred(name: string, place: Place): Json | undefined {
  if (place.within.filter((other) => other === name).length >= RECURSION_MAX) return undefined;
  return sample(place.defs[name], { ...place, within: [...place.within, name] });
}

function sampleOfType(schema: JsonObject, place: Place): Json | undefined {
  const inside = { ...place, depthLeft: place.depthLeft - 1 };
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, inside);
    case 'array': {
      const before = place.count.values;
      const item = sample(schema.items, inside);
      const count = Math.min(Math.max(Number(schema.minItems ?? 1), 1), 5);
      place.count.values += (place.count.values - before) * (count - 1);
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

function sampleObject({ properties }: JsonObject, inside: Place): JsonObject {
  const entries = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]): readonly [string, Json][] => {
    const value = sample(property, inside);
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
