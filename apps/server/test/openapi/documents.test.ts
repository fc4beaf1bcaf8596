/** The documents say what the running routes do, all of it and nothing else, and strangers' tools can read them. */
import { member } from '@portico/testkit';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SECTIONS } from '#modules/catalog/index.ts';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { buildApp } from '../../src/app/composition/build-app.ts';
import { STANDARD_OPERATIONS } from '../../src/testing/nextgenpsd2/standard.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readDocuments, readWholeDocument, type ServedDocument } from '../house/served-documents.ts';

const { Ruleset, Spectral } = spectralCore;
const { oas } = spectralRulesets;

/** Registered below a version of the API, of the fallback interface or for developers, and in no document. */
const NOT_DESCRIBED: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^(GET|HEAD) \/api\/v[12]\/\.well-known\//, 'OpenID libraries find it by itself'],
  [/^GET \/api\/v[12]\/.*(jwk_uri|jwks|endSession|logout)$/, 'named by discovery'],
  [/^POST \/api\/v[12]\/.*(endSession|logout)$/, 'named by discovery'],
  [/^GET \/api\/v[12]\/.*(authorize|auth)\/:uid$/, 'a step of the sign-in; the browser is sent there'],
  [/^POST \/api\/v[12]\/.*(authorize|auth)$/, 'the described GET with its parameters in a form (OpenID Connect Core 1.0, 3.1.2.1)'],
  [/^PUT \/api\/v1\/.*\/(cancellation-)?authorisations\/:authorisationId$/, 'an authorisation takes no data: always 405'],
  [/^\w+ \/api\/v1\/(signing-baskets|card-accounts)(\/\*)?$/, 'not offered: always 405'],
  [/^GET \/api\/tpp\/refresh$/, 'a GET that changes something; activateTestCustomer issues a token as well'],
  [
    /^(GET|PUT|DELETE) \/api\/tpp$|^\w+ \/api\/tpp\/(change|secret|requests|usage|certificates|notifications)\b/,
    'of the application, for the pages of the portal',
  ],
  [/^(HEAD|OPTIONS) /, 'the framework’s own'],
];

/** The standard has one name for every payment service; a name here belongs to one call. */
const KINDS: ReadonlyMap<string | undefined, string> = new Map([
  ['periodic', 'Periodic'],
  ['bulk', 'Bulk'],
]);

let house: House;
let documents: readonly ServedDocument[];
const routes: KnownRoute[] = [];
beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_REGISTRATION: 'on' }, onRoute: (route) => void routes.push(route) });
  documents = await readDocuments(house.portico.app, house.config.publicUrl);
});
afterAll(() => house.close());

const operations = () => documents.flatMap((document) => document.operations);
const rows = () => API_SECTIONS.flatMap((section) => section.operations);
const registeredPath = (path: string) => `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Spectral reads patterns without the flag `u` of JSON Schema 2020-12 §6.4, so `\p{L}` is five signs there. `explorer.test.ts` checks these examples. */
const MISREAD_PATTERN = /property must match pattern "\^\[\\p\{L\}/;

/** What Spectral says of a document, its rules for every taste included. */
async function findingsOf(text: string): Promise<readonly string[]> {
  const spectral = new Spectral();
  // Who may call is a matter of the law and of the bank, not of a licence. Tags have the order in which readers need the sections.
  const rules = { 'info-license': 'off', 'license-url': 'off', 'openapi-tags-alphabetical': 'off' } as const;
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'all']], rules }));
  const found = (await spectral.run(text)).filter(({ message }) => !MISREAD_PATTERN.test(message));
  return found.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`);
}

describe('the table of operations', () => {
  it('has a row for every registered call, or a reason why it has none', () => {
    const known = new Set(rows().map(({ method, path }) => `${method} ${path}`));
    const registered = routes.filter(({ url }) => /^\/api\/((fallback\/)?v\d+\/|tpp\b)/.test(url)).map(({ method, url }) => `${method} ${url}`);
    expect(registered.length).toBeGreaterThan(30);
    expect(registered.filter((route) => !known.has(route) && !NOT_DESCRIBED.some(([pattern]) => pattern.test(route)))).toEqual([]);
  });

  it('has no row for a call that is not registered', () => {
    const registered = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    expect(rows().filter(({ method, path }) => !registered.has(`${method} ${path}`))).toEqual([]);
  });

  it('names every operation once', () => {
    const ids = rows().map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('keeps the ids that addresses of the portal are made of', () => {
    expect(API_SECTIONS.map(({ apiId }) => apiId)).toEqual([
      'login',
      'oauth2',
      'consents',
      'accounts',
      'transactions-statement',
      'payments',
      'periodic-payments',
      'bulk-payments',
      'funds-confirmations',
      'payee-verifications',
      'sandbox',
      'sandbox-management',
      'fallback-login',
      'fallback-accounts',
      'fallback-payments',
    ]);
    expect(rows().map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['authorize', 'auth', 'getAccessToken', 'token', 'getTestAccountList']),
    );
  });

  it('calls an operation by the name that the standard gives it, with the kind of payment in it', () => {
    const namesOf = (url: string) => url.replaceAll(/:\w+/g, '{}');
    const differing = rows().filter(({ method, path, operationId }) => {
      const [, kind] = /\/v1\/(?:(periodic|bulk)-)?payments\//.exec(path) ?? [];
      const call = `${method} ${namesOf(path.replace('/api', '')).replace(/\/v1\/[a-z-]*payments\//, '/v1/{}/')}`;
      const given = STANDARD_OPERATIONS[call]?.operationId;
      return given !== undefined && given.replace('Payment', `${KINDS.get(kind) ?? ''}Payment`) !== operationId;
    });
    expect(differing).toEqual([]);
    expect(rows().map(({ operationId }) => operationId)).toContain('initiatePeriodicPayment');
  });
});

describe('every document', () => {
  it('passes every rule of Spectral’s OpenAPI set', async () => {
    expect(documents.length).toBe(API_SECTIONS.length);
    for (const { apiId, text } of documents) expect(await findingsOf(text), apiId).toEqual([]);
    expect(await findingsOf(await readWholeDocument(house.portico.app)), 'all').toEqual([]);
  });

  it('would not pass with an example that its schema does not allow, or without a description', async () => {
    const { text = '' } = documents.find(({ apiId }) => apiId === 'payments') ?? {};
    const broken = text.replaceAll('"paymentId": "pay_', '"paymentNumber": "pay_').replace('"operationId": "initiatePayment",', '');
    const findings = (await findingsOf(broken)).map((finding) => finding.split(' ')[0]);
    expect(findings).toEqual(expect.arrayContaining(['oas3-valid-media-example', 'operation-operationId']));
  });

  it('describes every operation, its refusals included', () => {
    for (const { operationId, operation } of operations()) {
      expect(operation, operationId).toMatchObject({ summary: expect.stringMatching(/^.{10,60}$/), description: expect.stringMatching(/^.{5,}/) });
      const refused = Object.keys(Object(member(operation, 'responses'))).filter((status) => Number(status) >= 400);
      expect(refused.length, operationId).toBeGreaterThan(0);
    }
  });

  it('has an example of every answer with a body', () => {
    const missing = operations().flatMap(({ operationId, operation }) =>
      Object.entries(Object(member(operation, 'responses')))
        .filter(([, response]) => member(response, 'content', 'application/json') !== undefined)
        .filter(([, response]) => {
          const content = Object(member(response, 'content', 'application/json'));
          return !('example' in content) && !('examples' in content);
        })
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(missing).toEqual([]);
  });

  it('shows of every answer the schema that the server writes it with', () => {
    let compared = 0;
    for (const { operationId, method, path, operation } of operations()) {
      const { schema } = routes.find((route) => route.method === method && route.url === registeredPath(path)) ?? {};
      for (const [status, written] of Object.entries(Object(schema?.response))) {
        const shown = member(operation, 'responses', status, 'content', 'application/json', 'schema');
        expect(withoutTypesOfEnums(shown), `${operationId} ${status}`).toEqual(JSON.parse(JSON.stringify(written)));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('shows of every body the schema that the server reads it with', () => {
    let compared = 0;
    for (const { operationId, method, path, operation } of operations()) {
      const { schema } = routes.find((route) => route.method === method && route.url === registeredPath(path)) ?? {};
      if (schema?.body === undefined) continue;
      const shown = withoutTypesOfEnums(member(operation, 'requestBody', 'content', 'application/json', 'schema'));
      const read: unknown = JSON.parse(JSON.stringify(schema.body));
      const canBeLeftOut = member(operation, 'requestBody', 'required') === false;
      expect(canBeLeftOut ? { anyOf: [shown, { type: 'null' }] } : shown, operationId).toEqual(read);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(4);
  });

  it('says of every pattern in words what it accepts, to be read after “Accepted:”', () => {
    const published = routes.filter(({ url }) => /^\/api\/(fallback\/)?v\d+\//.test(url));
    const faults = published.flatMap(({ method, url, schema }) =>
      [schema?.body, schema?.querystring, schema?.params].flatMap((part) => patternsOf(part).map((words) => `${method} ${url}: ${words}`)),
    );
    expect(faults.length).toBeGreaterThan(20);
    expect(faults.filter((fault) => !/: [a-z0-9].*[^.]$/.test(fault))).toEqual([]);
  });

  it('names the calls of the sandbox bank and of its customer interface only where there is one', async () => {
    expect(documents.map(({ apiId }) => apiId)).toContain('sandbox');
    const { portico, config } = house;
    const core = { bank: portico.modules.bank, accountReader: portico.modules.accountReader, authenticator: { offers: () => true } };
    const other = await buildApp({
      config: { ...config, bank: 'adapter' },
      database: house.database,
      log: portico.platform.log,
      makeCore: () => core,
    });
    try {
      const served = await readDocuments(other.app, config.publicUrl);
      expect(served.map(({ apiId }) => apiId)).toEqual(
        documents.map(({ apiId }) => apiId).filter((apiId) => !/^(sandbox|sandbox-management|fallback-\w+)$/.test(apiId)),
      );
    } finally {
      await other.stop();
    }
  });

  it('names the registration by certificate, at the address for mutual TLS alone, only where the bank offers it', async () => {
    const idsOf = (served: readonly ServedDocument[]) => served.flatMap(({ operations: all }) => all.map(({ operationId }) => operationId));
    const { mtls } = house.config;
    const { operation } = operations().find(({ operationId }) => operationId === 'register') ?? {};
    expect(member(operation, 'servers')).toMatchObject([{ variables: { api: { default: `${mtls?.url}/api` } } }]);
    expect(member(operation, 'security')).toEqual([{ providerCertificate: [] }]);
    expect(Object.keys(Object(member(operation, 'requestBody', 'content')))).toEqual(['application/json']);
    const other = await buildApp({ config: { ...house.config, registration: false }, database: house.database, log: house.portico.platform.log });
    try {
      const served = await readDocuments(other.app, house.config.publicUrl);
      expect(idsOf(served)).toEqual(idsOf(documents).filter((operationId) => operationId !== 'register'));
      expect(served.filter(({ text }) => /v2\/register|Registration(Request|Answer)|providerCertificate/.test(text))).toEqual([]);
      const { changes } = (await other.app.inject('/api/specs/index')).json();
      expect(changes.filter(({ id }: { id: string }) => id === 'described-registration')).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});

/** The words beside each pattern of a schema. */
function patternsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern, description } = Object(schema);
  const own = typeof pattern === 'string' ? [typeof description === 'string' ? description : `only ${pattern}.`] : [];
  return [...own, ...Object.values(schema).flatMap(patternsOf)];
}

/** The document says beside values that they are texts. */
function withoutTypesOfEnums(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTypesOfEnums);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, ...others } = Object(schema);
  const kept = 'enum' in others && type === 'string' ? others : schema;
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, withoutTypesOfEnums(value)]));
}
