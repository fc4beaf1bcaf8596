/**
 * Converts a section into a Postman collection, version 2.1 (https://schema.postman.com/). The access token and the client secret are empty
 * variables, so a collection contains no secret.
 */
import type { OperationSlice, SliceContent, SliceParameter } from '@portico/contract';
import { isObject, type Json, toJson } from '../json.ts';
import { PATH_PARAMETERS } from '../parameters.ts';
import type { PreparedSection } from '../slices/prepare-section.ts';
import { plainStart } from '../slices/read-prose.ts';
import { KEEP_IDS } from './keep-ids.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const DESCRIPTION_LENGTH_MAX = 1000;
/** Variables for values that are secret, or new for each request. */
const VARIABLES: Readonly<Record<string, string>> = {
  'x-request-id': '{{$guid}}',
  'consent-id': '{{consentId}}',
  'fallback-session': '{{fallbackSession}}',
  'tpp-redirect-uri': '{{returnAddress}}',
  'tpp-nok-redirect-uri': '{{returnAddress}}',
  client_id: '{{clientId}}',
  client_secret: '{{clientSecret}}',
  redirect_uri: '{{redirectUri}}',
  code: '{{code}}',
  code_verifier: '{{codeVerifier}}',
  refresh_token: '{{refreshToken}}',
  token: '{{refreshToken}}',
};
/** Ids that a response gives and later requests need; the script of the collection keeps them (`keep-ids.ts`). */
const KEPT_IDS: ReadonlySet<string> = new Set(['consentId', 'paymentId', 'statementId', 'authorisationId', 'accountId', 'transactionId', 'signInId']);
/** PKCE parameters are disabled, because a verifier and its challenge belong together and Postman does not create them. */
const IN_PAIRS: ReadonlySet<string> = new Set(['code_challenge', 'code_challenge_method', 'code_verifier']);

interface Collection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly item: readonly Json[];
  readonly event: readonly Json[];
  readonly variable: readonly Json[];
}

export function toPostmanText({ index, slices }: Pick<PreparedSection, 'index' | 'slices'>, apiBase: string): string {
  const all = [...slices.values()].map((slice): OperationSlice => JSON.parse(slice));
  // A request that deletes comes after the requests that read.
  const inOrder = [...all.filter(({ method }) => method !== 'DELETE'), ...all.filter(({ method }) => method === 'DELETE')];
  const items = inOrder.map(toItem);
  return JSON.stringify(collection(index.title, index.description, items, apiBase), null, 2);
}

const RUN =
  'Run it from top to bottom: a script keeps the ids and tokens of responses for the requests that follow. Fill in clientId, clientSecret, redirectUri and returnAddress, and accessToken from the Tokens page. A consent or payment is valid after you have opened its scaRedirect, which is in the console of Postman, and signed as the test customer.';

/**
 * @param texts collections of sections, which become folders. Requests that end what other sections read are in the last folder.
 */
export function joinPostmanTexts(name: string, texts: readonly string[], apiBase: string): string {
  const sections = texts.map((text): Collection => JSON.parse(text));
  const folders = sections.map(
    ({ info, item }): Json => ({ name: info.name, description: info.description, item: item.filter((one) => !endsOthers(one)) }),
  );
  const last: Json = {
    name: 'Delete and cancel',
    description: 'What the folders above created.',
    item: sections.flatMap(({ item }) => item.filter(endsOthers)),
  };
  return JSON.stringify(collection(name, RUN, [...folders, last], apiBase), null, 2);
}

/** Payments and statements are read in their own section alone; every section needs the consent, the session and the sandbox. */
function endsOthers(item: Json): boolean {
  const request = isObject(item) ? item.request : undefined;
  if (!isObject(request) || request.method !== 'DELETE') return false;
  return !/:(payment|statement)Id/.test(JSON.stringify(request.url));
}

function collection(name: string, description: string, item: readonly Json[], apiBase: string): Collection {
  const given = { baseUrl: apiBase.replace(/\/+$/, '') };
  const names = [
    'accessToken',
    'clientId',
    'clientSecret',
    'redirectUri',
    'returnAddress',
    'code',
    'codeVerifier',
    'refreshToken',
    'fallbackSession',
  ];
  const empty = names.map((key) => [key, ''] as const);
  // An empty part of a path would be refused as such.
  const ids = [...KEPT_IDS].map((key) => [key, PATH_PARAMETERS[key]?.example ?? ''] as const);
  return {
    info: { name, description, schema: SCHEMA },
    item,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: KEEP_IDS.split('\n') } }],
    variable: [...Object.entries(given), ...empty, ...ids].map(([key, value]) => ({ key, value, type: 'string' })),
  };
}

function toItem(slice: OperationSlice): Json {
  const [content] = slice.requestBody?.content ?? [];
  const headers = slice.parameters.filter((parameter) => parameter.in === 'header').map(toEntry);
  const keys = keyHeadersOf(slice).map((name) => ({ key: name, value: VARIABLES[name.toLowerCase()] ?? '' }));
  const mediaType = content === undefined ? [] : [{ key: 'Content-Type', value: content.mediaType }];
  return {
    name: slice.summary,
    request: {
      method: slice.method,
      header: [...keys, ...headers, ...mediaType],
      url: toUrl(slice),
      description: plainStart(slice.description, DESCRIPTION_LENGTH_MAX),
      auth: provesItselfInBody(content) ? { type: 'noauth' } : authOf(slice),
      ...(content === undefined ? {} : { body: toBody(content) }),
    },
    response: [],
  };
}

function toUrl(slice: OperationSlice): Json {
  const host = slice.isSendable ? '{{baseUrl}}' : slice.server;
  const path = slice.path.replaceAll(/\{([^{}]+)\}/g, ':$1');
  const query = slice.parameters.filter((parameter) => parameter.in === 'query').map(toEntry);
  const sent = query.filter(({ disabled }) => disabled === undefined).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `${host}${path}${sent.length === 0 ? '' : `?${sent.join('&')}`}`,
    host: [host],
    path: path.split('/').slice(1),
    query,
    variable: slice.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, ...parameter }) => ({
        key: name,
        value: slice.isSendable && KEPT_IDS.has(name) ? `{{${name}}}` : exampleOf({ name, ...parameter }),
      })),
  };
}

function toEntry(parameter: SliceParameter): { key: string; value: string; description: string; disabled?: true } {
  return {
    key: parameter.name,
    value: exampleOf(parameter),
    description: plainStart(parameter.description ?? '', DESCRIPTION_LENGTH_MAX),
    ...(isSent(parameter) ? {} : { disabled: true }),
  };
}

/** Sends required parameters, and query parameters with an example, because the request works with it. */
function isSent({ name, in: place, required, examples = [] }: SliceParameter): boolean {
  return required || (place === 'query' && examples.length > 0 && !IN_PAIRS.has(name));
}

/** RFC 6749 §2.3: a client uses one authentication method per request. */
function provesItselfInBody(content: SliceContent | undefined): boolean {
  return Object.hasOwn(Object(content?.examples?.[0]?.value), 'client_secret');
}

function exampleOf({ name, examples, schema }: SliceParameter): string {
  const variable = VARIABLES[name.toLowerCase()];
  if (variable !== undefined) return variable;
  const value = toJson(examples?.[0]?.value ?? firstOf(schema) ?? '');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function firstOf(schema: SliceParameter['schema']): unknown {
  if (typeof schema === 'boolean') return undefined;
  const { default: usual, const: only, enum: values, examples } = schema;
  return usual ?? only ?? (Array.isArray(values) ? values[0] : undefined) ?? (Array.isArray(examples) ? examples[0] : undefined);
}

function toBody({ mediaType, examples }: SliceContent): Json {
  const value = toJson(examples?.[0]?.value ?? null);
  if (mediaType === 'application/x-www-form-urlencoded' && isObject(value)) {
    const fields = Object.entries(value).map(([key, field]) => ({
      key,
      value: VARIABLES[key] ?? String(field),
      ...(IN_PAIRS.has(key) ? { disabled: true } : {}),
    }));
    return { mode: 'urlencoded', urlencoded: fields };
  }
  const isJson = /[/+]json\b/.test(mediaType);
  const raw = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return { mode: 'raw', raw, options: { raw: { language: isJson ? 'json' : 'text' } } };
}

/** Headers other than `Authorization` that authenticate the caller. */
function keyHeadersOf({ security, securitySchemes }: OperationSlice): readonly string[] {
  return Object.keys(security[0] ?? {}).flatMap((name) => {
    const { type, in: place, name: header } = securitySchemes[name] ?? {};
    return type === 'apiKey' && place === 'header' && typeof header === 'string' ? [header] : [];
  });
}

/** The first alternative whose scheme the collection supports. */
function authOf({ security, securitySchemes }: OperationSlice): Json {
  for (const name of security.flatMap((alternative) => Object.keys(alternative))) {
    const { type, scheme } = securitySchemes[name] ?? {};
    if (type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && String(scheme).toLowerCase() === 'bearer'))
      return { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] };
    if (type === 'http' && String(scheme).toLowerCase() === 'basic') {
      const [username, password] = ['{{clientId}}', '{{clientSecret}}'];
      return {
        type: 'basic',
        basic: [
          { key: 'username', value: username, type: 'string' },
          { key: 'password', value: password, type: 'string' },
        ],
      };
    }
  }
  return { type: 'noauth' };
}
