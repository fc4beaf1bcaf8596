/** Every refusal that the document of the sandbox's management names, provoked over HTTP: status, code, form of the body, promised headers. */
import { randomUUID } from 'node:crypto';
import { UiErrorBody } from '@portico/contract';
import { IMPORT_BYTES_MAX } from '@portico/contract/values';
import { type Browser, becomeDeveloper, jsonOf, member, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SECTIONS, type Operation } from '#modules/catalog/index.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { type HeaderFlaws, readPromisedHeaders } from '../house/promised-headers.ts';
import { listOf } from '../house/served-documents.ts';
import { type Reply, type Request, send, withHeaders } from '../house/xs2a/wire.ts';

const OPERATIONS = API_SECTIONS.find(({ apiId }) => apiId === 'sandbox-management')?.operations ?? [];
const ROWS = OPERATIONS.flatMap((operation) =>
  operation.errors.map((row) => ({ operation, ...row, name: `${operation.operationId} ${row.status} ${row.code}: ${row.when}` })),
);
/** Proven for every route elsewhere: the limit of an address, faults of the server, its end, and maintenance. */
const ELSEWHERE =
  /too many calls came from this address|the bank made a mistake|the service is stopping|the bank maintains|came at once|too many test clocks/;
/** Their tests are those of the features: hundreds of calls or thousands of rows lead there. */
const OF_FEATURES =
  /within 24 hours|more transactions than an export|cannot have that many|another step runs|created eight customers|has had ten accounts|money is reserved|has suspended the application/;

let house: House;
let flaws: HeaderFlaws;
let developer: Browser;
let seeded: unknown;

beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  flaws = await readPromisedHeaders(house.portico.app, house.config.publicUrl);
  developer = house.browse();
  await becomeDeveloper(developer);
  seeded = listOf(jsonOf(await developer.send('GET', '/api/tpp/psu')))[0];
});
afterAll(() => house.close());

const customerId = () => textOf(seeded, 'id');

/** A body that the route accepts; undefined for a call without one. */
const BODIES: Readonly<Record<string, () => object>> = {
  createApplication: () => ({ clientName: 'Nightly tests' }),
  activateTestCustomer: () => ({ id: customerId(), userName: textOf(seeded, 'userName') }),
  createTestCustomer: () => ({ country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' }),
  setTestScenario: () => ({ scenario: 'approves' }),
  createTestAccount: () => ({ name: 'Holidays', currency: 'EUR', openingBalance: '1.00' }),
  advanceTestClock: () => ({ minutes: 1 }),
  restoreTestClock: () => ({ confirm: true }),
  importSandbox: () => documentWith('1.00'),
  importSandboxTables: () => ({ tables: ['a', 'b'] }),
  seedSandbox: () => ({ seed: 'ci-1', confirm: true }),
};

function good({ operationId, method, path }: Operation): Request {
  const query = operationId.startsWith('import') ? '?mode=add' : '';
  const headers = {
    cookie: developer.cookieHeader('/api') ?? '',
    origin: new URL(house.config.publicUrl).origin,
    'x-request-id': randomUUID(),
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
  };
  const body = method === 'GET' ? {} : { body: BODIES[operationId]?.() ?? {} };
  return { method, url: `${path.replace(':id', customerId()).replace(':iban', 'EE749900111313760010')}${query}`, headers, ...body };
}

/** One account that opens with 1.00 and has no transactions. */
function documentWith(balance: string) {
  const money = (amount: string) => ({ amount, currency: 'EUR' });
  const account = {
    name: 'Everyday account',
    currency: 'EUR',
    status: 'enabled',
    openingBalance: money('1.00'),
    balance: money(balance),
    transactions: [],
  };
  const customer = { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis', scenario: 'approves', accounts: [account] };
  return { format: 'portico-sandbox', version: 1, now: '2026-11-29T12:00:00.000Z', customers: [customer] };
}

type Provocation = (operation: Operation) => readonly Request[] | Promise<readonly Request[]>;

const changed =
  (...changes: readonly Parameters<typeof withHeaders>[1][]): Provocation =>
  (operation) =>
    changes.map((change) => withHeaders(good(operation), change));
const withBody =
  (...bodies: readonly unknown[]): Provocation =>
  (operation) =>
    bodies.map((body) => ({ ...good(operation), body }));
const at =
  (from: string, to: string): Provocation =>
  (operation) => [{ ...good(operation), url: good({ ...operation, path: operation.path.replace(from, to) }).url }];

/** By the words of the table. */
const PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  'no session of a developer came, or it has ended': changed({ cookie: undefined }, { cookie: `portico-dev=${'A'.repeat(43)}` }),
  'the header Tpp-Id names another developer than the session': changed({ 'tpp-id': 'dev_another' }),
  'Tpp-Client-Id cannot be a client id': changed({ 'tpp-client-id': '*' }),
  'the developer has no application, or none with the client id of Tpp-Client-Id': changed({ 'tpp-client-id': 'tpp_unknown' }),
  'Origin is not an origin of this portal, X-Request-ID is missing, or the body is not application/json': changed(
    { origin: undefined },
    { origin: 'https://evil.example' },
    { 'x-request-id': undefined },
    { 'content-type': 'text/plain' },
  ),
  'a header comes twice, or the address cannot be read': (operation) => [
    withHeaders(good(operation), { 'x-request-id': ['x', 'y'] }),
    { ...good(operation), url: `${good(operation).url.split('?')[0]}?x=%00` },
  ],
  'the request is packed': changed({ 'content-encoding': 'gzip', 'content-type': 'application/json' }),
  'a field of the body is missing, unknown or not of the accepted form; path names it': withBody('{', '{"a":1,"a":2}', '{"__proto__":{}}'),
  'the body is larger than 1 MiB': withBody({ colour: 'x'.repeat(1024 * 1024) }),
  'the body is larger than 3 MiB': withBody({ colour: 'x'.repeat(IMPORT_BYTES_MAX) }),
  'the sandbox has no such test customer': (operation) =>
    operation.operationId === 'activateTestCustomer'
      ? withBody({ id: 'cus_unknown', userName: 'x' })(operation)
      : at(':id', 'cus_unknown')(operation),
  'the customer has no such account': at(':iban', 'EE869800100045081764'),
  'access_token is sent and is not the token that the customer has': (operation) =>
    withBody({ ...BODIES.activateTestCustomer?.(), access_token: 'another' })(operation),
  'a value contradicts another one or a rule of the sandbox; the text and path name it': (operation) =>
    withBody(operation.operationId === 'importSandbox' ? documentWith('2.00') : { tables: ['a', 'b'] })(operation),
  'the developer has five applications': async (operation) => {
    for (let made = 1; made < 5; made += 1) await send(house.portico.app, good(operation));
    return [good(operation)];
  },
  'the customer came with the sandbox': (operation) => [good(operation)],
  'mode is missing, or a parameter of the query is unknown or not of the accepted form': (operation) =>
    ['', '?mode=other', '?mode=add&colour=blue'].map((query) => ({ ...good(operation), url: `${operation.path}${query}` })),
};

describe('a refusal of the document', () => {
  const provoked = ROWS.filter(({ when }) => !ELSEWHERE.test(when) && !OF_FEATURES.test(when));

  it.each(provoked.map((row) => [row.name, row] as const))('is answered: %s', async (_name, { operation, status, code, when }) => {
    const provoke = PROVOCATIONS[when];
    expect(provoke, 'Nothing provokes this row. Add it to the table of this test, under these words.').toBeDefined();
    const requests = (await provoke?.(operation)) ?? [];
    expect(requests).not.toEqual([]);
    for (const request of requests) {
      const reply: Reply = await send(house.portico.app, request);
      expect([reply.status, member(reply.body, 'errors', '0', 'code')], `${request.url} → ${reply.text}`).toEqual([status, code]);
      expect(Value.Check(UiErrorBody, reply.body), reply.text).toBe(true);
      expect(flaws(operation.operationId, reply), reply.text).toEqual([]);
    }
  });

  it('has a provocation only where the document names it', () => {
    const named = new Set(ROWS.map(({ when }) => when));
    expect(Object.keys(PROVOCATIONS).filter((when) => !named.has(when))).toEqual([]);
    expect(provoked.length).toBeGreaterThan(150);
  });
});
