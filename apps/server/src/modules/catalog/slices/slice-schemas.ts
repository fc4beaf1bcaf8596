/** The schemas of one slice. Each referenced schema appears once in `$defs`, so recursive schemas stay references. */
import { isObject, type Json, type JsonObject, mapObject, toJson } from '../json.ts';
import { DocumentError } from './document-error.ts';
import { modernSchema } from './modern-schema.ts';
import type { ReadProse } from './read-prose.ts';
import type { References } from './references.ts';

export interface SliceSchemas {
  /** Returns the schema in the slice's form and adds the schemas it refers to. */
  take(schema: Json): boolean | JsonObject;
  defs(): Readonly<Record<string, boolean | JsonObject>>;
}

/** Keywords whose value is a schema, a list of schemas, or schemas by name (JSON Schema 2020-12, and draft 4 as in OpenAPI 3.0). */
const ONE = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAP = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Keywords that are irrelevant for one operation, or would change how references resolve. */
const LEFT_OUT = /^(?:x-.*|xml|externalDocs|\$(?:id|schema|anchor|vocabulary|comment|defs|dynamicRef|dynamicAnchor)|definitions)$/;

/** @param isModern OpenAPI 3.1. */
export function createSliceSchemas(references: References, readProse: ReadProse, isModern: boolean): SliceSchemas {
  const names = new Map<string, string>();
  /** Schemas with an `$id`, around the present one: a reference within them begins there (JSON Schema 2020-12 §8.2.1). */
  let resource: JsonObject | undefined;
  const defs = new Map<string, boolean | JsonObject>();

  function take(schema: Json): boolean | JsonObject {
    if (!isObject(schema)) return schema !== false;
    const around = resource;
    if (isModern && typeof schema.$id === 'string') resource = schema;
    const own = mapObject(withoutNoise(schema), part);
    resource = around;
    return isModern ? own : modernSchema(own);
  }

  function part(value: Json, word: string): Json {
    if (word === '$ref') return typeof value === 'string' ? refer(value) : value;
    if (word === 'description') return typeof value === 'string' ? toJson(readProse(value)) : value;
    if (word === 'discriminator') return isObject(value) ? discriminator(value) : value;
    if (ONE.has(word)) return Array.isArray(value) ? value.map(take) : take(value);
    if (LIST.has(word)) return Array.isArray(value) ? value.map(take) : value;
    return MAP.has(word) && isObject(value) ? mapObject(value, take) : value;
  }

  /** OpenAPI 3.0 ignores all keywords beside `$ref`. */
  function withoutNoise(schema: JsonObject): JsonObject {
    if (!isModern && typeof schema.$ref === 'string') return { $ref: schema.$ref };
    return Object.fromEntries(Object.entries(schema).filter(([word]) => !LEFT_OUT.test(word)));
  }

  function refer(reference: string): string {
    const isLocal = resource !== undefined && reference.startsWith('#') && references.has(reference, resource);
    const key = isLocal ? `${String(resource?.$id)} ${reference}` : reference;
    const known = names.get(key);
    if (known !== undefined) return `#/$defs/${known}`;
    const target = references.lookup(reference, isLocal ? resource : undefined);
    if (!isLocal && isObject(target) && Object.keys(target).length === 1) references.follow(target);
    const name = freeName(defs, reference);
    names.set(key, name);
    // Registered before its parts are converted, because they may refer to it.
    defs.set(name, true);
    defs.set(name, take(target));
    return `#/$defs/${name}`;
  }

  function discriminator({ propertyName = '', mapping }: JsonObject): JsonObject {
    if (!isObject(mapping)) return { propertyName };
    return { propertyName, mapping: mapObject(mapping, (target) => (typeof target === 'string' ? refer(toReference(target)) : target)) };
  }

  return { take, defs: () => Object.fromEntries(defs) };
}

/** A mapping names a schema by its bare name or by a reference. */
const toReference = (target: string) => (target.startsWith('#') ? target : `#/components/schemas/${target}`);

/** The last segment of the reference, without characters that need escaping. */
function freeName(taken: ReadonlyMap<string, unknown>, reference: string): string {
  const name = (reference.split('/').at(-1) ?? '').replaceAll(/[^\w.-]+/g, '_') || 'schema';
  for (let count = 1; count < 10_000; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!taken.has(candidate)) return candidate;
  }
  throw new DocumentError(`too many schemas are called "${name}"`);
}
