/** Builds `components.schemas`: a schema with a name in the contract is written once and referenced everywhere. */
import * as contract from '@portico/contract';
import { isObject, type Json, type JsonObject, mapObject, toJson } from './json.ts';

/** Excludes constants, whose names are in capitals. */
const NAME = /^[A-Z]\w*[a-z]/;
/** Schemas of a single call; another call may have an equal schema by chance. */
const OF_ONE_CALL = /(?:(?<!Error)Body|Query|Params)$/;

/** Canonical text of a schema → its name; of several names the first in the alphabet. */
const NAMES = namesOf(contract);

export interface SchemaComponents {
  /** Replaces every named schema by a reference. */
  refer(schema: Json): Json;
  /** The referenced schemas by name. */
  schemas(): JsonObject;
}

export function createSchemaComponents(): SchemaComponents {
  const used = new Map<string, Json>();

  function refer(schema: Json): Json {
    if (Array.isArray(schema)) return schema.map(refer);
    if (!isObject(schema)) return schema;
    const name = NAMES.get(JSON.stringify(schema));
    if (name === undefined) return referWithin(schema);
    if (!used.has(name)) {
      // Registered before its parts, so that the document lists schemas in the order of first mention.
      used.set(name, null);
      used.set(name, referWithin(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  const referWithin = (schema: JsonObject) => mapObject(withTypeOfEnum(schema), refer);

  return { refer, schemas: () => Object.fromEntries(used) };
}

/** Client generators need the type beside the values. */
function withTypeOfEnum(schema: JsonObject): JsonObject {
  const { enum: values } = schema;
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? { type: 'string', ...schema } : schema;
}

function namesOf(exported: object): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(exported)) {
    const isSchema =
      NAME.test(name) && !OF_ONE_CALL.test(name) && typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value);
    const text = isSchema ? JSON.stringify(toJson(value)) : '';
    if (isSchema && !names.has(text)) names.set(text, name);
  }
  return names;
}
