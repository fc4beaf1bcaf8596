/** Builds the request from the page's fields, and finds problems that prevent sending it. */
import type { OperationBrief, SliceParameter } from '@portico/contract';
import { DEVELOPER_COOKIE } from '@portico/contract/values';
import { buildAddress, isForm, keyParameter, type Proof, proofsOf, serializeBody, serializeParameter } from '@portico/contract/wire';
import type { SampleHeader, SampleRequest } from './samples/sample-request.ts';

/** By {@link parameterKey}. */
export type ParameterValues = ReadonlyMap<string, string>;

/** Placeholders in displayed and copied requests; the real secrets replace them in the request that is sent. */
const TOKEN_PLACEHOLDER = 'YOUR_ACCESS_TOKEN';
const CREDENTIALS_PLACEHOLDER = 'YOUR_BASIC_CREDENTIALS';
const SESSION_PLACEHOLDER = 'YOUR_FALLBACK_SESSION';
const KEY_PLACEHOLDER = 'YOUR_API_KEY';
const LOGIN_PLACEHOLDER = 'YOUR_SESSION';
export const SECRET_PLACEHOLDER = 'YOUR_CLIENT_SECRET';

export interface RequestBody {
  readonly mediaType: string;
  readonly text: string;
}

export interface RequestParts {
  readonly slice: OperationBrief;
  readonly values: ParameterValues;
  /** Undefined for an operation without a body, or when the body is left out. */
  readonly body: RequestBody | undefined;
  /** Index of the chosen alternative of `security`. Default: the usual one. */
  readonly alternative?: number | undefined;
}

export interface Secrets {
  readonly token: string;
  readonly clientSecret: string;
  /** RFC 7617: client id and secret, base64-encoded. */
  readonly credentials: string;
  readonly fallbackSession: string;
  /** API keys that the developer typed, by {@link parameterKey}. Undefined: a placeholder for each. */
  readonly apiKeys?: ParameterValues;
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

type Provable = Pick<OperationBrief, 'security' | 'securitySchemes'>;

export function needsToken(slice: Provable, alternative?: number): boolean {
  return proofsOf(slice, alternative).some(({ kind }) => kind === 'bearer');
}

/** True when the request carries client id and secret in the header. */
export function needsCredentials(slice: Provable, alternative?: number): boolean {
  return proofsOf(slice, alternative).some(({ kind }) => kind === 'basic');
}

/** True when the browser sends the developer's session with the request. Scripts can neither read nor set this cookie. */
export function needsLogin(slice: Provable, alternative?: number): boolean {
  return proofsOf(slice, alternative).some((proof) => proof.kind === 'apiKey' && isLogin(proof));
}

function isLogin({ in: place, name }: Pick<SliceParameter, 'in' | 'name'>): boolean {
  return place === 'cookie' && (name === DEVELOPER_COOKIE || name === `__Host-${DEVELOPER_COOKIE}`);
}

const FALLBACK_SESSION = 'Fallback-Session';

/** The API keys of the request. A parameter of the same name and place is a field already. */
function keysOf(slice: OperationBrief, alternative: number | undefined): readonly SliceParameter[] {
  const keys = proofsOf(slice, alternative).flatMap((proof) => (proof.kind === 'apiKey' ? [keyParameter(proof)] : []));
  return keys.filter((key) => slice.parameters.every((parameter) => parameterKey(parameter) !== parameterKey(key)));
}

/** Fields for the API keys that only the developer knows. The page knows a session of the fallback interface, and the browser the login. */
export function keyFields(slice: OperationBrief, alternative?: number): readonly SliceParameter[] {
  return keysOf(slice, alternative).filter((key) => key.name !== FALLBACK_SESSION && !isLogin(key));
}

/** What the developer typed into {@link keyFields}. */
export function typedKeys({ slice, values, alternative }: RequestParts): ParameterValues {
  return new Map(keyFields(slice, alternative).map((field) => [parameterKey(field), values.get(parameterKey(field)) ?? '']));
}

function authorization(proof: Proof, secrets: Secrets): readonly SampleHeader[] {
  switch (proof.kind) {
    case 'bearer':
      return [['Authorization', `Bearer ${secrets.token}`]];
    case 'basic':
      return [['Authorization', `Basic ${secrets.credentials}`]];
    case 'http':
      return [['Authorization', `${proof.name} YOUR_CREDENTIALS`]];
    default:
      return [];
  }
}

export function buildRequest({ slice, values, body, alternative }: RequestParts, secrets: Secrets): SampleRequest {
  const keyText = (key: SliceParameter) => (isLogin(key) ? LOGIN_PLACEHOLDER : (secrets.apiKeys?.get(parameterKey(key)) ?? KEY_PLACEHOLDER));
  const written = [
    ...keysOf(slice, alternative).map((key) => ({ parameter: key, text: key.name === FALLBACK_SESSION ? secrets.fallbackSession : keyText(key) })),
    ...slice.parameters.map((parameter) => ({ parameter, text: values.get(parameterKey(parameter)) ?? '' })),
  ].flatMap(({ parameter, text }) => {
    const wire = serializeParameter(parameter, text);
    return wire === undefined ? [] : [{ place: parameter.in, name: parameter.name, wire }];
  });
  const at = (place: SliceParameter['in']) => written.filter((one) => one.place === place);
  const cookies = at('cookie').map(({ wire }) => wire);
  const sent = body === undefined ? undefined : serializeBody(contentOf(slice, body), withSecret(body, secrets.clientSecret));
  const headers: SampleHeader[] = [
    ...proofsOf(slice, alternative).flatMap((proof) => authorization(proof, secrets)),
    ...at('header').map(({ name, wire }) => [name, wire] as const),
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ...(sent === undefined ? [] : [['Content-Type', sent.mediaType] as const]),
  ];
  return {
    method: slice.method,
    url: buildAddress(
      slice.server,
      slice.path,
      new Map(at('path').map(({ name, wire }) => [name, wire])),
      at('query').map(({ wire }) => wire),
    ),
    headers,
    body: sent?.text,
  };
}

const contentOf = ({ requestBody }: OperationBrief, { mediaType }: RequestBody) =>
  requestBody?.content.find((content) => content.mediaType === mediaType) ?? { mediaType };

export function holdsSecret(body: RequestParts['body']): boolean {
  return body?.text.includes(SECRET_PLACEHOLDER) ?? false;
}

/** Inserts the secret in the body's encoding: JSON string or percent-encoding. */
function withSecret({ mediaType, text }: RequestBody, secret: string): string {
  const written = isForm(mediaType) ? encodeURIComponent(secret) : JSON.stringify(secret).slice(1, -1);
  return text.replaceAll(SECRET_PLACEHOLDER, () => written);
}

/** Problems that prevent sending, by {@link parameterKey}. Values that only the server refuses are no problem, because developers may test them. */
export function findProblems({ parameters }: OperationBrief, values: ParameterValues): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const parameter of parameters) {
    const key = parameterKey(parameter);
    const value = values.get(key) ?? '';
    const problem =
      parameter.in === 'path'
        ? pathValueProblem(serializeParameter(parameter, value) ?? '')
        : parameter.in === 'header' && !HEADER_VALUE.test(serializeParameter(parameter, value) ?? '')
          ? 'A header cannot hold this: only Latin letters, figures and signs, on one line.'
          : undefined;
    if (problem !== undefined) problems.set(key, problem);
  }
  return problems;
}

/** Why a text cannot be a path segment, or `undefined`. Browsers and servers resolve dot segments, even encoded ones. */
function pathValueProblem(written: string): string | undefined {
  if (written === '') return 'Fill it in: it is part of the address.';
  if (written === '.' || written === '..') return 'Dots alone mean another path. Give a value.';
  return undefined;
}
