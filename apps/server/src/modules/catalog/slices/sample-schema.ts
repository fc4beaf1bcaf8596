/** Generates a value that a schema allows, for documents without an example. The same schema always gives the same value. */
import { isObject, type Json, type JsonObject } from '../json.ts';
import { sampleOfPattern } from './sample-pattern.ts';

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
    return named(
      schema,
      choice,
      merged(
        parts.map((part) => sample(part, place)),
        sampleOfType(schema, place),
      ),
    );
  return sampleOfType(schema, place);
}

/** The discriminator names the chosen alternative (OpenAPI 3.1.1 §4.8.25). */
function named({ discriminator }: JsonObject, choice: Json | undefined, value: Json | undefined): Json | undefined {
  const [chosen] = listOf(choice);
  if (!isObject(discriminator) || !isObject(value) || !isObject(chosen) || typeof chosen.$ref !== 'string') return value;
  const mapping = isObject(discriminator.mapping) ? Object.entries(discriminator.mapping) : [];
  const name = mapping.find(([, target]) => target === chosen.$ref)?.[0] ?? chosen.$ref.replace('#/$defs/', '');
  return { ...value, [String(discriminator.propertyName)]: name };
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
      const count = Math.min(Math.max(Number(schema.minItems ?? 1), schema.maxItems === 0 ? 0 : 1), 5);
      place.count.values += (place.count.values - before) * (count - 1);
      if (item === undefined) return [];
      const choices = isObject(schema.items) ? listOf(schema.items.enum) : [];
      return Array.from({ length: count }, (_, at) => (schema.uniqueItems === true ? (choices[at] ?? another(item, at)) : item));
    }
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
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

function sampleText({ format, minLength, maxLength, pattern }: JsonObject): string {
  const text = BY_FORMAT[typeof format === 'string' ? format : ''] ?? 'string';
  const sized = text.padEnd(Math.min(Number(minLength ?? 0), 200), 'x').slice(0, Number(maxLength ?? 200));
  return typeof pattern === 'string' ? (sampleOfPattern(pattern, Number(minLength ?? 0)) ?? sized) : sized;
}

/** The smallest allowed number from zero on, otherwise the largest below zero. */
function sampleNumber({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: JsonObject): number {
  const step = Number(multipleOf ?? 1);
  const from = Number(minimum ?? exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
  const to = Number(maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  const isInside = (value: number) =>
    value >= from && value <= to && !(value === from && minimum === undefined) && !(value === to && maximum === undefined);
  const whole = multipleOf !== undefined || type === 'integer';
  const up = from > 0 ? (whole ? Math.ceil(from / step) * step : from) : 0;
  const down = to < 0 ? (whole ? Math.floor(to / step) * step : to) : 0;
  return [up, up + step, down, down - step, (from + to) / 2].find(isInside) ?? 0;
}

/** Another value than the first, for lists whose items differ. */
function another(item: Json, at: number): Json {
  if (at === 0) return item;
  if (typeof item === 'number') return item + at;
  if (typeof item === 'boolean') return !item;
  if (typeof item === 'string') return item.length > 1 ? `${item.slice(0, -1)}${at}` : `${item}${at}`;
  if (!isObject(item)) return item;
  const [first] = Object.entries(item).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return first === undefined ? item : { ...item, [first[0]]: another(first[1], at) };
}

function merged(parts: readonly (Json | undefined)[], own: Json | undefined): Json | undefined {
  const all = [...parts, own].filter((part) => part !== undefined);
  const objects = all.filter(isObject);
  return objects.length === all.length ? Object.assign({}, ...objects) : all[0];
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
