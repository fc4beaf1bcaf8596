/** How the properties of a form or multipart body are written (OpenAPI 3.1.1 §4.8.15, Encoding Object), and which of them are files. */
import type { PropertyEncoding } from '@portico/contract';
import { isForm, isMultipart } from '@portico/contract/wire';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { References } from './references.ts';

/** @param media the media type object of the document; undefined: every property is written as usual */
export function propertyEncoding(references: References, mediaType: string, media: JsonObject): Record<string, PropertyEncoding> | undefined {
  if (!isForm(mediaType) && !isMultipart(mediaType)) return undefined;
  const given = isObject(media.encoding) ? media.encoding : {};
  const properties = isMultipart(mediaType) ? propertiesOf(references, media.schema) : {};
  const names = new Set([...Object.keys(properties), ...Object.keys(given)]);
  const encoded = [...names].flatMap((name): (readonly [string, PropertyEncoding])[] => {
    const file = Object.hasOwn(properties, name) ? fileOf(references, properties[name]) : {};
    const encoding = { ...file, ...(Object.hasOwn(given, name) ? readEncoding(references.follow(given[name])) : {}) };
    return Object.keys(encoding).length === 0 ? [] : [[name, encoding]];
  });
  return encoded.length === 0 ? undefined : Object.fromEntries(encoded);
}

function readEncoding({ contentType, style, explode, allowReserved }: JsonObject): PropertyEncoding {
  return {
    ...(typeof contentType === 'string' ? { contentType } : {}),
    ...(typeof style === 'string' ? { style } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(allowReserved === true ? { allowReserved } : {}),
  };
}

function propertiesOf(references: References, schema: Json | undefined): JsonObject {
  const { properties, allOf } = references.follow(schema);
  const inherited = (Array.isArray(allOf) ? allOf : []).map((part) => propertiesOf(references, part));
  return Object.assign({}, ...inherited, isObject(properties) ? properties : {});
}

/** Binary content: `format: binary` in OpenAPI 3.0, a media type in 3.1. A list of files is one part for each. */
function fileOf(references: References, property: Json | undefined): PropertyEncoding {
  const schema = references.follow(property);
  const { format, contentMediaType, contentEncoding } = schema.items === undefined ? schema : references.follow(schema.items);
  const isFile = format === 'binary' || (typeof contentMediaType === 'string' && contentEncoding === undefined);
  if (!isFile) return {};
  return { isFile: true, contentType: typeof contentMediaType === 'string' ? contentMediaType : 'application/octet-stream' };
}
