/** Notifications from the headers of a call, through the customer's decision, to a receiver over TLS that verifies them with a foreign library. */

import { AccountListAnswer, DeliveriesPage, Delivery, DeliveryDetail, EndpointWithSecret, NotificationsPage } from '@portico/contract';
import { ENDPOINTS_MAX } from '@portico/contract/values';
import { textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { createNotifications, type Notifications } from '#modules/notifications/index.ts';
import { createNotificationSender } from '../../src/app/composition/notification-sender.ts';
import { NOTIFICATION_PLAYS } from '../../src/app/operators/notification-orders.ts';
import { openReceiver, type Receiver, verifyMessage, withStatus } from '../../src/testing/open-receiver.ts';
import type { WireReply } from '../house/open-developers-house.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';

const PAYMENTS = '/api/v1/payments/instant-sepa-credit-transfers';
const ORDER = {
  instructedAmount: { amount: '12.50', currency: 'EUR' },
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  creditorName: PAYEES.lumenBooks.name,
};
const CONSENT = {
  access: { accounts: [], balances: [], transactions: [] },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

let house: PayersHouse;
let receiver: Receiver;
/** Another one, which can be away. */
let other: Receiver;
/** A second server of the bank, for which the receiver is in the internet. The server of the calls sends nothing: its jobs do not run here. */
let deliverer: Notifications;
beforeAll(async () => {
  house = await openPayersHouse('dev_notified');
  receiver = await openReceiver('your-site.example');
  other = await openReceiver('other-site.example');
  const { config, platform, modules } = house;
  const parts = { platform, apiBase: config.apiBase, tppApps: modules.tppApps, shutdown: { signal: new AbortController().signal } };
  const [toReceiving, toOther] = [createNotificationSender(config, receiver.network), createNotificationSender(config, other.network)];
  const send: typeof toOther = async (post) => (post.url.startsWith(other.origin) ? toOther : toReceiving)(post);
  deliverer = createNotifications({ ...parts, isOn: true, canSendTo: () => true, send });
  await house.database.query('update tpp_app set redirect_uris = redirect_uris || to_jsonb($1::text[])', [
    [`${receiver.origin}/callback`, `${receiver.origin}:9443/callback`],
  ]);
});
afterAll(async () => {
  await receiver.close();
  await other.close();
  await house.close();
});
beforeEach(() => {
  for (const one of [receiver, other]) {
    one.received.length = 0;
    one.tests.length = 0;
    one.respond = withStatus(204);
  }
});

/** As the application, with these headers. */
async function ask(url: string, body: object, headers: Readonly<Record<string, string>>): Promise<WireReply> {
  const others = { 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': `${house.config.publicUrl}/done` };
  return house.send(undefined, 'POST', url, { bearer: await house.token(), headers: { ...others, ...headers }, body });
}
const toReceiver = (content: string) => ({
  'tpp-notification-uri': `${receiver.origin}/bank?order=1`,
  'tpp-notification-content-preferred': `status=${content}`,
});
/** The lines of an operator's command. */
async function operate(command: string, about = ''): Promise<readonly string[]> {
  const play = new Map(NOTIFICATION_PLAYS).get(command);
  if (play === undefined) throw new Error(`There is no command ${command}.`);
  const lines: string[] = [];
  for await (const line of play(house, { command, about, operator: 'tester', isConfirmed: false, file: '', options: {} })) lines.push(line);
  return lines;
}
const support = ({ headers }: WireReply) => [headers['aspsp-notification-support'], headers['aspsp-notification-content']];
/** The statuses that the receiver has got when all due events are sent. */
async function sent(): Promise<readonly unknown[]> {
  await deliverer.deliverDue();
  return receiver.received.map(({ body }) => body.scaStatus ?? body.transactionStatus ?? body.consentStatus);
}
const rows = async (table: string) => (await house.database.query(`select * from notification_${table}`)).rows;

describe('a payment', () => {
  it('sends its statuses and that of its authorisation, signed with the client secret, in the order of the commit', async () => {
    const customer = await house.choose('ee');
    const made = await ask(PAYMENTS, ORDER, toReceiver('SCA, PROCESS'));
    expect([made.status, ...support(made)]).toEqual([201, 'true', 'status=SCA, PROCESS']);
    const paymentId = textOf(made.body, 'paymentId');
    const { page } = await house.enter(customer, made, 'payment');
    const [iban = ''] = await page.ibans();
    expect((await page.sign(iban)).status).toBe(200);
    expect(await sent()).toEqual(['ACCC', 'finalised']);
    const secret = textOf((await house.call('POST', '/api/tpp/secret/reveal')).body, 'clientSecret');
    for (const [index, message] of receiver.received.entries()) {
      verifyMessage(message, secret);
      expect(message.path).toBe('/bank?order=1');
      expect(message.body).toMatchObject({
        paymentId,
        sequence: index + 1,
        _links: { status: { href: expect.stringContaining(`${PAYMENTS}/${paymentId}/status`) } },
      });
      const { body } = await house.tpp('GET', new URL(message.body._links.status?.href ?? '').pathname);
      expect(textOf(body, 'transactionStatus')).toBe('ACCC');
      expect(message.text).not.toMatch(new RegExp(`${iban}|${PAYEES.lumenBooks.name}|12\\.50`));
    }
    const scaLink = receiver.received[1]?.body._links.scaStatus?.href ?? '';
    expect(textOf((await house.tpp('GET', new URL(scaLink).pathname)).body, 'scaStatus')).toBe('finalised');
  });

  it('with LAST sends one message, of the final status', async () => {
    const customer = await house.choose('ee');
    const made = await ask('/api/v1/payments/sepa-credit-transfers', ORDER, toReceiver('LAST'));
    const { page } = await house.enter(customer, made, 'payment');
    await page.refuse();
    expect(await sent()).toEqual(['RJCT']);
    expect(receiver.received[0]?.body).toMatchObject({ reasonCode: 'PAYMENT_FAILED' });
  });

  it('registers the receiver of a later authorisation, and sends the cancellation', async () => {
    const explicit = { 'tpp-explicit-authorisation-preferred': 'true' };
    const made = await ask(PAYMENTS, ORDER, explicit);
    expect(support(made)).toEqual(['false', undefined]);
    const self = `${PAYMENTS}/${textOf(made.body, 'paymentId')}`;
    const started = await ask(`${self}/authorisations`, {}, toReceiver('SCA, PROCESS'));
    expect([started.status, ...support(started)]).toEqual([201, 'true', 'status=SCA, PROCESS']);
    expect((await house.tpp('DELETE', self)).status).toBe(204);
    expect(await sent()).toEqual(['failed', 'CANC']);
  });
});

it('a consent sends its statuses until the application ends it', async () => {
  const customer = await house.choose('ee');
  const made = await ask('/api/v1/consents', CONSENT, toReceiver('SCA, PROCESS, LAST'));
  expect([made.status, ...support(made)]).toEqual([201, 'true', 'status=SCA, PROCESS, LAST']);
  const consentId = textOf(made.body, 'consentId');
  const { page } = await house.enter(customer, made, 'consent');
  expect((await page.refuse()).status).toBe(200);
  expect(await sent()).toEqual(['rejected', 'failed']);
  const sca = receiver.received.find(({ body }) => body.scaStatus !== undefined)?.body;
  expect(sca).toMatchObject({ consentId, authorisationId: expect.stringMatching(/^aut_/) });
  const path = new URL(sca?._links.scaStatus?.href ?? '').pathname;
  expect(textOf((await house.tpp('GET', path)).body, 'scaStatus')).toBe('failed');
});

const AT = '/api/tpp/notifications';
const BODY = { url: 'https://your-site.example/hooks', kinds: ['payment', 'authorisation'] };
const says = (status: number, code: string, text: RegExp) => [status, { errors: [{ code, text: expect.stringMatching(text) }] }];
const refusal = ({ status, body }: WireReply) => [status, body];
const page = async () => Value.Parse(NotificationsPage, (await house.call('GET', AT)).body);
const log = async (query = '') => Value.Parse(DeliveriesPage, (await house.call('GET', `${AT}/deliveries${query}`)).body);
const detail = async (id: string) => Value.Parse(DeliveryDetail, (await house.call('GET', `${AT}/deliveries/${id}`)).body);
async function addEndpoint({ origin }: Receiver, kinds: readonly string[] = BODY.kinds) {
  const { status, body } = await house.call('POST', `${AT}/endpoints`, { url: `${origin}/hooks`, kinds });
  expect([status, body]).toMatchObject([201, {}]);
  await deliverer.deliverDue();
  return Value.Parse(EndpointWithSecret, body);
}
const on = (endpointId: string, rest = '') => `${AT}/endpoints/${endpointId}${rest}`;
/** A payment that its customer refuses. Returns its id. */
async function refusePayment(headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const customer = await house.choose('ee');
  const made = await ask(PAYMENTS, ORDER, headers);
  await (await house.enter(customer, made, 'payment')).page.refuse();
  await deliverer.deliverDue();
  return textOf(made.body, 'paymentId');
}
const waitOver = async () => {
  await house.database.query('update notification_channel set paused_until = null');
  await house.database.query("update notification_delivery set next_try_at = now() where state = 'waiting'");
};

describe('an endpoint of the application', () => {
  afterEach(async () => {
    for (const { endpointId } of (await page()).endpoints) expect((await house.call('DELETE', on(endpointId))).status).toBe(204);
  });

  it('gets a test event, and after its answer the events of its kinds, signed with its secret, besides the address of the request', async () => {
    const { endpoint, secret } = await addEndpoint(receiver);
    expect(endpoint).toMatchObject({ state: 'unconfirmed', kinds: BODY.kinds });
    const [test] = receiver.tests;
    if (test === undefined) throw new Error('No test event was received.');
    verifyMessage(test, secret);
    expect(test.body).toMatchObject({ type: 'test.ping', endpointId: endpoint.endpointId, text: expect.stringContaining('test event') });
    await addEndpoint(other, ['consent']);
    const paymentId = await refusePayment(toReceiver('PROCESS'));
    expect(other.received).toEqual([]);
    const byPath = Map.groupBy(receiver.received, ({ path }) => path);
    expect(byPath.get('/bank?order=1')?.map(({ body }) => body.transactionStatus)).toEqual(['RJCT']);
    const hooks = byPath.get('/hooks') ?? [];
    expect(hooks.map(({ body }) => [body.sequence, body.paymentId, body.transactionStatus ?? body.scaStatus])).toEqual([
      [1, paymentId, 'RJCT'],
      [2, paymentId, 'failed'],
    ]);
    for (const message of hooks) verifyMessage(message, secret);
    expect((await page()).endpoints[0]).toMatchObject({ state: 'enabled', delivered: 2, total: 2 });
  });

  it('gets the statuses of statements', async () => {
    await addEndpoint(receiver, ['statement', 'authorisation']);
    await house.choose('ee');
    const [own] = Value.Parse(AccountListAnswer, (await house.tpp('GET', '/api/v1/account-list')).body).accounts;
    const asked = await ask('/api/v1/transactions-statements', { account: { iban: own?.iban }, dateFrom: '2026-01-01', dateTo: '2026-06-30' }, {});
    const statementId = textOf(asked.body, 'statementId');
    expect((await house.tpp('DELETE', `/api/v1/transactions-statements/${statementId}`)).status).toBe(204);
    await deliverer.deliverDue();
    expect(receiver.received.map(({ body }) => [body.type, body.statementId])).toEqual([['statement.status_changed', statementId]]);
  });

  it('that is away leaves the other one alone; the log tells each attempt, and the developer sends the message again', async () => {
    const { endpoint } = await addEndpoint(other, ['payment']);
    await addEndpoint(receiver, ['payment']);
    other.respond = (response) => void response.writeHead(503).end('upstream\u0000 unavailable');
    await refusePayment();
    expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
    const [failed] = (await log(`?endpointId=${endpoint.endpointId}&state=waiting`)).items;
    expect(failed).toMatchObject({ event: 'payment.status_changed', status: 'RJCT', tries: 1, triesMax: 10, outcome: '503' });
    const deliveryId = failed?.deliveryId ?? '';
    expect(await detail(deliveryId)).toMatchObject({
      body: other.received[0]?.text,
      attempts: [{ number: 1, outcome: '503', excerpt: 'upstream unavailable' }],
    });
    for (let tries = 1; tries < 10; tries += 1) {
      await waitOver();
      await deliverer.deliverDue();
    }
    expect(await detail(deliveryId)).toMatchObject({ state: 'dead', tries: 10 });
    // No message has reached it since: the bank stops sending until the developer enables it.
    expect((await page()).endpoints[0]).toMatchObject({ state: 'disabled', disabledBy: 'failures' });
    expect(refusal(await house.call('POST', `${AT}/deliveries/${deliveryId}/retry`))).toMatchObject(says(409, 'LIMIT_REACHED', /Enable it first/));
    await house.call('PUT', on(endpoint.endpointId), { isEnabled: true });
    other.respond = withStatus(200);
    expect((await house.call('POST', `${AT}/retries`, { endpointId: endpoint.endpointId, since: '2020-01-01T00:00:00Z' })).body).toEqual({
      count: 1,
      isMore: false,
    });
    await deliverer.deliverDue();
    const ids = other.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    const { state, attempts } = await detail(deliveryId);
    expect([state, attempts.length, attempts[0]]).toMatchObject(['delivered', 11, { number: 11, outcome: '200' }]);
    const again = await house.call('POST', `${AT}/deliveries/${deliveryId}/retry`);
    expect(Value.Parse(Delivery, again.body)).toMatchObject({ state: 'waiting', tries: 0 });
    await deliverer.deliverDue();
    expect(other.received.length).toBe(ids.length + 1);
  });

  it('whose secret is rotated while a message is tried again gets the signatures of both, until the one before is ended', async () => {
    const { endpoint, secret: before } = await addEndpoint(receiver, ['payment']);
    receiver.respond = withStatus(500);
    await refusePayment();
    const rotated = Value.Parse(EndpointWithSecret, (await house.call('POST', on(endpoint.endpointId, '/secret'))).body);
    expect(rotated.endpoint.previousSecretValidUntil).toBeDefined();
    await waitOver();
    await deliverer.deliverDue();
    const [first, second] = receiver.received;
    if (first === undefined || second === undefined) throw new Error('The message was not tried twice.');
    expect(() => verifyMessage(first, rotated.secret)).toThrow();
    for (const secret of [before, rotated.secret]) verifyMessage(second, secret);
    await house.call('DELETE', on(endpoint.endpointId, '/previous-secret'));
    await waitOver();
    await deliverer.deliverDue();
    const [, , third] = receiver.received;
    if (third === undefined) throw new Error('The message was not tried a third time.');
    verifyMessage(third, rotated.secret);
    expect(() => verifyMessage(third, before)).toThrow();
  });

  it('gets nothing before it has answered a test event, while it is disabled, after 410, and at a new address that has not answered', async () => {
    receiver.respond = withStatus(500);
    const { endpoint } = await addEndpoint(receiver, ['payment']);
    receiver.respond = withStatus(204);
    await refusePayment();
    expect(receiver.received).toEqual([]);
    expect((await log()).items[0]).toMatchObject({ event: 'test.ping', state: 'dead', outcome: '500', triesMax: 1 });
    expect(refusal(await house.call('POST', `${AT}/retries`, { endpointId: endpoint.endpointId }))).toMatchObject(
      says(409, 'LIMIT_REACHED', /test event first/),
    );
    expect((await house.call('POST', on(endpoint.endpointId, '/tests'))).status).toBe(202);
    await deliverer.deliverDue();
    expect((await page()).endpoints[0]).toMatchObject({ state: 'enabled' });
    await house.call('PUT', on(endpoint.endpointId), { isEnabled: false });
    expect(refusal(await house.call('POST', on(endpoint.endpointId, '/tests')))).toMatchObject(says(409, 'LIMIT_REACHED', /Enable it first/));
    await refusePayment();
    expect(receiver.received).toEqual([]);
    await house.call('PUT', on(endpoint.endpointId), { isEnabled: true });
    receiver.respond = withStatus(410);
    await refusePayment();
    expect((await page()).endpoints[0]).toMatchObject({ state: 'disabled', disabledBy: 'gone' });
    await house.call('PUT', on(endpoint.endpointId), { isEnabled: true, url: `${other.origin}/hooks` });
    other.respond = withStatus(404);
    await deliverer.deliverDue();
    await refusePayment();
    expect([other.tests.length, other.received.length]).toEqual([1, 0]);
  });

  it('of a suspended application gets nothing until the suspension is lifted', async () => {
    const customer = await house.choose('ee');
    await addEndpoint(receiver, ['payment']);
    const made = await ask(PAYMENTS, ORDER, {});
    const { page: signing } = await house.enter(customer, made, 'payment');
    await house.database.query('update tpp_app set suspended_at = now()');
    await signing.refuse();
    await deliverer.deliverDue();
    expect(receiver.received).toEqual([]);
    await house.database.query('update tpp_app set suspended_at = null');
    await waitOver();
    await deliverer.deliverDue();
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['plain http', { url: 'http://your-site.example/' }, 400, 'FORMAT_ERROR', /does not begin with https/],
    ['an internal address', { url: 'https://10.0.0.7/' }, 400, 'FORMAT_ERROR', /an IP address/],
    ['the address of the cloud', { url: 'https://169.254.169.254/latest' }, 400, 'FORMAT_ERROR', /an IP address/],
    ['a hexadecimal address', { url: 'https://0x7f000001/' }, 400, 'FORMAT_ERROR', /an IP address/],
    ['an IPv6 address', { url: 'https://[::1]/' }, 400, 'FORMAT_ERROR', /an IP address/],
    ['another port', { url: 'https://your-site.example:22/' }, 400, 'FORMAT_ERROR', /port/],
    ['a user', { url: 'https://me@your-site.example/' }, 400, 'FORMAT_ERROR', /a user/],
    ['a space', { url: 'https://your-site.example/a b' }, 400, 'FORMAT_ERROR', /spaces/],
    ['no address', { url: 'your-site' }, 400, 'FORMAT_ERROR', /not a URL/],
    ['a long address', { url: `https://your-site.example/${'a'.repeat(2_000)}` }, 400, 'FORMAT_ERROR', /2000/],
    ['an unknown kind', { kinds: ['payments'] }, 400, 'FORMAT_ERROR', /payment, consent/],
    ['a kind twice', { kinds: ['payment', 'payment'] }, 400, 'FORMAT_ERROR', /./],
    ['no kind', { kinds: [] }, 400, 'FORMAT_ERROR', /./],
    ['an unknown field', { secret: 'mine' }, 400, 'FORMAT_ERROR', /./],
  ])('with %s is refused, and nothing is written', async (_what, given, status, code, text) => {
    expect(refusal(await house.call('POST', `${AT}/endpoints`, { ...BODY, ...given }))).toMatchObject(says(status, code, text));
    expect((await page()).endpoints).toEqual([]);
  });

  it('is refused twice at one address, as the sixth one, and after too many test events', async () => {
    const { endpoint } = await addEndpoint(receiver);
    expect(refusal(await house.call('POST', `${AT}/endpoints`, { ...BODY, url: endpoint.url }))).toMatchObject(
      says(409, 'LIMIT_REACHED', /Edit that endpoint/),
    );
    for (let count = 1; count < ENDPOINTS_MAX; count += 1) {
      expect((await house.call('POST', `${AT}/endpoints`, { ...BODY, url: `${BODY.url}/${count}` })).status).toBe(201);
    }
    expect(refusal(await house.call('POST', `${AT}/endpoints`, BODY))).toMatchObject([409, {}]);
    let last = await house.call('POST', on(endpoint.endpointId, '/tests'));
    for (let count = 0; count < 20 && last.status === 202; count += 1) last = await house.call('POST', on(endpoint.endpointId, '/tests'));
    expect(refusal(last)).toMatchObject(says(429, 'RATE_LIMITED', /within an hour/));
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    await house.database.query("delete from spent_allowance where key like 'notification %'");
  });

  it.each(['evt_x', 'pay_1-0', 'pay_1-1.end_x', 'pay_1-99999999999999999999'])('has no message %s', async (id) => {
    expect(refusal(await house.call('GET', `${AT}/deliveries/${id}`))).toMatchObject(says(404, 'NOT_FOUND', /kept for 30 days/));
  });
});

describe('no notification', () => {
  it.each([
    ['without the header', {}],
    ['to an origin of no redirect URI', { 'tpp-notification-uri': 'https://attacker.example/' }],
    ['to an origin whose port the bank does not call', { 'tpp-notification-uri': 'https://your-site.example:9443/' }],
    ['with the content alone', { 'tpp-notification-content-preferred': 'status=SCA' }],
  ])('%s: the call succeeds and says so, and no row is written', async (_what, headers) => {
    const before = [await rows('registration'), await rows('delivery')];
    for (const [url, body] of [
      [PAYMENTS, ORDER],
      ['/api/v1/consents', CONSENT],
    ] as const) {
      const made = await ask(url, body, headers);
      expect([made.status, ...support(made)]).toEqual([201, 'false', undefined]);
    }
    expect([await rows('registration'), await rows('delivery')]).toEqual(before);
  });

  it('of a repeated request that asks for one: the answer is the first one', async () => {
    const requestId = { 'x-request-id': crypto.randomUUID() };
    const first = await ask(PAYMENTS, ORDER, requestId);
    const again = await ask(PAYMENTS, ORDER, { ...requestId, ...toReceiver('PROCESS') });
    expect([textOf(again.body, 'paymentId'), ...support(again)]).toEqual([textOf(first.body, 'paymentId'), 'false', undefined]);
  });

  it('while an operator has paused the origin, also for an application that asks later; the messages that waited follow', async () => {
    const customer = await house.choose('ee');
    const made = await ask(PAYMENTS, ORDER, toReceiver('PROCESS'));
    expect(await operate('notifications pause', `${receiver.origin}/any`)).toEqual([
      expect.stringContaining('Messages to https://your-site.example wait.'),
    ]);
    await expect(operate('notifications pause', receiver.origin)).rejects.toThrow('No receiver at https://your-site.example gets messages.');
    await (await house.enter(customer, made, 'payment')).page.refuse();
    expect(await sent()).toEqual([]);
    // An application that asks for the paused origin for the first time, as after its deletion.
    await house.database.query('delete from notification_channel where origin = $1', [receiver.origin]);
    const later = await ask(PAYMENTS, ORDER, toReceiver('PROCESS'));
    await (await house.enter(customer, later, 'payment')).page.refuse();
    expect(await sent()).toEqual([]);
    const [listed = ''] = await operate('notifications list');
    expect(JSON.parse(listed)).toMatchObject({ origin: receiver.origin, waiting: 2, givenUp: 0, stoppedAt: expect.any(String) });
    expect(await deliverer.readOldestSeconds()).toBe(0);
    await operate('notifications resume', receiver.origin);
    await expect(operate('notifications resume', receiver.origin)).rejects.toThrow('No receiver at https://your-site.example is paused.');
    expect(await sent()).toEqual(['RJCT', 'RJCT']);
  });

  it('while the application is suspended; the deletion of the sandbox deletes what waits', async () => {
    const customer = await house.choose('ee');
    const made = await ask(PAYMENTS, ORDER, toReceiver('PROCESS'));
    await house.database.query('update tpp_app set suspended_at = now()');
    const { page } = await house.enter(customer, made, 'payment');
    await page.refuse();
    expect(await sent()).toEqual([]);
    await house.database.query('update tpp_app set suspended_at = null');
    expect((await rows('delivery')).some((row) => Object(row).state === 'waiting')).toBe(true);
    expect((await house.call('DELETE', '/api/tpp', { confirm: true })).status).toBeLessThan(300);
    expect([await rows('registration'), await rows('delivery'), await rows('channel')]).toEqual([[], [], []]);
  });
});
