import type { OperationSlice, SliceParameter } from '@portico/contract';
import { bodyText, FORM_TYPE } from '@portico/contract/wire';
import { describe, expect, it } from 'vitest';
import { type FillIn, fillIn } from '../form/fill-in.ts';
import { initialBody } from '../form/initial-body.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { buildRequest, findProblems, keyFields, needsLogin, needsToken, PLACEHOLDERS, parameterKey, SECRET_PLACEHOLDER } from './build-request.ts';

function parameter(name: string, place: SliceParameter['in'], more: Partial<SliceParameter> = {}): SliceParameter {
  return { name, in: place, required: false, schema: { type: 'string' }, ...more };
}

function slice(more: Partial<OperationSlice> = {}): OperationSlice {
  return {
    apiId: 'payments',
    sectionTitle: 'Payments',
    list: 'main',
    version: '1',
    operationId: 'getPayment',
    method: 'GET',
    path: '/v1/payments/{paymentId}',
    summary: 'Read a payment',
    description: '',
    server: 'https://bank.example/api',
    isSendable: true,
    security: [],
    securitySchemes: {},
    parameters: [parameter('paymentId', 'path', { required: true }), parameter('X-Request-ID', 'header'), parameter('withBalance', 'query')],
    responses: [],
    errors: [],
    changes: [],
    $defs: {},
    ...more,
  };
}

const values = (record: Record<string, string>) => new Map(Object.entries(record));
const KNOWN: FillIn = {
  prefills: { client_id: 'lumen-1' },
  knownIds: { '/v1/payments paymentid': 'p-1', consentid: 'c-1' },
  iban: 'EE111',
  requestId: 'r-1',
  state: 's-1',
  nonce: 'n-1',
  redirectUri: 'https://shop.example/back',
  returnPage: undefined,
  hasCustomer: true,
  code: undefined,
};

describe('a request', () => {
  it('is built from the fields', () => {
    const request = buildRequest(
      { slice: slice(), values: values({ 'path:paymentId': 'p/1', 'header:X-Request-ID': ' r-1 ', 'query:withBalance': 'true' }), body: undefined },
      PLACEHOLDERS,
    );
    expect(request).toEqual({
      method: 'GET',
      url: 'https://bank.example/api/v1/payments/p%2F1?withBalance=true',
      headers: [['X-Request-ID', 'r-1']],
      body: undefined,
    });
  });
  it('carries the access token only where the operation requires one', () => {
    const secured = slice({ security: [{ customer: [] }], securitySchemes: { customer: { type: 'http', scheme: 'bearer' } } });
    expect([needsToken(secured), needsToken(slice())]).toEqual([true, false]);
    const { headers } = buildRequest({ slice: secured, values: new Map(), body: undefined }, { ...PLACEHOLDERS, token: 't-1' });
    expect(headers).toEqual([['Authorization', 'Bearer t-1']]);
  });
  it('carries client credentials and fallback session where every security alternative requires them', () => {
    const securitySchemes = {
      provider: { type: 'http', scheme: 'basic' },
      session: { type: 'apiKey', in: 'header', name: 'Fallback-Session' },
    };
    const secrets = { ...PLACEHOLDERS, credentials: 'aWQ6c2VjcmV0', fallbackSession: 's-1' };
    const headersOf = (security: OperationSlice['security']) =>
      buildRequest({ slice: slice({ security, securitySchemes }), values: new Map(), body: undefined }, secrets).headers;
    expect(headersOf([{ provider: [], session: [] }])).toEqual([
      ['Authorization', 'Basic aWQ6c2VjcmV0'],
      ['Fallback-Session', 's-1'],
    ]);
    expect(headersOf([{ provider: [] }])).toEqual([['Authorization', 'Basic aWQ6c2VjcmV0']]);
    // A token endpoint takes them in the body as well.
    for (const security of [[{ provider: [] }, {}], [{}], []]) expect(headersOf(security)).toEqual([]);
  });
  it.each(['portico-dev', '__Host-portico-dev'])('takes the login from the cookie %s of the browser, and shows a placeholder', (name) => {
    const managed = slice({ security: [{ login: [] }], securitySchemes: { login: { type: 'apiKey', in: 'cookie', name } } });
    expect([needsLogin(managed), needsLogin(slice()), keyFields(managed)]).toEqual([true, false, []]);
    const secrets = { ...PLACEHOLDERS, apiKeys: values({ [`cookie:${name}`]: 'typed' }) };
    expect(buildRequest({ slice: managed, values: new Map(), body: undefined }, secrets).headers).toEqual([['Cookie', `${name}=YOUR_SESSION`]]);
    const others = slice({ security: [{ key: [] }], securitySchemes: { key: { type: 'apiKey', in: 'header', name } } });
    expect([needsLogin(others), keyFields(others).length]).toEqual([false, 1]);
  });
  it('shows placeholders for client credentials and fallback session', () => {
    const fallback = slice({
      security: [{ provider: [], session: [] }],
      securitySchemes: { provider: { type: 'http', scheme: 'basic' }, session: { type: 'apiKey', in: 'header', name: 'Fallback-Session' } },
    });
    expect(buildRequest({ slice: fallback, values: new Map(), body: undefined }, PLACEHOLDERS).headers).toEqual([
      ['Authorization', 'Basic YOUR_BASIC_CREDENTIALS'],
      ['Fallback-Session', 'YOUR_FALLBACK_SESSION'],
    ]);
  });
  it('repeats the parameter for each item of a comma-separated list', () => {
    const listed = slice({ path: '/x', parameters: [parameter('status', 'query', { schema: { type: 'array' } })] });
    const { url } = buildRequest({ slice: listed, values: values({ 'query:status': 'a, b' }), body: undefined }, PLACEHOLDERS);
    expect(url).toBe('https://bank.example/api/x?status=a&status=b');
  });
  it.each([
    ['application/json', `{"client_secret":"${SECRET_PLACEHOLDER}"}`, String.raw`{"client_secret":"a\"b$&"}`],
    [FORM_TYPE, `client_secret=${SECRET_PLACEHOLDER}`, 'client_secret=a%22b%24%26'],
  ])('inserts the client secret into %s, escaped for that format', (mediaType, text, sent) => {
    const { body } = buildRequest({ slice: slice(), values: new Map(), body: { mediaType, text } }, { ...PLACEHOLDERS, clientSecret: 'a"b$&' });
    expect(body).toBe(sent);
  });
});

describe('the check before sending', () => {
  it.each(['', '.', '..'])('refuses the path value %j', (value) => {
    expect([...findProblems(slice(), values({ 'path:paymentId': value })).keys()]).toEqual(['path:paymentId']);
  });
  it.each(['a\nb', 'Žemaitė', '\u0000', '€'])('refuses the header value %j', (value) => {
    expect([...findProblems(slice(), values({ 'path:paymentId': 'p', 'header:X-Request-ID': value })).keys()]).toEqual(['header:X-Request-ID']);
  });
  it.each(['', 'no uuid', 'Õ'])('accepts the header value %j, which the server may refuse', (value) => {
    expect(findProblems(slice(), values({ 'path:paymentId': 'p', 'header:X-Request-ID': value })).size).toBe(0);
  });
});

describe('prefilled fields', () => {
  it.each([
    [parameter('X-Request-ID', 'header', { required: true }), 'r-1'],
    [parameter('paymentId', 'path', { required: true }), 'p-1'],
    [parameter('Consent-ID', 'header'), 'c-1'],
    [parameter('client_id', 'query', { required: true }), 'lumen-1'],
    [parameter('TPP-Redirect-URI', 'header'), 'https://shop.example/back'],
    [parameter('PSU-IP-Address', 'header', { required: true }), '203.0.113.24'],
    [parameter('payment-product', 'path', { required: true, schema: { enum: ['sepa-credit-transfers', 'x'] } }), 'sepa-credit-transfers'],
    [parameter('limit', 'query', { required: true, schema: { default: 50 } }), '50'],
    [parameter('from', 'query', { required: true, examples: [{ name: 'a', value: '2026-01-01' }] }), '2026-01-01'],
    [parameter('from', 'query', { examples: [{ name: 'a', value: '2026-01-01' }] }), ''],
    [parameter('iban', 'query', { required: true, examples: [{ name: 'a', value: 'string', isGenerated: true }] }), ''],
    [parameter('code', 'query', { required: true }), ''],
  ])('%o gets the value %j', (field, value) => {
    expect(fillIn(field, '/v1/payments/{paymentId}', KNOWN)).toBe(value);
  });
  it('return to the page of the explorer that reads the status, if the application may send customers there', () => {
    const field = parameter('TPP-Redirect-URI', 'header');
    const known = { ...KNOWN, returnPage: 'https://portal.example/api-explorer' };
    expect(fillIn(field, '/v1/consents', known)).toBe('https://portal.example/api-explorer?signed=r-1');
    expect(fillIn(parameter('redirect_uri', 'query'), '/oauth/authorize', known)).toBe('https://shop.example/back');
  });
  it.each(['paymentId', 'Consent-ID', 'statementId', 'account-id', 'transactionId', 'authorisationId', 'cancellationId', 'signInId'])(
    'show the document’s example of %s to visitors only: the bank gives the real one',
    (name) => {
      const field = parameter(name, 'query', { required: true, examples: [{ name: 'a', value: 'id_01km' }] });
      const filled = (hasCustomer: boolean) => fillIn(field, '/v1/x', { ...KNOWN, knownIds: {}, hasCustomer });
      expect([filled(true), filled(false)]).toEqual(['', 'id_01km']);
    },
  );
  it('have one key for each place and name', () => {
    expect(parameterKey(parameter('id', 'query'))).not.toBe(parameterKey(parameter('id', 'header')));
  });
});

describe('the first body', () => {
  const example = { grant_type: 'authorization_code', client_id: 'example', client_secret: 'example', code: 'example' };
  it('of a token request has the developer’s client id, a placeholder for the secret and the last code', () => {
    const body = initialBody({ mediaType: 'application/json', examples: [{ name: 'a', value: example }] }, undefined, { ...KNOWN, code: 'c0de' });
    expect(JSON.parse(body)).toEqual({ grant_type: 'authorization_code', client_id: 'lumen-1', client_secret: SECRET_PLACEHOLDER, code: 'c0de' });
  });
  it.each([
    [
      { client_secret: 'x', client_id: 'example', token: 't' },
      { client_id: 'lumen-1', token: 't' },
    ],
    [
      { client_secret: 'x', client_id: 'example', grant_type: 'refresh_token', refresh_token: 'r' },
      { client_id: 'lumen-1', grant_type: 'refresh_token', refresh_token: 'r' },
    ],
  ])('of %j keeps the values that no sign-in provides', (value, rest) => {
    const prefills = {
      client_id: 'lumen-1',
      ...('grant_type' in value ? { redirect_uri: 'https://shop.example/back', grant_type: 'authorization_code' } : {}),
    };
    const body = initialBody({ mediaType: 'application/json', examples: [{ name: 'a', value }] }, undefined, { ...KNOWN, prefills, code: 'c0de' });
    expect(JSON.parse(body)).toEqual({ ...rest, client_secret: SECRET_PLACEHOLDER });
    expect(body).not.toContain('c0de');
  });
  it('names the customer’s account and keeps the example’s creditor', () => {
    const value = { debtorAccount: { iban: 'a' }, access: { accounts: [{ iban: 'a' }] }, creditorAccount: { iban: 'b' } };
    const content = { mediaType: 'application/json', examples: [{ name: 'a', value }] };
    expect(JSON.parse(initialBody(content, undefined, KNOWN))).toEqual({
      debtorAccount: { iban: 'EE111' },
      access: { accounts: [{ iban: 'EE111' }] },
      creditorAccount: { iban: 'b' },
    });
    expect(JSON.parse(initialBody(content, undefined, { ...KNOWN, iban: undefined }))).toEqual(value);
  });
  it('has the defaults of the operation in its first level', () => {
    const value = { id: 'cus_1', userName: 'x', inner: { id: 'y' } };
    const prefills = { id: 'cus_2', userName: 'liis', 'Tpp-Client-Id': 'tpp_1' };
    const body = initialBody({ mediaType: 'application/json', examples: [{ name: 'a', value }] }, undefined, { ...KNOWN, prefills });
    expect(JSON.parse(body)).toEqual({ id: 'cus_2', userName: 'liis', inner: { id: 'y' } });
  });
  it('names the fallback user and their account', () => {
    const content = { mediaType: 'application/json', examples: [{ name: 'a', value: { userName: 'x', debtorAccountIban: 'a' } }] };
    expect(JSON.parse(initialBody(content, undefined, { ...KNOWN, userName: 'liis' }))).toEqual({ userName: 'liis', debtorAccountIban: 'EE111' });
    expect(JSON.parse(initialBody(content, undefined, { ...KNOWN, iban: undefined }))).toEqual({ userName: 'x', debtorAccountIban: 'a' });
  });
  it('is the chosen example, otherwise the first', () => {
    const content = {
      mediaType: 'application/json',
      examples: [
        { name: 'a', value: 1 },
        { name: 'b', value: 2 },
      ],
    };
    expect([initialBody(content, 'b', KNOWN), initialBody(content, 'gone', KNOWN), initialBody(undefined, undefined, KNOWN)]).toEqual(['2', '1', '']);
  });
  it('of a form is URL-encoded', () => {
    expect(bodyText({ mediaType: FORM_TYPE }, { a: 'b c', n: 1 })).toBe('a=b+c&n=1');
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

describe('the schema check', () => {
  const $defs = { Amount: { type: 'object', required: ['amount'], properties: { amount: { type: 'string' } }, additionalProperties: false } };
  const schema = { type: 'object', properties: { sum: { $ref: '#/$defs/Amount' }, next: { $ref: '#/$defs/Amount' } } };
  it('finds no problem in a valid value', () => {
    expect(checkSchema({ sum: { amount: '1.00' } }, schema, $defs)).toEqual({ problems: [], unchecked: [] });
  });
  it('does not change the schema, which belongs to the store', () => {
    const text = JSON.stringify([schema, $defs]);
    expect(checkSchema({}, deepFreeze(schema), deepFreeze($defs)).problems).toEqual([]);
    expect(JSON.stringify([schema, $defs])).toBe(text);
  });
  it('reports the path and the reason', () => {
    const { problems } = checkSchema({ sum: { amount: 1 } }, schema, $defs);
    expect(problems).toEqual([{ steps: ['sum', 'amount'], text: 'This is of the type number; it must be string.' }]);
  });
  it('reports the path of names with special characters', () => {
    const odd = { properties: { 'a/b~c %#ž': { items: { type: 'string' } } } };
    expect(checkSchema({ 'a/b~c %#ž': ['x', 1] }, odd, {}).problems[0]?.steps).toEqual(['a/b~c %#ž', '1']);
  });
  it.each([
    [{ sum: {} }, '“amount” is missing.'],
    [{ sum: { amount: 'x', more: 1 } }, 'This is not expected here.'],
  ])('explains the problem of %j', (value, words) => {
    expect(checkSchema(value, schema, $defs).problems.map(({ text }) => text)).toEqual([words]);
  });
  it.each([[{ sum: {} }], [{ sum: { amount: 'x', more: 1 } }], [[]], ['text']])('refuses %j', (value) => {
    expect(checkSchema(value, schema, $defs).problems.length).toBeGreaterThan(0);
  });
  it('supports the schemas true and false', () => {
    expect([checkSchema(1, true, {}).problems, checkSchema(1, false, {}).problems.length]).toEqual([[], 1]);
  });
  it('follows a recursive schema', () => {
    const tree = { Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } }, additionalProperties: false } };
    expect(checkSchema({ child: { child: {} } }, { $ref: '#/$defs/Tree' }, tree).problems).toEqual([]);
    expect(checkSchema({ child: { leaf: 1 } }, { $ref: '#/$defs/Tree' }, tree).problems).not.toEqual([]);
  });
  it.each([
    ['a pattern that is none under the u flag', { pattern: '^[\\w-.]+$' }, /The pattern .+ is not a regular expression/],
    ['such a pattern of names', { patternProperties: { '(?i)x': { type: 'string' } } }, /The pattern .+ is not a regular expression/],
    ['a schema that refers to nothing but itself', { $ref: '#/$defs/Self' }, /cannot be evaluated/],
    ['a name that is defined nowhere', { $ref: '#/$defs/constructor' }, /cannot be evaluated/],
  ])('says that it did not check %s', (_name, odd, words) => {
    const { problems, unchecked } = checkSchema({ x: 1 }, { type: 'object', properties: { x: odd }, ...odd }, { Self: { $ref: '#/$defs/Self' } });
    expect(problems).toEqual([]);
    expect(unchecked).toEqual([expect.stringMatching(words)]);
  });
  it('checks the rest of a schema with such a pattern', () => {
    expect(checkSchema(1, { type: 'string', pattern: '(?i)x' }, {})).toMatchObject({ problems: [{ steps: [] }], unchecked: [expect.anything()] });
  });
  it.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])('takes the member %s for one of the value, not of every object', (name) => {
    const named = { type: 'object', required: [name], properties: Object.fromEntries([[name, { type: 'string' }]]), additionalProperties: false };
    expect(checkSchema({}, named, {}).problems).toHaveLength(1);
    expect(checkSchema(JSON.parse(`{"${name}":"x"}`), named, {})).toEqual({ problems: [], unchecked: [] });
    expect(checkSchema(JSON.parse(`{"${name}":1}`), named, {}).problems).toHaveLength(1);
  });
});
