/** Resolves `$ref` within one document (RFC 6901 in a fragment). It fetches nothing. */
import { isObject, type Json, type JsonObject } from '../json.ts';
import { DocumentError } from './document-error.ts';

export interface References {
  /** The target of the reference in the document, or in a schema with an `$id`. @throws DocumentError when it does not exist, or is outside the document. */
  lookup(reference: string, within?: JsonObject): Json;
  /** True when the reference leads to a part of this schema. */
  has(reference: string, within: JsonObject): boolean;
  /** The object itself, or the end of its chain of references. @throws DocumentError for a missing target or a cycle. */
  follow(value: Json | undefined): JsonObject;
}

export function createReferences(document: JsonObject): References {
  const find = (reference: string, root: JsonObject) =>
    reference === '#' ? root : reference.slice(2).split('/').map(unescaped).reduce<Json | undefined>(memberOf, root);

  function lookup(reference: string, within = document): Json {
    const isHere = reference.startsWith('#/') || (reference === '#' && within !== document);
    if (!isHere) throw new DocumentError(`the reference ${quoted(reference)} leads out of the document`, { needle: reference });
    const found = find(reference, within);
    if (found === undefined) throw new DocumentError(`the reference ${quoted(reference)} leads nowhere`, { needle: reference });
    return found;
  }

  return {
    lookup,
    has: (reference, within) => /^#(?:$|\/)/.test(reference) && find(reference, within) !== undefined,
    follow(value) {
      const passed = new Set<string>();
      let at = value;
      while (isObject(at) && typeof at.$ref === 'string') {
        if (passed.has(at.$ref)) throw new DocumentError(`the reference ${quoted(at.$ref)} leads in a circle`, { needle: at.$ref });
        passed.add(at.$ref);
        const { $ref, ...beside } = at;
        const target = lookup($ref);
        // A summary or description beside a reference overrides that of the target (OpenAPI 3.1, Reference Object).
        at = isObject(target) ? { ...target, ...wordsOf(beside) } : target;
      }
      return isObject(at) ? at : {};
    },
  };
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function unescaped(part: string): string {
  return decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function wordsOf({ summary, description }: JsonObject): JsonObject {
  return { ...(summary === undefined ? {} : { summary }), ...(description === undefined ? {} : { description }) };
}

const quoted = (text: string) => `"${text.slice(0, 120)}"`;
