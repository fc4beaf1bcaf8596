/** Builds the request from the page's fields, and finds problems that prevent sending it. */
import type { OperationBrief, SliceParameter } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';
import { buildAddress, pathValueProblem, type QueryValue } from './build-address.ts';
import type { SampleHeader, SampleRequest } from './samples/sample-request.ts';

/** By {@link parameterKey}. */
export type ParameterValues = ReadonlyMap<string, string>;

/** Placeholders in displayed and copied requests; the real secrets replace them in the request that is sent. */
const TOKEN_PLACEHOLDER = 'YOUR_ACCESS_TOKEN';
const CREDENTIALS_PLACEHOLDER = 'YOUR_BASIC_CREDENTIALS';
const SESSION_PLACEHOLDER = 'YOUR_FALLBACK_SESSION';
export const SECRET_PLACEHOLDER = 'YOUR_CLIENT_SECRET';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

export interface RequestBody {
  readonly mediaType: string;
  readonly text: string;
}

export interface RequestParts {
  readonly slice: OperationBrief;
  readonly values: ParameterValues;
  /** Undefined for an operation without a body, or when the body is left out. */
  readonly body: RequestBody | undefined;
}

export interface Secrets {
  readonly token: string;
  readonly clientSecret: string;
  /** RFC 7617: client id and secret, base64-encoded. */
  readonly credentials: string;
  readonly fallbackSession: string;
}

export const PLACEHOLDERS: Secrets = {
  token: TOKEN_PLACEHOLDER,
  clientSecret: SECRET_PLACEHOLDER,
  credentials: CREDENTIALS_PLACEHOLDER,
  fallbackSession: SESSION_PLACEHOLDER,
};

/** Values that RFC 9110 §5.5 allows and browsers send: Latin-1 without control characters. */
const HEADER_VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/;

export function parameterKey({ in: place, name }: Pick<SliceParameter, 'in' | 'name'>): string {
  return `${place}:${name}`;
}

/** {@link parameterKey} of the id of a request. */
export const REQUEST_ID_KEY = 'header:X-Request-ID';

/** True when each request needs a new value of this parameter. */
export function isMadeAnew(key: string): boolean {
  return /^(header:x-request-id|query:(state|nonce))$/i.test(key);
}

export function needsToken({ security, securitySchemes }: OperationBrief): boolean {
  return security.some((way) => Object.keys(way).some((name) => isBearer(securitySchemes[name])));
}

function isBearer(scheme: Readonly<Record<string, unknown>> | undefined): boolean {
  if (scheme === undefined) return false;
  return scheme.type === 'oauth2' || scheme.type === 'openIdConnect' || (scheme.type === 'http' && scheme.scheme === 'bearer');
}

type Provable = Pick<OperationBrief, 'security' | 'securitySchemes'>;

/** True when every alternative uses client id and secret in the header. */
export function needsCredentials(slice: Provable): boolean {
  return everyWay(slice, ({ type, scheme }) => type === 'http' && scheme === 'basic');
}

/** True when every alternative uses a session of the fallback interface. */
function needsFallbackSession(slice: Provable): boolean {
  return everyWay(slice, ({ type, in: place, name }) => type === 'apiKey' && place === 'header' && name === FALLBACK_SESSION);
}

const FALLBACK_SESSION = 'Fallback-Session';

function everyWay({ security, securitySchemes }: Provable, isMeant: (scheme: Readonly<Record<string, unknown>>) => boolean): boolean {
  return security.length > 0 && security.every((way) => Object.keys(way).some((name) => isMeant(securitySchemes[name] ?? {})));
}

export function buildRequest({ slice, values, body }: RequestParts, secrets: Secrets): SampleRequest {
  const textOf = (parameter: SliceParameter) => values.get(parameterKey(parameter)) ?? '';
  const at = (place: SliceParameter['in']) => slice.parameters.filter((parameter) => parameter.in === place && textOf(parameter) !== '');
  const path = new Map(at('path').map((parameter) => [parameter.name, textOf(parameter)]));
  const query = at('query').flatMap((parameter) => queryValues(parameter, textOf(parameter)));
  const headers: SampleHeader[] = [
    ...(needsToken(slice) ? [['Authorization', `Bearer ${secrets.token}`] as const] : []),
    ...(needsCredentials(slice) ? [['Authorization', `Basic ${secrets.credentials}`] as const] : []),
    ...(needsFallbackSession(slice) ? [[FALLBACK_SESSION, secrets.fallbackSession] as const] : []),
    ...at('header').map((parameter) => [parameter.name, textOf(parameter).trim()] as const),
    ...(body === undefined ? [] : [['Content-Type', body.mediaType] as const]),
  ];
  return {
    method: slice.method,
    url: buildAddress(slice.server, slice.path, path, query),
    headers,
    body: body === undefined ? undefined : withSecret(body, secrets.clientSecret),
  };
}

export function holdsSecret(body: RequestParts['body']): boolean {
  return body?.text.includes(SECRET_PLACEHOLDER) ?? false;
}

/** Inserts the secret in the body's encoding: JSON string or percent-encoding. */
function withSecret({ mediaType, text }: RequestBody, secret: string): string {
  const written = mediaType === FORM_TYPE ? encodeURIComponent(secret) : JSON.stringify(secret).slice(1, -1);
  return text.replaceAll(SECRET_PLACEHOLDER, () => written);
}

/** An exploded list is typed with commas and sent as one pair per item (OpenAPI 3.1, "Style Examples"). */
function queryValues({ name, schema, style = 'form', explode = style === 'form' }: SliceParameter, value: string): QueryValue[] {
  const isList = isRecord(schema) && schema.type === 'array';
  return isList && explode ? value.split(',').map((item) => [name, item.trim()] as const) : [[name, value]];
}

/** Problems that prevent sending, by {@link parameterKey}. Values that only the server refuses are no problem, because developers may test them. */
export function findProblems({ parameters }: OperationBrief, values: ParameterValues): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const parameter of parameters) {
    const key = parameterKey(parameter);
    const value = values.get(key) ?? '';
    const problem =
      parameter.in === 'path'
        ? pathValueProblem(value)
        : parameter.in === 'header' && !HEADER_VALUE.test(value)
          ? 'A header cannot hold this: only Latin letters, figures and signs, on one line.'
          : undefined;
    if (problem !== undefined) problems.set(key, problem);
  }
  return problems;
}
