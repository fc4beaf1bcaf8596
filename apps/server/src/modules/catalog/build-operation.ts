/** Builds one operation: parameters, body, responses. */
import { routeAreaOf } from '#platform/http/route-area.ts';
import { callbacksOf } from './callbacks.ts';
import { EXAMPLES } from './examples/examples.ts';
import { isObject, type Json, type JsonObject, toJson } from './json.ts';
import type { Answer, Operation } from './operation.ts';
import { ANSWER_HEADERS, type AnswerHeader, PATH_PARAMETERS, REQUEST_HEADERS, type RequestHeader } from './parameters.ts';
import type { RouteSchemas } from './route-table.ts';
import { securityOf } from './security-schemes.ts';

/** Components that the operations of a document share; filled while they are built. */
export interface Parts {
  refer(schema: Json): Json;
  /** Descriptions by name. */
  readonly parameters: Map<string, Json>;
  readonly headers: Map<string, Json>;
  /** Deprecation headers of all responses of the operation; empty when it is not deprecated. */
  readonly farewell: readonly AnswerHeader[];
}

export interface BuiltOperation {
  /** Without its responses. */
  readonly document: JsonObject;
  /** By status. */
  readonly answers: JsonObject;
  /** Names of the security schemes. */
  readonly schemes: readonly string[];
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

export function buildOperation(parts: Parts, tag: string, operation: Operation, route: RouteSchemas | undefined): BuiltOperation {
  const schemas = schemasOf(operation, route);
  const examples = EXAMPLES[operation.operationId];
  const security = securityOf(operation);
  const parameters = [
    ...Object.keys(propertiesOf(route?.params)).map((name) => pathParameter(parts, name)),
    ...queryParameters(parts, schemas.query, examples?.query ?? {}),
    ...operation.headers.map((name) => headerParameter(parts, name)),
  ];
  const types = routeAreaOf(operation.path) === 'oauth' && operation.wire?.isJson !== true ? [FORM_TYPE, JSON_TYPE] : [JSON_TYPE];
  const answers = operation.answers.map((answer): [string, Json] => [
    String(answer.status),
    buildAnswer(parts, answer, schemas.answers[answer.status], examples?.answers?.[answer.status]),
  ]);
  const document = {
    operationId: operation.operationId,
    tags: [tag],
    summary: operation.summary,
    description: operation.description,
    ...(parts.farewell.length === 0 ? {} : { deprecated: true }),
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(schemas.body === undefined ? {} : { requestBody: buildBody(parts, schemas.body, types, examples?.request) }),
    ...(operation.headers.includes('TPP-Notification-URI?') ? { callbacks: callbacksOf(parts.refer) } : {}),
  };
  return { document, answers: Object.fromEntries(answers), schemes: security.flatMap((alternative) => Object.keys(alternative)) };
}

/** The schemas of the route, or those documented for a library that handles the request. */
function schemasOf({ wire }: Operation, route: RouteSchemas | undefined): Omit<RouteSchemas, 'params'> {
  if (wire === undefined) return route ?? { query: undefined, body: undefined, answers: {} };
  const { query, body, answers = {} } = toJsonObject(wire);
  return { query: asObject(query), body: asObject(body), answers: asObject(answers) ?? {} };
}

function pathParameter(parts: Parts, name: string): Json {
  const described = PATH_PARAMETERS[name];
  if (described === undefined) throw new Error(`The path parameter ${name} is not described.`);
  return shared(parts, name, { name, in: 'path', required: true, ...describe(described) });
}

function headerParameter(parts: Parts, name: RequestHeader): Json {
  const bare = name.replace('?', '');
  const isRequired = bare === name;
  return shared(parts, isRequired ? bare : `${bare}-optional`, {
    name: bare,
    in: 'header',
    required: isRequired,
    ...describe(REQUEST_HEADERS[name]),
  });
}

function shared(parts: Parts, key: string, parameter: JsonObject): Json {
  parts.parameters.set(key, parameter);
  return { $ref: `#/components/parameters/${key}` };
}

function queryParameters(parts: Parts, query: JsonObject | undefined, examples: JsonObject): readonly Json[] {
  const required = query?.required;
  return Object.entries(propertiesOf(query)).map(([name, property]) => {
    const { description, ...schema } = asObject(property) ?? {};
    const example = examples[name];
    return {
      name,
      in: 'query',
      required: Array.isArray(required) && required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: parts.refer(schema),
      ...(example === undefined ? {} : { example }),
    };
  });
}

/** `null` as an alternative means that the body is optional. */
function buildBody(parts: Parts, body: JsonObject, types: readonly string[], examples: JsonObject | undefined): Json {
  const { anyOf } = body;
  const forms = Array.isArray(anyOf) ? anyOf.filter((form) => !(isObject(form) && form.type === 'null')) : [body];
  const [schema = {}] = forms;
  const isRequired = !Array.isArray(anyOf) || anyOf.length === forms.length;
  const content = { schema: parts.refer(forms.length === 1 ? schema : { anyOf: forms }), ...(examples === undefined ? {} : { examples }) };
  return { required: isRequired, content: Object.fromEntries(types.map((type) => [type, content])) };
}

function buildAnswer(parts: Parts, answer: Answer, schema: Json | undefined, example: Json | undefined): Json {
  const { type = JSON_TYPE, schema: shown = schema } = answer.content ?? {};
  const content = shown === undefined ? {} : { schema: parts.refer(shown), ...(example === undefined ? {} : { example }) };
  return {
    description: answer.description,
    headers: headerRefs(parts, answer.headers ?? []),
    ...(shown === undefined ? {} : { content: { [type]: content } }),
  };
}

export function headerRefs(parts: Parts, names: readonly AnswerHeader[]): JsonObject {
  const all: readonly AnswerHeader[] = ['X-Request-ID', ...names, ...parts.farewell];
  for (const name of all) parts.headers.set(name, describe(ANSWER_HEADERS[name]));
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function describe({ description, schema = { type: 'string' }, example }: { description: string; schema?: object; example?: string }): JsonObject {
  return { description, schema: toJson(schema), ...(example === undefined ? {} : { example }) };
}

const propertiesOf = (schema: JsonObject | undefined): JsonObject => asObject(schema?.properties) ?? {};
const asObject = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined);
const toJsonObject = (value: object): JsonObject => asObject(toJson(value)) ?? {};
