/** The Postman collection, sent as it stands with its variables filled: what is refused is what is asked for, never the form of the request. */
import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { DEVELOPER_COOKIE } from '@portico/contract/values';
import { becomeDeveloper, member, SITE, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { listOf } from '../house/served-documents.ts';
import { codeOf, type Reply, send } from '../house/xs2a/wire.ts';

/** What only somebody else can know: ids, codes and accounts of the examples. */
const OF_EXAMPLES = new Set([
  '400 CONSENT_UNKNOWN',
  '403 CONSENT_UNKNOWN',
  '404 RESOURCE_UNKNOWN',
  '400 invalid_grant',
  '404 NOT_FOUND',
  '401 NOT_SIGNED_IN',
  // No customer has signed.
  '401 CONSENT_INVALID',
  '405 CANCELLATION_INVALID',
  '409 STATUS_INVALID',
]);

/** Not sent as long as the customer has signed nothing: a cancellation that needs a signature, accounts, and the fallback interface. */
const NEEDS_A_SIGNATURE = /cancellation’s|^Accounts: |^Fallback: |^OAuth 2\.0: /;

let house: House;
let examples: Readonly<Record<string, string>>;
let values: Record<string, string>;
let script: string;
let requests: readonly (readonly [name: string, request: unknown])[];
beforeAll(async () => {
  house = await openHouse();
  const collection: unknown = (await house.portico.app.inject({ url: '/api/specs/postman' })).json();
  script = listOf(member(collection, 'event', '0', 'script', 'exec')).join('\n');
  requests = listOf(member(collection, 'item')).flatMap((folder) =>
    listOf(member(folder, 'item')).map((item) => [`${textOf(folder, 'name')}: ${textOf(item, 'name')}`, member(item, 'request')] as const),
  );
  examples = Object.fromEntries(
    listOf(member(collection, 'variable')).map((variable) => [textOf(variable, 'key'), textOf(variable, 'value')] as const),
  );
  values = {
    ...examples,
    baseUrl: '/api',
    accessToken: await house.token(house.browse()),
    clientId: DEMO_CLIENT_ID,
    clientSecret: demoClientSecret(house.config),
    redirectUri: `${SITE}/callback`,
    returnAddress: `${SITE}/back`,
    code: 'c',
    refreshToken: 'r',
    fallbackSession: 's',
    developerSession: await sessionOfDeveloper(),
    userName: house.customers[0].userName,
  };
});
afterAll(() => house.close());

async function sessionOfDeveloper(): Promise<string> {
  const browser = house.browse();
  await becomeDeveloper(browser);
  return new RegExp(`${DEVELOPER_COOKIE}=([^;]+)`).exec(browser.cookieHeader('/api') ?? '')?.[1] ?? '';
}

const filled = (text: string) => text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_all, name) => (name === '$guid' ? randomUUID() : (values[name] ?? '')));
const entriesOf = (list: unknown) =>
  listOf(list)
    .filter((entry) => member(entry, 'disabled') !== true)
    .map((entry) => [textOf(entry, 'key'), filled(textOf(entry, 'value'))] as const);

function authorizationOf(request: unknown): Readonly<Record<string, string>> {
  switch (member(request, 'auth', 'type')) {
    case 'bearer':
      return { authorization: `Bearer ${values.accessToken}` };
    case 'basic':
      return { authorization: `Basic ${btoa(`${values.clientId}:${values.clientSecret}`)}` };
    default:
      return {};
  }
}

async function sendItem(request: unknown): Promise<Reply> {
  const ids = new Map(entriesOf(member(request, 'url', 'variable')));
  const [path = '', query] = filled(textOf(request, 'url', 'raw')).split('?');
  const method = textOf(request, 'method');
  if (method !== 'GET' && method !== 'POST' && method !== 'PUT' && method !== 'DELETE') throw new Error(method);
  const form = entriesOf(member(request, 'body', 'urlencoded'));
  const raw = member(request, 'body', 'raw');
  const text = typeof raw === 'string' ? filled(raw) : undefined;
  const body = form.length > 0 ? new URLSearchParams(Object.fromEntries(form)).toString() : text;
  return send(house.portico.app, {
    method,
    url: path.replaceAll(/:(\w+)/g, (_all, name) => ids.get(name) ?? '') + (query === undefined ? '' : `?${query}`),
    headers: {
      ...authorizationOf(request),
      ...Object.fromEntries(entriesOf(member(request, 'header')).map(([name, value]) => [name.toLowerCase(), value])),
    },
    ...(body === undefined || body === '' ? {} : { body }),
  });
}

/** As Postman does after each response. */
function runScript({ text }: Pick<Reply, 'text'>): void {
  const pm = { response: { json: () => JSON.parse(text) }, collectionVariables: { set: (name: string, value: string) => (values[name] = value) } };
  runInNewContext(script, { pm, console: { log: () => undefined } });
}

describe('the script of the collection', () => {
  it.each(['', 'not JSON', 'null', '[]', '{"accounts":"x","transactions":null,"_links":1}', '{"consentId":"","paymentId":7}'])(
    'keeps nothing of the body %j',
    (text) => {
      const before = { ...values };
      runScript({ text });
      expect(values).toEqual(before);
    },
  );
});

describe('the collection from top to bottom', () => {
  it('is understood, and reads and deletes what its own requests created', async () => {
    expect(requests.length).toBeGreaterThan(50);
    const refused: string[] = [];
    const managed: string[] = [];
    const unknown: string[] = [];
    for (const [name, request] of requests) {
      const reply = await sendItem(request);
      runScript(reply);
      if (name.startsWith('Sandbox management: ')) managed.push(`${reply.status} ${name.replace(/.*: /, '')}`);
      const code = codeOf(reply) ?? member(reply.body, 'errors', '0', 'code');
      const isBack = String(reply.headers.location).includes('error=');
      if (isBack || (reply.status >= 400 && !OF_EXAMPLES.has(`${reply.status} ${code}`))) refused.push(`${name}: ${reply.status} ${reply.text}`);
      if (!NEEDS_A_SIGNATURE.test(name) && /_UNKNOWN$/.test(String(code))) unknown.push(`${name}: ${reply.status} ${reply.text}`);
    }
    expect(refused).toEqual([]);
    expect(unknown).toEqual([]);
    // The customer of the example is in no sandbox, and the seed replaced the created customer.
    expect(managed.filter((line) => line >= '400')).toEqual([
      '404 Get an access token of a test customer',
      '404 Delete a test customer',
      '404 Close an account of a test customer',
    ]);
    expect(managed.length).toBeGreaterThan(20);
    const ids = { consentId: /^cns_/, paymentId: /^pay_/, statementId: /^sta_/, authorisationId: /^sgn_/ };
    for (const [name, form] of Object.entries(ids)) expect(values[name]).toMatch(form);
    expect(Object.keys(ids).filter((name) => values[name] === examples[name])).toEqual([]);
  });
});
