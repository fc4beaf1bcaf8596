/** Converts a document into the explorer's texts: its part of the index, its overview, and a slice of each operation. */
import type {
  ApiChange,
  IndexOperation,
  IndexSection,
  OperationBrief,
  OperationSlice,
  SectionOverview,
  SliceError,
  SliceResponse,
} from '@portico/contract';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { buildSlice, type DocumentParts } from './build-slice.ts';
import { DocumentError } from './document-error.ts';
import { type ReadOperation, readOperations } from './read-operations.ts';
import { createProseReader, plainStart } from './read-prose.ts';
import { createReferences } from './references.ts';

export interface SectionSource {
  readonly apiId: string;
  readonly title: string;
  readonly list: 'main' | 'fallback';
  readonly document: JsonObject;
  /** Base of the calls that the explorer can send. */
  readonly apiBase: string;
  /** Errors of an operation, if they are known case by case. */
  readonly errorsOf?: (operationId: string) => readonly SliceError[];
  readonly changes?: readonly ApiChange[];
}

export interface PreparedSection {
  readonly index: IndexSection;
  /** JSON texts. */
  readonly overview: string;
  /** By operation id. */
  readonly slices: ReadonlyMap<string, string>;
  /** The same without what the page collapses (`OperationBrief`). */
  readonly briefs: ReadonlyMap<string, string>;
}

const DESCRIPTION_LENGTH_MAX = 300;
const VERSION_LENGTH = 16;

/** @throws DocumentError when the document cannot be served. */
export function prepareSection(source: SectionSource): PreparedSection {
  const { apiId, title, list, document, apiBase } = source;
  const parts = { document, references: createReferences(document), readProse: createProseReader() };
  const operations = readOperations(document, parts.references);
  if (operations.length === 0) throw new DocumentError('the document describes no operation');
  const built = operations.map((read) => ({ read, slice: toSlice(source, parts, read) }));
  const description = parts.readProse(textOf(objectOf(document.info).description));
  const server = absolute(operations[0]?.server, apiBase);
  const overview: SectionOverview = {
    apiId,
    title,
    documentVersion: textOf(objectOf(document.info).version),
    server,
    description,
    tags: (Array.isArray(document.tags) ? document.tags : [])
      .filter(isObject)
      .map(({ name, description: text }) => ({ name: textOf(name), description: parts.readProse(textOf(text)) })),
  };
  const version = sha256Hex(JSON.stringify([overview, built.map(({ slice }) => slice)])).slice(0, VERSION_LENGTH);
  const index: IndexSection = {
    apiId,
    title,
    list,
    version,
    description: plainStart(description, DESCRIPTION_LENGTH_MAX),
    isSendable: built.some(({ slice }) => slice.isSendable),
    operations: built.map(({ slice }) => toIndex(slice)),
  };
  const slices = new Map(built.map(({ slice }) => [slice.operationId, JSON.stringify({ ...slice, version })]));
  const briefs = new Map(built.map(({ slice }) => [slice.operationId, JSON.stringify({ ...briefOf(slice), version })]));
  return { index, overview: JSON.stringify(overview), slices, briefs };
}

/** Without referenced schemas, and without descriptions of optional parameters. */
function briefOf({ $defs: _defs, ...rest }: Omit<OperationSlice, 'version'>): Omit<OperationBrief, 'version'> {
  const parameters = rest.parameters.map((parameter) => {
    const { description: _description, ...short } = parameter;
    return parameter.required ? parameter : short;
  });
  return { ...rest, parameters };
}

function toSlice(source: SectionSource, parts: DocumentParts, read: ReadOperation): Omit<OperationSlice, 'version'> {
  const { apiId, title, list, apiBase, errorsOf = () => [], changes = [] } = source;
  const { operationId, method, path, operation } = read;
  const built = buildSlice(parts, read);
  const server = absolute(read.server, apiBase);
  const errors = [...errorsOf(operationId)];
  const tags = tagsOf(operation, apiId);
  return {
    apiId,
    sectionTitle: title,
    list,
    operationId,
    method,
    path,
    summary: built.summary,
    description: parts.readProse(textOf(operation.description)),
    ...(tags.length === 0 ? {} : { tags }),
    ...(operation.deprecated === true ? { isDeprecated: true } : {}),
    server,
    isSendable: server === withoutSlash(apiBase),
    security: built.security,
    securitySchemes: built.securitySchemes,
    parameters: built.parameters,
    ...(built.requestBody === undefined ? {} : { requestBody: built.requestBody }),
    responses: errors.length === 0 ? built.responses : built.responses.map((response) => withOneExample(response, errors)),
    errors,
    changes: changes.filter((change) => change.apiId === apiId && (change.operationIds.length === 0 || change.operationIds.includes(operationId))),
    $defs: built.$defs,
  };
}

function toIndex({ operationId, method, path, summary, tags, requestBody, isDeprecated }: Omit<OperationSlice, 'version'>): IndexOperation {
  return {
    operationId,
    method,
    path,
    summary,
    ...(tags === undefined ? {} : { tags }),
    ...(requestBody === undefined ? {} : { hasBody: true }),
    ...(isDeprecated === undefined ? {} : { isDeprecated }),
  };
}

/** The catalogue of errors describes the cases, so the response keeps one example. */
function withOneExample(response: SliceResponse, errors: readonly SliceError[]): SliceResponse {
  if (!errors.some(({ status }) => String(status) === response.status)) return response;
  const content = response.content?.map((media) => ({ ...media, ...(media.examples === undefined ? {} : { examples: media.examples.slice(0, 1) }) }));
  return { ...response, description: '', ...(content === undefined ? {} : { content }) };
}

const tagsOf = ({ tags }: JsonObject, apiId: string): string[] =>
  (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === 'string').filter((tag) => tag !== apiId);

/** A relative server URL resolves against the document's host, which is ours; no server means `/` (OpenAPI 3). */
function absolute(server: string | undefined, apiBase: string): string {
  const base = URL.canParse(server ?? '/', apiBase) ? new URL(server ?? '/', apiBase) : undefined;
  const isWeb = base?.protocol === 'https:' || base?.protocol === 'http:';
  return isWeb ? withoutSlash(base.href) : '';
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
