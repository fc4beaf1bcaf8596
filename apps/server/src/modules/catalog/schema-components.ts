/** `components.schemas`: a form that the contract names is written once and referred to, wherever it stands. */
import * as contract from '@portico/contract';
import { isObject, type Json, type JsonObject, mapObject, toJson } from './json.ts';

/** Constants are in capitals. */
const NAME = /^[A-Z]\w*[a-z]/;
/** Another call may have the same form by chance. */
const OF_ONE_CALL = /(?:(?<!Error)Body|Query|Params)$/;

/** Canonical text of a schema → its name. Of two names for the same form the first in the alphabet stands. */
const NAMES = namesOf(contract);

export interface SchemaComponents {
  /** The schema with everything that has a name replaced by a reference. */
  refer(schema: Json): Json;
  /** What was referred to, by name. */
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
      // Before its parts: the order of the document is that of first mention.
      used.set(name, null);
      used.set(name, referWithin(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  const referWithin = (schema: JsonObject) => mapObject(withTypeOfEnum(schema), refer);

  return { refer, schemas: () => Object.fromEntries(used) };
}

/** Generators of clients ask for the type beside the values. */
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
