/**
 * Every refusal that the table of operations names, provoked over HTTP in the composed server: status, code, form of the body, echo of
 * the request's id. A row that nothing provokes fails by name; so does a provocation that no row names.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, XS2A_SECTIONS } from '#modules/catalog/index.ts';
import { bodyFindings, IS_OF_CODE, standardResponse } from '../../src/testing/nextgenpsd2/standard.ts';
import { type HeaderFlaws, readPromisedHeaders } from '../house/promised-headers.ts';
import { ACCOUNT_REFUSALS } from '../house/xs2a/account-refusals.ts';
import { COMMON_REFUSALS, type Provocation, sendAll } from '../house/xs2a/common-refusals.ts';
import { CONSENT_REFUSALS } from '../house/xs2a/consent-refusals.ts';
import { GOOD_REQUESTS } from '../house/xs2a/good-requests.ts';
import { IDENTITY_REFUSALS } from '../house/xs2a/identity-refusals.ts';
import { PAYMENT_REFUSALS } from '../house/xs2a/payment-refusals.ts';
import { SANDBOX_REFUSALS } from '../house/xs2a/sandbox-refusals.ts';
import { type BadDay, openBadDay } from '../house/xs2a/service-refusals.ts';
import { STATEMENT_REFUSALS } from '../house/xs2a/statement-refusals.ts';
import { codeOf, type Reply, type Request } from '../house/xs2a/wire.ts';
import { openWorld, type World } from '../house/xs2a/world.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OWN_REFUSALS = { ...CONSENT_REFUSALS, ...ACCOUNT_REFUSALS, ...PAYMENT_REFUSALS, ...STATEMENT_REFUSALS, ...SANDBOX_REFUSALS };

const SHARED_REFUSALS = { ...COMMON_REFUSALS, ...IDENTITY_REFUSALS };

let world: World;
let badDay: BadDay;
let headerFlaws: HeaderFlaws;
beforeAll(async () => {
  world = await openWorld();
  headerFlaws = await readPromisedHeaders(world.house.app, world.house.config.publicUrl);
  badDay = await openBadDay();
});
afterAll(async () => {
  await badDay.close();
  await world.house.close();
});

/** Of the service, whatever is asked. */
const SERVICE_REFUSALS: Readonly<Record<string, (request: Request) => Promise<readonly Reply[]>>> = {
  'too many calls came from this address in a minute': async (request) => [await badDay.tooMany(request)],
  'the bank made a mistake; give it the X-Request-ID': async (request) => [await badDay.broken(request)],
  'the bank maintains its service: nothing was done, and Retry-After says when to come again': async (request) => [await badDay.maintained(request)],
  'the service is stopping or busy': async (request) => [await badDay.busy(request)],
  'the service is stopping or busy, or the bank does not answer': async (request) => [
    await badDay.busy(request),
    await world.send(world.as(world.bankDown, request)),
  ],
};

const OPERATIONS = XS2A_SECTIONS.flatMap(({ operations }) => operations).filter(({ path }) => !/\/(am|openam|v2)\//.test(path));
const ROWS = OPERATIONS.flatMap((operation) => operation.errors.map((row) => ({ operation, ...row })));
const keyOf = ({ operationId }: Operation, status: number, code: string | undefined) => `${operationId} ${status} ${code}`;
const DOCUMENTED = new Set(ROWS.map(({ operation, status, code }) => keyOf(operation, status, code)));

const used = new Set<string>();

function provocationOf({ operationId }: Operation, when: string): Provocation | undefined {
  const own = OWN_REFUSALS[operationId]?.[when];
  used.add(own === undefined ? when : `${operationId}: ${when}`);
  const service = SERVICE_REFUSALS[when];
  return own ?? SHARED_REFUSALS[when] ?? (service && (async (_world, good) => service(await good())));
}

function good({ operationId }: Operation): Promise<Request> {
  const make = GOOD_REQUESTS[operationId];
  if (make === undefined) throw new Error(`${operationId} has no request that works. Add it to good-requests.ts.`);
  return make(world);
}

const ODD_IDS = ['x', '%20', '%2e%2e%2f', '%F0%9F%92%B6', '0', 'null', 'x'.repeat(65), 'x'.repeat(200)];

/** The request with something else for each id in its address. */
function withOddIds(request: Request): readonly Request[] {
  const ids = request.url.match(/(?<=\/)[a-z]{3}_\w+/g) ?? [];
  return ids.flatMap((id) => ODD_IDS.map((odd) => ({ ...request, url: request.url.replace(id, odd) })));
}

/** Of no operation of the standard in particular. */
const BERLIN_GROUP = { operationId: 'createConsent' };

/** What the standard forbids in the body. `standard-answers.test.ts` compares the code with the lists of the standard. */
function formFlaws(operationId: string, status: number, body: unknown): readonly string[] {
  const hasForm = standardResponse(operationId, status)?.body !== undefined;
  const findings = hasForm ? bodyFindings(operationId, status, body) : bodyFindings(BERLIN_GROUP.operationId, 400, body);
  return findings.filter((finding) => !IS_OF_CODE.test(finding));
}

/** What is wrong with a refusal apart from its code. */
function flawsOf({ request, body, headers, status }: Reply, { operationId }: { readonly operationId: string } = BERLIN_GROUP): readonly string[] {
  const given = request.headers['x-request-id'];
  const echoed = String(headers['x-request-id']);
  const isEchoed = typeof given === 'string' && UUID.test(given) ? echoed === given : UUID.test(echoed);
  const messages: unknown = Object(body).tppMessages;
  return [
    ...formFlaws(operationId, status, body),
    ...(Array.isArray(messages) && messages.length > 0 ? [] : ['no message']),
    ...(Array.isArray(messages) ? messages : []).flatMap(({ category, text }) =>
      category === 'ERROR' && text !== '' ? [] : ['a message says nothing'],
    ),
    ...(isEchoed ? [] : [`X-Request-ID is ${echoed}`]),
    ...(status === 401 && headers['www-authenticate'] === undefined ? ['no WWW-Authenticate'] : []),
    ...(status === 503 && headers['retry-after'] === undefined ? ['no Retry-After'] : []),
    ...(String(headers['content-type']).startsWith('application/json') ? [] : ['no JSON']),
  ];
}

describe.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))('%s', (_id, operation) => {
  it('succeeds with a valid request', async () => {
    const reply = await world.send(await good(operation));
    expect(
      operation.answers.map(({ status }) => status),
      reply.text,
    ).toContain(reply.status);
    expect(headerFlaws(operation.operationId, reply)).toEqual([]);
  });

  it.each(operation.errors.map(({ status, code, when }) => [status, code, when] as const))('returns %i %s when %s', async (status, code, when) => {
    const provocation = provocationOf(operation, when);
    expect(provocation, 'Nothing provokes this row. Add it to the tables beside this test, under these words.').toBeDefined();
    const replies = (await provocation?.(world, () => good(operation))) ?? [];
    expect(replies).not.toEqual([]);
    for (const reply of replies) {
      const what = `${reply.request.method} ${reply.request.url} → ${reply.text}`;
      expect([reply.status, codeOf(reply)], what).toEqual([status, code]);
      expect([...flawsOf(reply, operation), ...headerFlaws(operation.operationId, reply)], what).toEqual([]);
    }
  });

  it('works during maintenance, unless a documented refusal says otherwise', async () => {
    const isRefused = operation.errors.some(({ when }) => when.startsWith('the bank maintains its service'));
    const { text } = await badDay.maintained(await good(operation));
    expect(text.includes('The service of this bank is being maintained')).toBe(isRefused);
  });

  it('documents every refusal', async () => {
    const replies = [...(await sendAll(world, withOddIds(await good(operation))))];
    for (const [when, provocation] of Object.entries(SHARED_REFUSALS)) {
      if (!operation.errors.some((row) => row.when === when)) replies.push(...(await provocation(world, () => good(operation))));
    }
    const seen = new Set(replies.filter(({ status }) => status >= 400).map((reply) => keyOf(operation, reply.status, codeOf(reply))));
    expect([...seen].filter((key) => !DOCUMENTED.has(key))).toEqual([]);
  });
});

/** Fields of the bodies with which authorisations start or go on, in the standard (NextGenPSD2 1.3.12). */
const EMBEDDED_FIELDS: object = {
  psuData: { password: 'x' },
  authenticationMethodId: '901',
  scaAuthenticationData: '123456',
  confirmationCode: '2256ffgh',
};
const STARTS = OPERATIONS.filter(({ method, path }) => method === 'POST' && path.endsWith('authorisations'));

describe.each(STARTS.map((operation) => [operation.operationId, operation] as const))('the body of %s', (_id, operation) => {
  async function messageOf(body: object): Promise<unknown> {
    const { status, body: answer } = await world.send({ ...(await good(operation)), body });
    const { code, path } = Object(Object(answer).tppMessages?.[0]);
    return [status, code, path];
  }

  it.each(Object.entries(EMBEDDED_FIELDS))('refuses %s of the standard with PARAMETER_NOT_SUPPORTED', async (name, value) => {
    expect(await messageOf({ [name]: value })).toEqual([400, 'PARAMETER_NOT_SUPPORTED', name]);
  });

  it('refuses an unknown field with FORMAT_ERROR', async () => {
    expect(await messageOf({ psudata: {} })).toEqual([400, 'FORMAT_ERROR', 'psudata']);
  });
});

describe('a call that is not offered', () => {
  const below = (service: string) => ['GET', 'POST', 'PUT', 'DELETE'].flatMap((method) => [`${method} /${service}`, `${method} /${service}/x/y`]);
  it.each([
    'PUT /consents/cns_x/authorisations/aut_x',
    'PUT /payments/sepa-credit-transfers/pay_x/authorisations/sgn_x',
    'PUT /periodic-payments/sepa-credit-transfers/pay_x/authorisations/sgn_x',
    'PUT /bulk-payments/sepa-credit-transfers/pay_x/cancellation-authorisations/sgn_x',
    ...below('signing-baskets'),
    ...below('card-accounts'),
  ])('returns 405 SERVICE_INVALID: %s', async (call) => {
    const [method, path = ''] = call.split(' ');
    const reply = await world.send({
      ...world.request('GET', path),
      method: method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET',
    });
    expect([reply.status, codeOf(reply), flawsOf(reply)]).toEqual([405, 'SERVICE_INVALID', []]);
    expect(reply.headers.allow).toBeDefined();
  });
});

describe('the tables', () => {
  it('provoke only documented refusals', () => {
    const own = Object.entries(OWN_REFUSALS).flatMap(([operationId, provocations]) =>
      Object.keys(provocations).map((when) => `${operationId}: ${when}`),
    );
    const all = [...own, ...Object.keys(SHARED_REFUSALS), ...Object.keys(SERVICE_REFUSALS)];
    expect(all.filter((when) => !used.has(when))).toEqual([]);
    expect(Object.keys(GOOD_REQUESTS).filter((id) => !OPERATIONS.some(({ operationId }) => operationId === id))).toEqual([]);
  });
});
