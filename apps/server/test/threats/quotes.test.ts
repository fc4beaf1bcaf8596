/**
 * T25: what a caller writes is never SQL. Every field of every route of the running server, as its schema knows it, gets texts that would
 * end a statement somewhere: nothing fails, nothing of anybody else comes back, nothing is changed. That no text is made into SQL at all
 * is a rule of the house (`tools/sql-texts.test.ts`).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { becomeDeveloper, createFolder, enterSigning, SITE } from '@portico/testkit';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { routeAreaOf } from '#platform/http/route-area.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const QUOTES = [
  "'",
  "' OR '1'='1' --",
  '"\\\'); create table injected(); --',
  "ʼ＇%' UNION SELECT email, 1 FROM developer $$||$1||$$ :name ? {0} --",
];
/** The first that a schema takes stands in a field that is not under test. */
const SAMPLES = [
  ...[
    'sample',
    '2030-01-15',
    '1.00',
    'EUR',
    'ee',
    'en',
    PAYEES.lumenBooks.iban,
    'mari@lumenbooks.example',
    'https://portal.example/',
    '12345678',
    '123456',
  ],
  ...[
    '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f',
    '2030-01-15T10:00:00Z',
    'A'.repeat(43),
    '/bank/to-sign',
    '38001085718',
    '9999-12-31',
    'Lighthouse-Keeper-42',
  ],
];
/** Read by one place or another of the server. */
const HEADERS = [
  ...['accept', 'accept-language', 'authorization', 'consent-id', 'cookie', 'fallback-session', 'if-none-match', 'psu-ip-address', 'referer'],
  ...['signing-entry', 'signing-id', 'tpp-brand-logging-information', 'tpp-id', 'tpp-redirect-uri', 'user-agent', 'x-forwarded-for', 'x-request-id'],
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const BROKEN = /syntax error|SQLSTATE|unterminated|relation "|column "|pg_catalog/i;

const routes: KnownRoute[] = [];
let house: House;
let own: Readonly<Record<string, string>>;
let ids: Readonly<Record<string, string>>;
/** Of another developer and another customer. */
let foreign: readonly string[];

beforeAll(async () => {
  const webFolder = await createFolder('portico-quotes-');
  for (const name of ['index.html', 'bank.html']) await writeFile(join(webFolder, name), name);
  house = await openHouse({ webFolder, settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' }, onRoute: (route) => void routes.push(route) });
  const [developer, other, browser] = [house.browse(), house.browse(), house.browse()];
  await becomeDeveloper(developer);
  const { email } = await becomeDeveloper(other);
  const token = await house.token(browser);
  const order = orderOf('1.00');
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  const cookie = ['/', '/bank/receipts', '/bank/device', '/api/ui', '/api/tpp'].flatMap((path) =>
    [developer, browser].map((each) => each.cookieHeader(path)),
  );
  const headers = {
    origin: house.config.publicUrl,
    'content-type': 'application/json',
    'psu-ip-address': '192.0.2.1',
    'tpp-redirect-uri': 'http://127.0.0.1:3001/x',
  };
  own = { ...headers, cookie: [...new Set(cookie.join('; ').split('; '))].join('; '), authorization: `Bearer ${token}`, ...page.headers };
  ids = { paymentProduct: order.product, paymentId };
  const { rows } = await house.database.query(`select iban from account where kind = 'customer' and iban <> all($1)`, [await page.ibans()]);
  foreign = [email, ...rows.map((row) => String(Object(row).iban))];
});
afterAll(() => house.close());

type Part = { readonly [name: string]: unknown };
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;
const isSchema = (value: unknown): value is TSchema & Part => isPart(value);
const propertiesOf = (schema: unknown): readonly (readonly [string, unknown])[] =>
  isPart(schema) && isPart(schema.properties) ? Object.entries(schema.properties) : [];
const branchesOf = (schema: Part): readonly unknown[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf : Array.isArray(schema.allOf) ? schema.allOf : [];

/** Something that the schema takes, as far as samples go. */
function sampleOf(schema: unknown): unknown {
  if (!isSchema(schema)) return undefined;
  if ('const' in schema) return schema.const;
  const [branch] = branchesOf(schema);
  if (branch !== undefined) return sampleOf(branch);
  if (schema.type === 'object')
    return Object.fromEntries(propertiesOf(schema).flatMap(([name, part]) => (isRequired(schema, name) ? [[name, sampleOf(part)]] : [])));
  if (schema.type === 'array') return [sampleOf(schema.items)];
  if (schema.type === 'integer' || schema.type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1;
  if (schema.type === 'boolean') return true;
  return SAMPLES.find((text) => Value.Check(schema, text)) ?? 'sample';
}
const isRequired = (schema: Part, name: string) => Array.isArray(schema.required) && schema.required.includes(name);

/** For every text in it, however deep: the value with `text` there and samples elsewhere. */
function* withEach(schema: unknown, text: string): Generator<unknown> {
  if (!isSchema(schema)) return;
  const branches = branchesOf(schema);
  if (branches.length > 0 && branches.every((branch) => isPart(branch) && 'const' in branch)) yield text;
  else if (branches.length > 0) for (const branch of branches) yield* withEach(branch, text);
  else if (schema.type === 'string' || 'const' in schema) yield text;
  else if (schema.type === 'array') for (const item of withEach(schema.items, text)) yield [item];
  else if (schema.type === 'object') {
    const others = sampleOf(schema);
    for (const [name, part] of propertiesOf(schema))
      for (const value of withEach(part, text)) yield { ...(isPart(others) ? others : {}), [name]: value };
  }
}

interface Attack {
  readonly method: (typeof METHODS)[number];
  readonly url: string;
  readonly payload?: object;
}

const fill = (url: string, given: Readonly<Record<string, string>> = {}) =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent({ ...ids, ...given }[name] ?? 'unknown')).replace('*', 'x');

/** What the authorization server reads itself, without a schema of ours. */
const OAUTH_FIELDS = {
  ...{
    client_id: 'demo-tpp',
    client_secret: 'x',
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: `${SITE}/callback`,
    code_verifier: 'A'.repeat(43),
  },
  ...{
    refresh_token: 'x',
    token: 'x',
    id_token_hint: 'x',
    state: 'x',
    scope: 'openid',
    response_type: 'code',
    bank_country: 'ee',
    ui_locales: 'en',
    nonce: 'x',
  },
};

function* attacksOn({ method: name, url, schema }: KnownRoute): Generator<Attack> {
  const method = METHODS.find((known) => known === name);
  if (method === undefined) return;
  const body = sampleOf(schema?.body);
  const payload = isPart(body) ? { payload: body } : {};
  for (const text of QUOTES) {
    for (const [, param = ''] of url.matchAll(/:(\w+)/g)) yield { method, url: fill(url, { [param]: text }), ...payload };
    for (const [field] of propertiesOf(schema?.querystring)) {
      const query = sampleOf(schema?.querystring);
      const fields = new URLSearchParams({
        ...(isPart(query) ? Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])) : {}),
        [field]: text,
      });
      yield { method, url: `${fill(url)}?${fields}`, ...payload };
    }
    if (routeAreaOf(url) === 'oauth') {
      for (const field of Object.keys(OAUTH_FIELDS)) {
        const fields = { ...OAUTH_FIELDS, [field]: text };
        yield method === 'GET' ? { method, url: `${fill(url)}?${new URLSearchParams(fields)}` } : { method, url: fill(url), payload: fields };
      }
    }
    for (const value of withEach(schema?.body, text)) if (isPart(value)) yield { method, url: fill(url), payload: value };
  }
}

/** As an application at the customer interface, where no token counts. */
const basic = () => `Basic ${Buffer.from(`${DEMO_CLIENT_ID}:${demoClientSecret(house.config)}`).toString('base64')}`;
const headersFor = (url: string) => ({
  ...own,
  ...(routeAreaOf(url) === 'fallback' ? { authorization: basic() } : {}),
  ...(routeAreaOf(url) === 'oauth' ? { authorization: '', cookie: '' } : {}),
  'x-request-id': crypto.randomUUID(),
});

const snapshot = async () => {
  const tables = ['developer', 'tpp_app', 'customer', 'account', 'account_balance', 'ledger_entry'];
  const counts = tables.map((table) => `(select count(*) from ${table})::int as ${table}`);
  const mine = `(select md5(string_agg(t::text, '|' order by t::text)) from developer t where email = $1) as other`;
  return (await house.database.query(`select ${[...counts, mine].join(', ')}, to_regclass('injected') as injected`, [foreign[0]])).rows[0];
};

describe('a text with SQL', () => {
  it('is a text like others in every field of every route', async () => {
    const before = Object(await snapshot());
    const wrong: string[] = [];
    let sent = 0;
    let taken = 0;
    for (const route of routes) {
      for (const attack of attacksOn(route)) {
        const { statusCode, body } = await house.portico.app.inject({
          ...attack,
          headers: headersFor(attack.url),
        });
        sent += 1;
        if (statusCode < 300) taken += 1;
        if (statusCode >= 500 || BROKEN.test(body) || foreign.some((mark) => body.includes(mark))) {
          wrong.push(`${attack.method} ${attack.url} ${JSON.stringify(attack.payload ?? '')}: ${statusCode} ${body.slice(0, 200)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(1_000);
    expect(taken).toBeGreaterThan(50);
    const after = Object(await snapshot());
    expect(after).toMatchObject({ other: before.other, injected: null });
    expect(after.customer).toBeGreaterThanOrEqual(before.customer);
  });

  it('is not executed from any header', async () => {
    const wrong: string[] = [];
    for (const url of ['/api/tpp', '/api/v1/accounts', '/api/ui/payment/details', '/api/fallback/v1/accounts']) {
      for (const header of HEADERS) {
        for (const text of QUOTES.map((quote) => Buffer.from(quote).toString('latin1'))) {
          const forged = header === 'authorization' ? `Bearer ${text}` : header === 'cookie' ? `portico-dev=${text}; portico-bank=${text}` : text;
          const { statusCode, body } = await house.portico.app.inject({ url, headers: { ...own, [header]: forged } });
          if (statusCode >= 500 || BROKEN.test(body) || foreign.some((mark) => body.includes(mark)))
            wrong.push(`${url} ${header}: ${text}: ${statusCode} ${body.slice(0, 200)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
