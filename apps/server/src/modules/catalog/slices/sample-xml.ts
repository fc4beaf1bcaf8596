/** Writes a sample as XML, as its schema names elements and attributes (OpenAPI 3.1.1 §4.8.26, XML Object). */
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { References } from './references.ts';

const DEPTH_MAX = 16;

/** @param value a sample of the schema @param schema as the document has it */
export function sampleXml(references: References, schema: Json | undefined, value: Json): string {
  const root = resolved(references, schema);
  const name = nameOf(schema, root, 'root');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementOf({ references, depth: 0 }, name, root, value)}`;
}

interface Place {
  readonly references: References;
  readonly depth: number;
}

function elementOf(place: Place, name: string, schema: JsonObject, value: Json): string {
  if (place.depth > DEPTH_MAX) return '';
  const inside = { ...place, depth: place.depth + 1 };
  const { namespace, prefix } = xmlOf(schema);
  const named = typeof prefix === 'string' ? `${prefix}:${name}` : name;
  const space = typeof namespace === 'string' ? ` xmlns${typeof prefix === 'string' ? `:${prefix}` : ''}="${escaped(namespace)}"` : '';
  if (Array.isArray(value)) return `<${named}${space}>${itemsOf(inside, name, schema, value)}</${named}>`;
  if (!isObject(value)) return `<${named}${space}>${value === null ? '' : escaped(String(value))}</${named}>`;
  const members = Object.entries(value).map(([member, part]) => ({ member, part, of: propertyOf(place.references, schema, member) }));
  const attributes = members
    .filter(({ of, part }) => xmlOf(of).attribute === true && typeof part !== 'object')
    .map(({ member, part, of }) => ` ${qualified(of, member)}="${escaped(String(part))}"`);
  const elements = members
    .filter(({ of, part }) => xmlOf(of).attribute !== true || typeof part === 'object')
    .map(({ member, part, of }) =>
      Array.isArray(part) && xmlOf(of).wrapped !== true ? itemsOf(inside, member, of, part) : elementOf(inside, ownName(of, member), of, part),
    );
  return `<${named}${space}${attributes.join('')}>${elements.join('')}</${named}>`;
}

/** An item that its schema does not name has the name of the list. */
function itemsOf(place: Place, name: string, schema: JsonObject, items: readonly Json[]): string {
  const of = resolved(place.references, schema.items);
  return items.map((item) => elementOf(place, ownName(of, name), of, item)).join('');
}

function propertyOf(references: References, schema: JsonObject, name: string): JsonObject {
  const { properties, allOf } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return resolved(references, properties[name]);
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const found = propertyOf(references, resolved(references, part), name);
    if (Object.keys(found).length > 0) return found;
  }
  return {};
}

const resolved = (references: References, schema: Json | undefined): JsonObject => references.follow(schema);
const xmlOf = ({ xml }: JsonObject): JsonObject => (isObject(xml) ? xml : {});
const ownName = (schema: JsonObject, name: string): string => {
  const own = xmlOf(schema).name;
  return typeof own === 'string' ? own : name;
};
const qualified = (schema: JsonObject, name: string): string => {
  const { prefix } = xmlOf(schema);
  return typeof prefix === 'string' ? `${prefix}:${ownName(schema, name)}` : ownName(schema, name);
};

/** The root has the name of its component, unless `xml` names it. */
function nameOf(schema: Json | undefined, root: JsonObject, otherwise: string): string {
  const reference = isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return ownName(root, reference ?? otherwise);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
