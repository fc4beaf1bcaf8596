/** OpenAPI 3.0's dialect of JSON Schema, in the words of 3.1 (JSON Schema 2020-12). One object; its parts are done already. */
import type { Json, JsonObject } from '../json.ts';

export function modernSchema(schema: JsonObject): JsonObject {
  const { nullable, minimum, exclusiveMinimum, maximum, exclusiveMaximum, example, format, ...kept } = schema;
  return withNull(nullable === true, {
    ...kept,
    ...present(exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum', minimum),
    ...present(exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum', maximum),
    ...present('examples', example === undefined ? undefined : [example]),
    ...(format === 'byte' ? { contentEncoding: 'base64' } : present('format', format)),
  });
}

const present = (name: string, value: Json | undefined): JsonObject => (value === undefined ? {} : { [name]: value });

function withNull(isNullable: boolean, schema: JsonObject): JsonObject {
  if (!isNullable) return schema;
  const { type, enum: values, title, description, ...others } = schema;
  if (typeof type === 'string') {
    const all = Array.isArray(values) && !values.includes(null) ? [...values, null] : values;
    return { ...schema, type: [type, 'null'], ...present('enum', all) };
  }
  const isComposed = ['allOf', 'anyOf', 'oneOf'].some((word) => word in schema);
  if (!isComposed) return schema;
  return { ...present('title', title), ...present('description', description), anyOf: [{ ...others, ...present('enum', values) }, { type: 'null' }] };
}
