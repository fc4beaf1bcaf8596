/** Builds one operation with everything it needs out of a document of any size (`OperationSlice`). */
import type { Prose, SliceContent, SliceExample, SliceParameter, SliceResponse } from '@portico/contract';
import { isXml } from '@portico/contract/wire';
import { isObject, type Json, type JsonObject, toJson } from '../json.ts';
import { propertyEncoding } from './property-encoding.ts';
import type { ReadOperation } from './read-operations.ts';
import type { ReadProse } from './read-prose.ts';
import type { References } from './references.ts';
import { sampleSchema } from './sample-schema.ts';
import { sampleXml } from './sample-xml.ts';
import { createSliceSchemas, type SliceSchemas } from './slice-schemas.ts';

/** The part of the slice that comes from the document; the caller adds the rest. */
export interface BuiltSlice {
  readonly summary: string;
  readonly parameters: SliceParameter[];
  readonly requestBody?: { required: boolean; description?: Prose; content: SliceContent[] };
  readonly responses: SliceResponse[];
  readonly security: Record<string, string[]>[];
  readonly securitySchemes: Record<string, JsonObject>;
  readonly $defs: Record<string, boolean | JsonObject>;
}

/** The document and the functions that resolve its references and render its prose. */
export interface DocumentParts {
  readonly document: JsonObject;
  readonly references: References;
  readonly readProse: ReadProse;
}

interface Parts extends DocumentParts {
  readonly schemas: SliceSchemas;
}

const EXAMPLE_LENGTH_MAX = 32_768;
const IN = ['path', 'query', 'header', 'cookie'] as const;
/** OpenAPI ignores parameters of these names; media types and security schemes define these headers. */
const NOT_PARAMETERS = /^(?:accept|content-type|authorization)$/i;
/** RFC 9110 §9.3: content of these requests has no meaning. Browsers refuse to send it, and curl turns the request into a POST. */
const BODILESS: readonly string[] = ['GET', 'HEAD', 'TRACE'];

export function buildSlice(source: DocumentParts, { operation, parameters, method, path }: ReadOperation): BuiltSlice {
  const { document, references } = source;
  const isModern = !String(document.openapi).startsWith('3.0');
  const parts = { ...source, schemas: createSliceSchemas(references, source.readProse, isModern) };
  const security = securityOf(document, operation);
  // Built for methods without a body, too, so that an error in the document is reported.
  const requestBody = operation.requestBody === undefined ? undefined : buildBody(parts, references.follow(operation.requestBody));
  const built = {
    summary: textOf(operation.summary) ?? `${method} ${path}`,
    parameters: [...parameters.flatMap((parameter) => buildParameter(parts, parameter)), ...undescribed(path, parameters)],
    ...(requestBody === undefined || BODILESS.includes(method) ? {} : { requestBody }),
    responses: Object.entries(objectOf(operation.responses)).map(([status, response]) => buildResponse(parts, status, references.follow(response))),
    security,
    securitySchemes: schemesOf(parts, security),
  };
  return { ...built, $defs: parts.schemas.defs() };
}

function buildParameter(parts: Parts, parameter: JsonObject): readonly SliceParameter[] {
  const { name, style, explode } = parameter;
  const place = IN.find((known) => known === parameter.in);
  if (typeof name !== 'string' || place === undefined || (place === 'header' && NOT_PARAMETERS.test(name))) return [];
  const [content] = contentOf(parts, parameter.content, false);
  const given = examplesOf(parts, parameter);
  const schema = content?.schema ?? parts.schemas.take(withoutReference(parts, parameter.schema ?? {}));
  const isRequired = place === 'path' || parameter.required === true;
  const examples = given.length > 0 ? given : (content?.examples ?? []);
  const usual = place === 'path' || place === 'header' ? 'simple' : 'form';
  const written = textOf(style) ?? usual;
  return [
    {
      name,
      in: place,
      required: isRequired,
      ...(parameter.deprecated === true ? { isDeprecated: true } : {}),
      ...described(parts, parameter.description),
      // The schema of a parameter is inlined, because the form reads it without resolving references.
      schema,
      ...(written === usual ? {} : { style: written }),
      ...(typeof explode === 'boolean' && explode !== (written === 'form') ? { explode } : {}),
      ...(parameter.allowReserved === true ? { allowReserved: true } : {}),
      ...(content === undefined ? {} : { mediaType: content.mediaType }),
      ...(examples.length === 0 ? {} : { examples }),
    },
  ];
}

/** Resolves a schema that consists of a reference alone. */
function withoutReference({ references }: Parts, schema: Json): Json {
  return isObject(schema) && typeof schema.$ref === 'string' && Object.keys(schema).length === 1 ? references.follow(schema) : schema;
}

/** Placeholders of the path without a parameter in the document: the form still needs a field for each. */
function undescribed(path: string, parameters: readonly JsonObject[]): readonly SliceParameter[] {
  const known = new Set(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  const named = [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => (name === undefined || known.has(name) ? [] : [name]));
  return [...new Set(named)].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function buildBody(parts: Parts, body: JsonObject): NonNullable<BuiltSlice['requestBody']> {
  return { required: body.required === true, ...described(parts, body.description), content: contentOf(parts, body.content, true) };
}

function buildResponse(parts: Parts, status: string, response: JsonObject): SliceResponse {
  const headers = Object.entries(objectOf(response.headers))
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, value]) => {
      const header = parts.references.follow(value);
      return {
        name,
        ...(header.required === true ? { required: true as const } : {}),
        ...described(parts, header.description),
        ...(header.schema === undefined ? {} : { schema: parts.schemas.take(header.schema) }),
      };
    });
  const content = contentOf(parts, response.content, false);
  return {
    status,
    description: parts.readProse(textOf(response.description) ?? ''),
    ...(headers.length === 0 ? {} : { headers }),
    ...(content.length === 0 ? {} : { content }),
  };
}

/** @param isSampled request bodies get a generated example when the document has none. */
function contentOf(parts: Parts, content: Json | undefined, isSampled: boolean): SliceContent[] {
  return Object.entries(objectOf(content)).map(([mediaType, value]) => {
    const media = parts.references.follow(value);
    const schema = media.schema === undefined ? undefined : parts.schemas.take(media.schema);
    const given = examplesOf(parts, media);
    const examples = given.length > 0 ? given.map(inXml) : !isSampled || schema === undefined ? given : [inXml(generated(schema, parts.schemas))];
    const encoding = propertyEncoding(parts.references, mediaType, media);
    return {
      mediaType,
      ...(schema === undefined ? {} : { schema }),
      ...(examples.length === 0 ? {} : { examples }),
      ...(encoding === undefined ? {} : { encoding }),
    };

    /** An example of an XML body is XML, also where the document gives it as an object. */
    function inXml(example: SliceExample): SliceExample {
      const { value } = example;
      if (!isXml(mediaType) || typeof value !== 'object' || value === null) return example;
      return { ...example, value: sampleXml(parts.references, media.schema, toJson(value)) };
    }
  });
}

const generated = (schema: boolean | JsonObject, schemas: SliceSchemas): SliceExample => ({
  name: 'generated',
  value: sampleSchema(schema, schemas.defs()),
  isGenerated: true,
});

function examplesOf(parts: Parts, { example, examples }: JsonObject): SliceExample[] {
  const named = Object.entries(objectOf(examples)).map(([name, value]): SliceExample => {
    const { summary, value: shown } = parts.references.follow(value);
    return { name, ...(typeof summary === 'string' ? { summary } : {}), ...shownValue(shown) };
  });
  return example === undefined ? named : [{ name: 'example', ...shownValue(example) }, ...named];
}

const shownValue = (value: Json | undefined) => (value === undefined || JSON.stringify(value).length > EXAMPLE_LENGTH_MAX ? {} : { value });

function securityOf(document: JsonObject, operation: JsonObject): Record<string, string[]>[] {
  const stated = operation.security ?? document.security;
  return (Array.isArray(stated) ? stated : [])
    .filter(isObject)
    .map((alternative) =>
      Object.fromEntries(Object.entries(alternative).map(([name, scopes]) => [name, Array.isArray(scopes) ? scopes.map(String) : []])),
    );
}

function schemesOf({ document, references }: Parts, security: readonly Record<string, string[]>[]): Record<string, JsonObject> {
  const known = objectOf(objectOf(document.components).securitySchemes);
  const used = new Set(security.flatMap((alternative) => Object.keys(alternative)));
  return Object.fromEntries([...used].map((name) => [name, Object.hasOwn(known, name) ? references.follow(known[name]) : {}]));
}

const described = ({ readProse }: Parts, description: Json | undefined) =>
  typeof description === 'string' ? { description: readProse(description) } : {};
const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
