/**
 * Converts a section into a Postman collection, version 2.1 (https://schema.postman.com/). The access token and the client secret are empty
 * variables, so a collection contains no secret.
 */
import type { OperationSlice, SliceContent, SliceParameter } from '@portico/contract';
import { DEVELOPER_COOKIE } from '@portico/contract/values';
import {
  bodyText,
  fieldText,
  firstValue,
  isForm,
  isJson,
  keyParameter,
  type Proof,
  percentEncode,
  proofsOf,
  serializeBody,
  serializeParameter,
} from '@portico/contract/wire';
import { CUSTOMER } from '../examples/example.ts';
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
  [DEVELOPER_COOKIE]: '{{developerSession}}',
  [`__host-${DEVELOPER_COOKIE}`]: '{{developerSession}}',
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
const KEPT_IDS: ReadonlySet<string> = new Set([
  'consentId',
  'paymentId',
  'statementId',
  'authorisationId',
  'accountId',
  'transactionId',
  'signInId',
  'id',
]);
/** Values of examples that are the test customer's, with the variables for them. The first request of a collection of all sections reads the IBAN. */
const OF_CUSTOMER: readonly (readonly [text: string, variable: string])[] = [
  [CUSTOMER.account, 'iban'],
  [CUSTOMER.userName, 'userName'],
];
const ACCOUNT_LIST = '/account-list';
/** Its requests change the sandbox on which the others stand, and they need the session of a developer. */
const MANAGEMENT = '{{baseUrl}}/tpp';
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
  const items = OF_CUSTOMER.reduce((text, [value, name]) => text.replaceAll(value, `{{${name}}}`), JSON.stringify(inOrder.map(toItem)));
  return JSON.stringify(collection(index.title, index.description, JSON.parse(items), apiBase), null, 2);
}

const RUN =
  'Run it from top to bottom: a script keeps the ids and tokens of responses for the requests that follow. Fill in clientId, clientSecret, redirectUri and returnAddress, and accessToken and userName from the Tokens page. The folder Sandbox management also needs developerSession, the value of the cookie of your login. A consent or payment is valid after you have opened its scaRedirect, which is in the console of Postman, and signed as the test customer.';

/**
 * @param texts collections of sections, which become folders. Requests that end what other sections read are in the last folder.
 */
export function joinPostmanTexts(name: string, texts: readonly string[], apiBase: string): string {
  const all = texts.map((text): Collection => JSON.parse(text));
  const isOfManagement = ({ item }: Collection) => item.some((one) => rawUrlOf(one).startsWith(MANAGEMENT));
  const sections = all.filter((section) => !isOfManagement(section));
  const management = all.filter(isOfManagement).map(({ info, item }): Json => ({ name: info.name, description: info.description, item }));
  const first = sections.flatMap(({ item }) => item.filter(readsAccountList));
  const folders = sections.map(
    ({ info, item }): Json => ({
      name: info.name,
      description: info.description,
      item: item.filter((one) => !endsOthers(one) && !readsAccountList(one)),
    }),
  );
  const last: Json = {
    name: 'Delete and cancel',
    description: 'What the folders above created.',
    item: sections.flatMap(({ item }) => item.filter(endsOthers)),
  };
  const accounts: Json = { name: 'Accounts of the test customer', description: 'The requests below name the first one.', item: first };
  return JSON.stringify(collection(name, RUN, [...(first.length === 0 ? [] : [accounts]), ...folders, last, ...management], apiBase), null, 2);
}

function readsAccountList(item: Json): boolean {
  return rawUrlOf(item).endsWith(ACCOUNT_LIST);
}

function rawUrlOf(item: Json): string {
  return isObject(item) && isObject(item.request) && isObject(item.request.url) ? String(item.request.url.raw) : '';
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
    'developerSession',
  ];
  const empty = names.map((key) => [key, ''] as const);
  // An empty part of a path would be refused as such.
  const ids = [...KEPT_IDS].map((key) => [key, PATH_PARAMETERS[key]?.example ?? ''] as const);
  return {
    info: { name, description, schema: SCHEMA },
    item,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: KEEP_IDS.split('\n') } }],
    variable: [...Object.entries(given), ...empty, ...ids, ...OF_CUSTOMER.map(([value, key]) => [key, value] as const)].map(([key, value]) => ({
      key,
      value,
      type: 'string',
    })),
  };
}

function toItem(slice: OperationSlice): Json {
  const [content] = slice.requestBody?.content ?? [];
  const proofs = provesItselfInBody(content) ? [] : proofsOf(slice);
  const keys = proofs.flatMap((proof) =>
    proof.kind === 'apiKey' ? [{ ...keyParameter(proof), required: true, examples: [{ name: 'key', value: 'YOUR_API_KEY' }] }] : [],
  );
  const isKnown = (key: SliceParameter) => slice.parameters.some(({ in: place, name }) => place === key.in && name === key.name);
  const parameters = [...keys.filter((key) => !isKnown(key)), ...slice.parameters];
  const body = content === undefined ? undefined : toBody(content);
  const cookies = parameters.filter((parameter) => parameter.in === 'cookie' && isSent(parameter)).flatMap(written);
  return {
    name: slice.summary,
    request: {
      method: slice.method,
      header: [
        ...parameters.filter((parameter) => parameter.in === 'header').flatMap(toEntries),
        ...(cookies.length === 0 ? [] : [{ key: 'Cookie', value: cookies.join('; ') }]),
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: body.mediaType }]),
      ],
      url: toUrl(slice, parameters),
      description: plainStart(slice.description, DESCRIPTION_LENGTH_MAX),
      auth: authOf(proofs),
      ...(body === undefined ? {} : { body: body.body }),
    },
    response: [],
  };
}

function toUrl(slice: OperationSlice, parameters: readonly SliceParameter[]): Json {
  const host = slice.isSendable ? '{{baseUrl}}' : slice.server;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const pathText = (name: string) => {
    const parameter = inPath.find((one) => one.name === name);
    if (parameter === undefined) return '';
    return slice.isSendable && KEPT_IDS.has(name) ? `{{${name}}}` : (written(parameter)[0] ?? '');
  };
  // Postman fills a segment that is one parameter; other places of a parameter are filled here.
  const isSegment = (segment: string) => /^\{[^{}]+\}$/.test(segment);
  const segments = slice.path.split('/').slice(1);
  const path = segments.map((segment) =>
    isSegment(segment) ? `:${segment.slice(1, -1)}` : segment.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => pathText(name)),
  );
  const names = segments.filter(isSegment).map((segment) => segment.slice(1, -1));
  const query = parameters.filter((parameter) => parameter.in === 'query').flatMap(toEntries);
  const sent = query.filter(({ disabled }) => disabled === undefined).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `${host}/${path.join('/')}${sent.length === 0 ? '' : `?${sent.join('&')}`}`,
    host: [host],
    path,
    query,
    variable: names.map((name) => ({ key: name, value: pathText(name) })),
  };
}

interface Entry {
  readonly [name: string]: Json;
  readonly key: string;
  readonly value: string;
}

/** An entry for each pair of a query, and one for a header. An unsent parameter without a value has an empty entry. */
function toEntries(parameter: SliceParameter): readonly Entry[] {
  const description = plainStart(parameter.description ?? '', DESCRIPTION_LENGTH_MAX);
  const about = {
    ...(description === '' ? {} : { description }),
    ...(isSent(parameter) && !isLeftOut(parameter) ? {} : { disabled: true }),
  };
  const values = written(parameter);
  if (parameter.in === 'header' || values.length === 0) return [{ key: parameter.name, value: values[0] ?? '', ...about }];
  return values
    .flatMap((value) => value.split('&'))
    .map((pair) => {
      const at = pair.indexOf('=');
      return { key: pair.slice(0, at), value: pair.slice(at + 1), ...about };
    });
}

const exampleOf = (parameter: SliceParameter): unknown =>
  parameter.examples?.find((example) => example.value !== undefined)?.value ?? firstValue(parameter);

/** An empty list or object has no wire form; a parameter without an example has an empty entry to fill in. */
const isLeftOut = (parameter: SliceParameter) => exampleOf(parameter) !== undefined && written(parameter).length === 0;

/** The wire form of the parameter's first value: empty without one. A variable of Postman stays as it is. */
function written(parameter: SliceParameter): readonly string[] {
  const { name, in: place } = parameter;
  const variable = VARIABLES[name.toLowerCase()];
  if (variable !== undefined) return [place === 'query' || place === 'cookie' ? `${percentEncode(name)}=${variable}` : variable];
  const value = exampleOf(parameter);
  const wire = value === undefined ? undefined : serializeParameter(parameter, fieldText(value));
  return wire === undefined ? [] : [wire];
}

/** Sends required parameters, and query parameters with an example, because the request works with it. */
function isSent({ name, in: place, required, examples = [] }: SliceParameter): boolean {
  return required || (place === 'query' && examples.length > 0 && !IN_PAIRS.has(name));
}

/** RFC 6749 §2.3: a client uses one authentication method per request. */
function provesItselfInBody(content: SliceContent | undefined): boolean {
  return Object.hasOwn(Object(content?.examples?.[0]?.value), 'client_secret');
}

/** Fields of a form have variables for secrets; a form with styles, and parts, are written as they go out. */
function toBody(content: SliceContent): { readonly mediaType: string; readonly body: Json } {
  const { mediaType, examples, encoding = {} } = content;
  const given = examples?.[0]?.value;
  const value = given === undefined ? undefined : toJson(given);
  const hasStyles = Object.values(encoding).some(({ style, explode, allowReserved }) => (style ?? explode ?? allowReserved) !== undefined);
  // Newman loses fields with the names that every object has.
  const isSafe = isObject(value) && Object.keys(value).every((name) => !(name in {}));
  if (isForm(mediaType) && isSafe && !hasStyles) {
    const urlencoded = [...new URLSearchParams(bodyText(content, value))].map(([key, field]) => ({
      key,
      value: VARIABLES[key] ?? field,
      ...(IN_PAIRS.has(key) ? { disabled: true } : {}),
    }));
    return { mediaType, body: { mode: 'urlencoded', urlencoded } };
  }
  const sent = serializeBody(content, value === undefined ? '' : bodyText(content, value));
  return { mediaType: sent.mediaType, body: { mode: 'raw', raw: sent.text, options: { raw: { language: isJson(mediaType) ? 'json' : 'text' } } } };
}

/** API keys are parameters; Postman has one place for the other schemes. */
function authOf(proofs: readonly Proof[]): Json {
  for (const proof of proofs) {
    if (proof.kind === 'bearer') return { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] };
    if (proof.kind === 'basic') {
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
