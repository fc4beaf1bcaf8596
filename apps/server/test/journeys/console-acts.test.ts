/** Acts of the console that need a second person, and providers: who may ask and decide, what ends a request, and what the audit log keeps. */
import { SITE } from '@portico/testkit';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportAudit } from '#modules/audit/index.ts';
import { listByStatus } from '#modules/payments/index.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { buildConsole } from '../../src/app/composition/build-console.ts';
import { DEMO_CLIENT_ID } from '../../src/app/demo/demo-tpp.ts';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { CLIENT } from '../../src/testing/small-provider.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const ORIGIN = 'http://localhost:3905';
const WORDS = 'The provider sends requests for closed accounts.';
const UNKNOWN_REQUEST = 'req_00000000000000000000000000';

let house: House;
let app: FastifyInstance;

beforeAll(async () => {
  house = await openHouse();
  app = await buildConsole(house.portico, {
    settings: {
      host: 'localhost',
      port: 3905,
      url: ORIGIN,
      openid: { issuer: 'https://no-such.example', ...CLIENT, isStandIn: false },
      groups: new Map(),
    },
    log: pino({ level: 'silent' }),
    folder: 'no-such-folder',
  });
});
afterAll(async () => {
  await app.close();
  await house.close();
});
beforeEach(async () => {
  await house.database.query("delete from console_request where state = 'waiting'");
  await house.portico.modules.onboarding.setSuspended(DEMO_CLIENT_ID, false);
});

/** A session with these roles; the journey of the sign-in is `console.test.ts`. */
async function session(operator: string, ...roles: readonly string[]): Promise<string> {
  const secret = house.portico.platform.random.secret();
  await house.database.query('insert into console_session (session_hash, subject, operator, roles, address) values ($1, $2, $3, $4, $5)', [
    sha256Hex(secret),
    `sub of ${operator}`,
    operator,
    roles,
    '127.0.0.1',
  ]);
  return `portico-console=${secret}`;
}
async function call(cookie: string, what: string, body: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/console/${what}`,
    remoteAddress: '127.0.0.1',
    headers: { host: 'localhost:3905', origin: ORIGIN, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID(), cookie, ...headers },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const ask = (cookie: string, change: object = {}) => call(cookie, 'requests', { kind: 'suspend', about: DEMO_CLIENT_ID, words: WORDS, ...change });
const decide = (cookie: string, requestId: string, decision: string, words?: string) =>
  call(cookie, 'request-decisions', { requestId, decision, ...(words === undefined ? {} : { words }) });
const isSuspended = async () => (await house.portico.modules.tppApps.findByClientId(DEMO_CLIENT_ID)) === undefined;
async function command(name: string) {
  const order = { command: name, about: DEMO_CLIENT_ID, operator: 'toomas', isConfirmed: true, file: '', options: {} };
  for await (const event of playOrder(house.portico, order)) if ('exitCode' in event) expect(event.exitCode).toBe(0);
}
async function eventsAbout(requestId: string) {
  const events = [];
  for await (const { event, ids } of exportAudit(house.database.db, { chain: 'operators' }))
    if (ids.requestId === requestId) events.push([event, ids.operator]);
  return events;
}

describe('a suspension', () => {
  it('happens when another person confirms it, and both are in the audit log by name', async () => {
    const [paula, mart] = [await session('Paula Pakkuja', 'provider-manager'), await session('Mart Maksed', 'operations')];
    const asked = await ask(paula);
    expect(asked).toMatchObject({ status: 201, body: { state: 'waiting', askedBy: 'Paula Pakkuja', isOwn: true, decisions: ['withdraw'] } });
    const { requestId } = asked.body;
    expect(await isSuspended()).toBe(false);
    const listed = (await call(mart, 'request-lists', { isWaiting: true })).body;
    expect(listed.requests).toMatchObject([{ requestId, words: WORDS, decisions: ['confirm', 'decline'] }]);
    expect(await decide(mart, requestId, 'confirm')).toMatchObject({ status: 200, body: { state: 'confirmed', decidedBy: 'Mart Maksed' } });
    expect(await isSuspended()).toBe(true);
    expect(await eventsAbout(requestId)).toEqual([
      ['console.asked', 'Paula Pakkuja'],
      ['console.request-confirmed', 'Mart Maksed'],
    ]);
    const lifted = await ask(mart, { kind: 'lift' });
    await decide(paula, lifted.body.requestId, 'confirm');
    expect(await isSuspended()).toBe(false);
  });

  it('does not happen when the person who asked confirms it, also with another session, role or name', async () => {
    const { requestId } = (await ask(await session('Paula Pakkuja', 'provider-manager'))).body;
    const again = await session('Paula Pakkuja', 'operations', 'provider-manager');
    await house.database.query(
      "update console_session set operator = 'Paula Uusnimi' where 'operations' = any(roles) and operator = 'Paula Pakkuja'",
    );
    for (const decision of ['confirm', 'decline'])
      expect(await decide(again, requestId, decision, WORDS)).toMatchObject({
        status: 403,
        body: { errors: [{ code: 'ROLE_INVALID', text: expect.stringContaining('another person must decide') }] },
      });
    expect(await isSuspended()).toBe(false);
    expect((await eventsAbout(requestId)).map(([event]) => event)).toEqual(['console.asked', 'console.decision-refused', 'console.decision-refused']);
  });

  it('happens once when two people confirm at the same time, and the second one reads who did', async () => {
    const { requestId } = (await ask(await session('Paula Pakkuja', 'provider-manager'))).body;
    const [mart, piret] = [await session('Mart Maksed', 'operations'), await session('Piret Pakkuja', 'provider-manager')];
    const answers = await Promise.all([decide(mart, requestId, 'confirm'), decide(piret, requestId, 'confirm')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.errors[0].text).toMatch(/was confirmed by (?:Mart Maksed|Piret Pakkuja)/);
    expect((await eventsAbout(requestId)).map(([event]) => event)).toEqual(['console.asked', 'console.request-confirmed']);
  });

  it('does not happen after a day', async () => {
    const { requestId } = (await ask(await session('Paula Pakkuja', 'provider-manager'))).body;
    await house.database.query('update console_request set expires_at = now() where request_id = $1', [requestId]);
    const answer = await decide(await session('Mart Maksed', 'operations'), requestId, 'confirm');
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ code: 'PAGE_STALE', text: expect.stringContaining('expired') }] } });
    expect(await isSuspended()).toBe(false);
  });

  it.each<[what: string, kind: string, prepare: string | undefined, meanwhile: string]>([
    ['of an application that a command has suspended', 'suspend', undefined, 'app suspend'],
    ['that a command has lifted', 'lift', 'app suspend', 'app lift'],
  ])('%s does nothing, and the request ends', async (_what, kind, prepare, meanwhile) => {
    if (prepare !== undefined) await command(prepare);
    const { requestId } = (await ask(await session('Paula Pakkuja', 'provider-manager'), { kind })).body;
    await command(meanwhile);
    const mart = await session('Mart Maksed', 'operations');
    expect(await decide(mart, requestId, 'confirm')).toMatchObject({
      status: 409,
      body: { errors: [{ text: expect.stringContaining('has changed') }] },
    });
    expect(await decide(mart, requestId, 'confirm')).toMatchObject({
      status: 409,
      body: { errors: [{ text: expect.stringContaining('overtaken') }] },
    });
    expect(await isSuspended()).toBe(kind === 'suspend');
  });

  it('that is lifted is not lifted when the provider has changed what acts afterwards', async () => {
    await command('app suspend');
    const { requestId } = (await ask(await session('Paula Pakkuja', 'provider-manager'), { kind: 'lift' })).body;
    await house.portico.platform.write((context) => house.portico.modules.tppApps.rename(context, DEMO_CLIENT_ID, 'Another Shop'));
    expect((await decide(await session('Mart Maksed', 'operations'), requestId, 'confirm')).status).toBe(409);
    expect(await isSuspended()).toBe(true);
  });

  it('is not prevented by a change of the provider', async () => {
    const { requestId } = (await ask(await session('Paula Pakkuja', 'provider-manager'))).body;
    await house.portico.platform.write((context) => house.portico.modules.tppApps.rename(context, DEMO_CLIENT_ID, 'Lumen Shop'));
    expect((await decide(await session('Mart Maksed', 'operations'), requestId, 'confirm')).status).toBe(200);
    expect(await isSuspended()).toBe(true);
  });

  it('that was declined or withdrawn does not happen, and a new request is possible', async () => {
    const [paula, mart] = [await session('Paula Pakkuja', 'provider-manager'), await session('Mart Maksed', 'operations')];
    const first = (await ask(paula)).body.requestId;
    expect(await decide(mart, first, 'withdraw')).toMatchObject({ status: 403 });
    expect(await decide(mart, first, 'decline')).toMatchObject({ status: 400, body: { errors: [{ path: 'words' }] } });
    expect(await decide(mart, first, 'decline', WORDS)).toMatchObject({ status: 200, body: { state: 'declined', note: WORDS } });
    const second = (await ask(paula)).body.requestId;
    expect(await decide(paula, second, 'withdraw')).toMatchObject({ status: 200, body: { state: 'withdrawn' } });
    expect(await decide(mart, second, 'confirm')).toMatchObject({ status: 409 });
    expect(await isSuspended()).toBe(false);
  });

  it('is refused where a role was taken away while the page was open', async () => {
    const { requestId } = (await ask(await session('Paula Pakkuja', 'provider-manager'))).body;
    const mart = await session('Kaotas Rolli', 'operations');
    expect((await call(mart, 'request-lists', { isWaiting: true })).status).toBe(200);
    await house.database.query("update console_session set roles = '{support}' where operator = 'Kaotas Rolli'");
    expect(await decide(mart, requestId, 'confirm')).toMatchObject({ status: 403, body: { errors: [{ text: expect.stringContaining('support') }] } });
    expect(await isSuspended()).toBe(false);
  });

  it('by one person is impossible in the database, too', async () => {
    const { requestId } = (await ask(await session('Paula Pakkuja', 'provider-manager'))).body;
    const alone = "update console_request set state = 'confirmed', decided_subject = asked_subject, decided_at = now() where request_id = $1";
    await expect(house.database.query(alone, [requestId])).rejects.toThrow(/check constraint/);
  });
});

describe('a request is refused', () => {
  it.each<[what: string, change: object, status: number]>([
    ['without a reason', { words: undefined }, 400],
    ['with too few characters', { words: 'because' }, 400],
    ['with white space for a reason', { words: ' '.repeat(30) }, 400],
    ['for an unknown act', { kind: 'erase' }, 400],
    ['about an unknown application', { about: 'tpp_none' }, 404],
    ['about an id that is none', { about: '../etc' }, 400],
    ['to lift what is not suspended', { kind: 'lift' }, 409],
    ['with a further member', { isConfirmed: true }, 400],
  ])('%s', async (_what, change, status) => {
    const answer = await ask(await session('Paula Pakkuja', 'provider-manager'), change);
    expect(answer.status).toBe(status);
    expect(await isSuspended()).toBe(false);
  });

  it('when another one about the same application waits', async () => {
    await ask(await session('Paula Pakkuja', 'provider-manager'));
    const second = await ask(await session('Mart Maksed', 'operations'));
    expect(second).toMatchObject({ status: 409, body: { errors: [{ text: expect.stringContaining('Paula Pakkuja') }] } });
  });

  it('of another site, also with a session, and so is a decision', async () => {
    const paula = await session('Paula Pakkuja', 'provider-manager');
    const evil = { origin: 'https://evil.example' };
    expect((await call(paula, 'requests', { kind: 'suspend', about: DEMO_CLIENT_ID, words: WORDS }, evil)).status).toBe(403);
    expect((await call(paula, 'request-decisions', { requestId: UNKNOWN_REQUEST, decision: 'confirm' }, evil)).status).toBe(403);
  });

  it.each([
    [UNKNOWN_REQUEST, 404],
    ["req_' or 1=1", 400],
  ])('when %s is decided', async (requestId, status) => {
    expect((await decide(await session('Mart Maksed', 'operations'), requestId, 'confirm')).status).toBe(status);
  });
});

describe('providers', () => {
  it('are listed page by page in the order of their client ids, and found by a part of their name', async () => {
    const auditor = await session('Aivar Audiitor', 'auditor');
    const all = (await call(auditor, 'provider-lists', {})).body.providers.map(({ clientId }: { clientId: string }) => clientId);
    expect(all).toContain(DEMO_CLIENT_ID);
    expect(all).toEqual(all.toSorted());
    const after = (await call(auditor, 'provider-lists', { after: DEMO_CLIENT_ID })).body.providers;
    expect(after.map(({ clientId }: { clientId: string }) => clientId)).toEqual(all.filter((clientId: string) => clientId > DEMO_CLIENT_ID));
    expect((await call(auditor, 'provider-lists', { text: '%' })).body.providers).toEqual([]);
  });

  it('have a page with usage, conversion, certificates and who looked at it, without contacts', async () => {
    const { status, body } = await call(await session('Tiina Tugi', 'support'), 'provider-pages', { clientId: DEMO_CLIENT_ID });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      clientId: DEMO_CLIENT_ID,
      isSuspended: false,
      certificates: [],
      conversion: { asked: expect.any(Number), shown: expect.any(Number) },
      usage: { calls: expect.any(Number), failed: expect.any(Number) },
    });
    expect(body.lookedAtBy[0]).toMatchObject({ operator: 'Tiina Tugi' });
    expect(body).not.toHaveProperty('contacts');
  });

  it('that do not exist have no page', async () => {
    expect((await call(await session('Tiina Tugi', 'support'), 'provider-pages', { clientId: 'tpp_none' })).status).toBe(404);
  });
});

describe('the overview', () => {
  it('counts the payments of today by state, and links each figure to a list of the same payments', async () => {
    const token = await house.token(house.browse());
    const { paymentId } = await house.tpp.createPayment(token, orderOf('12.50'));
    const mart = await session('Mart Maksed', 'operations');
    const overview = await app.inject({
      url: '/api/console/overview',
      remoteAddress: '127.0.0.1',
      headers: { host: 'localhost:3905', cookie: mart },
    });
    expect(overview.json()).toMatchObject({
      payments: expect.arrayContaining([{ status: 'RCVD', count: expect.any(Number) }]),
      stuck: [],
      waitingRequests: 0,
      maintenance: [],
      incidents: [],
    });
    const { payments } = (await call(mart, 'payment-lists', { status: 'RCVD' })).body;
    expect(payments[0]).toMatchObject({ paymentId, status: 'RCVD', amount: { amount: '12.50', currency: 'EUR' } });
    expect(Object.keys(payments[0]).toSorted()).toEqual(['amount', 'paymentId', 'provider', 'receivedAt', 'status']);
    expect((await call(mart, 'payment-lists', { status: 'RCVD', before: payments.at(-1).paymentId })).body.payments).toEqual([]);
    expect((await call(mart, 'payment-lists', { status: 'BLCK' })).body).toMatchObject({ payments: [], searchedUntil: expect.any(String) });
  });

  it('counts a request that waits, and an order that is late', async () => {
    await ask(await session('Paula Pakkuja', 'provider-manager'));
    const paula = await session('Paula Pakkuja', 'provider-manager');
    const overview = await app.inject({
      url: '/api/console/overview',
      remoteAddress: '127.0.0.1',
      headers: { host: 'localhost:3905', cookie: paula },
    });
    expect(overview.json()).toMatchObject({ waitingRequests: 1 });
  });

  it.each<[what: string, body: object]>([
    ['without a status', {}],
    ['of an unknown status', { status: 'LOST' }],
    ['after an id that is none', { status: 'RCVD', before: "' or 1=1" }],
  ])('has no list %s', async (_what, body) => {
    expect((await call(await session('Mart Maksed', 'operations'), 'payment-lists', body)).status).toBe(400);
  });

  it('finds payments page by page, also where a page reaches the limit of its search', async () => {
    const token = await house.token(house.browse());
    const made = [];
    for (const amount of ['1.01', '1.02', '1.03']) made.unshift((await house.tpp.createPayment(token, orderOf(amount))).paymentId);
    const [newest = ''] = made;
    const page = { status: 'RCVD', before: undefined, limit: 2, searchedMax: 1 } as const;
    const first = await listByStatus(house.database.db, page);
    expect(first).toMatchObject({ payments: [{ paymentId: newest }], searched: 1, lastId: newest });
    const second = await listByStatus(house.database.db, { ...page, before: first.lastId, searchedMax: 10 });
    expect(second.payments.map(({ paymentId }) => paymentId)).toEqual(made.slice(1));
    expect(await listByStatus(house.database.db, { ...page, status: 'BLCK' })).toMatchObject({ payments: [], searched: 1, lastId: newest });
  });
});

describe('a consent', () => {
  async function give(): Promise<string> {
    const answer = await house.portico.app.inject({
      method: 'POST',
      url: '/api/v1/consents',
      headers: {
        host: 'localhost:3000',
        authorization: `Bearer ${await house.token(house.browse())}`,
        'x-request-id': crypto.randomUUID(),
        'psu-ip-address': '192.0.2.7',
        'tpp-redirect-uri': `${SITE}/back`,
      },
      payload: {
        access: { allPsd2: 'allAccounts' },
        recurringIndicator: true,
        validUntil: '9999-12-31',
        frequencyPerDay: 4,
        combinedServiceIndicator: false,
      },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const { consentId } = answer.json();
    const { rows } = await house.database.query('select sandbox_id, customer_id from consent where consent_id = $1', [consentId]);
    const { sandbox_id: sandboxId, customer_id: customerId } = Object(rows[0]);
    await house.portico.platform.write((context) =>
      house.portico.modules.access.consents.sign(context, { sandboxId, consentId, customerId, ibans: undefined }),
    );
    return consentId;
  }
  const end = (cookie: string, consentId: string, change: object = {}) =>
    call(cookie, 'consent-ends', { consentId, reason: 'customerAsks', words: WORDS, ...change });

  it('ends when an operator ends it with a reason, and the audit log keeps who and why', async () => {
    const consentId = await give();
    const tiina = await session('Tiina Tugi', 'support');
    expect(await end(tiina, consentId)).toMatchObject({ status: 200, body: { status: 'expired' } });
    expect(await end(tiina, consentId)).toMatchObject({ status: 409, body: { errors: [{ text: expect.stringContaining('expired') }] } });
    const found = (await call(tiina, 'look-ups', { id: consentId })).body;
    expect(found.events.map(({ event }: { event: string }) => event)).toContain('consent.expired');
  });

  it.each<[what: string, role: string, change: object, status: number]>([
    ['by an auditor', 'auditor', {}, 403],
    ['by a provider manager', 'provider-manager', {}, 403],
    ['without a reason', 'support', { reason: undefined }, 400],
    ['with white space for words', 'support', { words: ' '.repeat(40) }, 400],
    ['of an unknown id', 'support', { consentId: 'cns_00000000000000000000000000' }, 404],
  ])('is not ended %s', async (_what, role, change, status) => {
    expect((await end(await session('Keegi Teine', role), 'cns_00000000000000000000000001', change)).status).toBe(status);
  });
});
