import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EgressNetwork } from '#platform/egress/exchange.ts';
import { createPostOutside } from '#platform/egress/post-outside.ts';
import { openReceiver, type Receiver, verifyMessage, withStatus } from '../../../testing/open-receiver.ts';
import { openTestPlatform, type TestPlatform } from '../../../testing/test-platform.ts';
import { createAudit } from '../../audit/index.ts';
import { createDeliverer, type SendPost } from './deliver.ts';

const SECRET = 'a-secret-of-the-test-that-opens-nothing';
const API = 'https://bank.example/api';

let test: TestPlatform;
let one: Receiver;
let two: Receiver;
let secrets: readonly string[];

beforeAll(async () => {
  test = await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append });
  [one, two] = [await openReceiver('one.example'), await openReceiver('two.example')];
});
afterAll(async () => {
  await one.close();
  await two.close();
  await test.database.close();
});
beforeEach(async () => {
  secrets = [SECRET];
  for (const receiver of [one, two]) {
    receiver.received.length = 0;
    receiver.respond = withStatus(204);
  }
  for (const table of ['delivery', 'channel', 'registration']) await test.database.query(`delete from notification_${table}`);
});

const sendOver =
  (networkOf: (url: string) => EgressNetwork): SendPost =>
  async (message) => {
    const exchange = await createPostOutside({ allow: [], httpOnLoopback: false }, networkOf(message.url))(message);
    return exchange.ok ? { status: exchange.status, retryAfter: exchange.headers['retry-after'] } : { fault: exchange.fault };
  };
const send = sendOver((url) => (url.startsWith(one.origin) ? one : two).network);

/** A process of the bank. */
const server = (by: SendPost = send) =>
  createDeliverer({
    platform: test.platform,
    apiBase: API,
    send: by,
    keysOf: async () => secrets,
    shutdown: { signal: new AbortController().signal },
  });
const deliver = () => server()();

/** Events of a payment, as the triggers write them. */
async function add(resourceId: string, statuses: readonly string[], { origin }: Receiver = one): Promise<void> {
  const { query } = test.database;
  const url = `${origin}/of/${resourceId}`;
  await query('insert into notification_channel (app_id, origin, sandbox_id) values ($1, $2, $3) on conflict do nothing', [
    'app_shop',
    origin,
    'sbx_test',
  ]);
  const path = `/v1/payments/sepa-credit-transfers/${resourceId}`;
  await query(
    `insert into notification_registration (resource_id, sandbox_id, app_id, origin, url, path, contents, sequence)
     values ($1, 'sbx_test', 'app_shop', $2, $3, $4, '{PROCESS}', $5)`,
    [resourceId, origin, url, path, statuses.length],
  );
  for (const [index, status] of statuses.entries())
    await query(
      `insert into notification_delivery (resource_id, sequence, sandbox_id, app_id, origin, url, path, type, status)
       values ($1, $2, 'sbx_test', 'app_shop', $3, $4, $5, 'payment', $6)`,
      [resourceId, index + 1, origin, url, path, status],
    );
}

const deliveries = async () =>
  (await test.database.query('select resource_id, sequence, state, tries, outcome from notification_delivery order by resource_id, sequence')).rows;
/** Makes all waiting deliveries due, as if the delays were over. */
const waitOver = async () => {
  await test.database.query('update notification_channel set paused_until = null');
  await test.database.query("update notification_delivery set next_try_at = now() where state = 'waiting'");
};
const ids = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

describe('a delivery', () => {
  it('is signed so that a foreign library accepts it, and holds ids and statuses', async () => {
    await add('pay_1', ['ACTC']);
    await deliver();
    const [message] = one.received;
    if (message === undefined) throw new Error('Nothing was received.');
    expect(() => verifyMessage(message, SECRET)).not.toThrow();
    expect(message.path).toBe('/of/pay_1');
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'pay_1-1',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(message.body).toEqual({
      type: 'payment.status_changed',
      timestamp: expect.any(String),
      sequence: 1,
      paymentId: 'pay_1',
      transactionStatus: 'ACTC',
      _links: {
        self: { href: `${API}/v1/payments/sepa-credit-transfers/pay_1` },
        status: { href: `${API}/v1/payments/sepa-credit-transfers/pay_1/status` },
      },
    });
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 1, outcome: '204' }]);
    await deliver();
    expect(one.received).toHaveLength(1);
  });

  it('is refused by the library with another secret, another body, another id or an old time', async () => {
    await add('pay_1', ['ACTC']);
    await deliver();
    const [message] = one.received;
    if (message === undefined) throw new Error('Nothing was received.');
    const { headers, text } = message;
    expect(() => verifyMessage(message, 'another-secret')).toThrow();
    expect(() => verifyMessage({ headers, text: text.replace('ACTC', 'ACSC') }, SECRET)).toThrow();
    expect(() => verifyMessage({ headers: { ...headers, 'webhook-id': 'pay_2-1' }, text }, SECRET)).toThrow();
    expect(() => verifyMessage({ headers: { ...headers, 'webhook-timestamp': '1' }, text }, SECRET)).toThrow();
  });

  it('has a signature of each accepted secret during a rotation', async () => {
    secrets = ['the-new-secret-of-the-test', SECRET];
    await add('pay_1', ['ACTC']);
    await deliver();
    const [message] = one.received;
    if (message === undefined) throw new Error('Nothing was received.');
    for (const secret of secrets) verifyMessage(message, secret);
  });

  it('waits while the application is suspended, without a try', async () => {
    secrets = [];
    await add('pay_1', ['ACTC']);
    await deliver();
    expect([one.received, await deliveries()]).toEqual([[], [expect.objectContaining({ state: 'waiting', tries: 0 })]]);
    secrets = [SECRET];
    await deliver();
    expect(one.received).toEqual([]);
    await waitOver();
    await deliver();
    expect(ids(one)).toEqual(['pay_1-1']);
  });
});

describe('a failure', () => {
  it.each([
    ['500', withStatus(500), '500'],
    ['a redirect', withStatus(302, { location: 'http://127.0.0.1:1/' }), '302'],
    ['a closed connection', (response: { destroy(): unknown }) => void response.destroy(), 'unreachable'],
    ['503', withStatus(503), '503'],
  ])('%s: the same message follows later, with the same id and body', async (_what, respond, outcome) => {
    await add('pay_1', ['ACTC', 'ACSC']);
    one.respond = respond;
    await deliver();
    await deliver();
    expect(ids(one)).toEqual(['pay_1-1']);
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', tries: 1, outcome },
      { state: 'waiting', tries: 0 },
    ]);
    one.respond = withStatus(200);
    await waitOver();
    await deliver();
    expect(ids(one)).toEqual(['pay_1-1', 'pay_1-1', 'pay_1-2']);
    const [first, second] = one.received;
    expect(second?.text).toBe(first?.text);
    expect(second?.headers['x-request-id']).not.toBe(first?.headers['x-request-id']);
  });

  it('sends nothing to a receiver whose certificate no trusted authority issued', async () => {
    await add('pay_1', ['ACTC']);
    await server(sendOver(() => ({ ...one.network, authorities: '' })))();
    expect([one.received, await deliveries()]).toMatchObject([[], [{ state: 'waiting', tries: 1, outcome: 'certificate' }]]);
  });

  it('of one resource leaves the others of the origin alone', async () => {
    await add('pay_1', ['ACTC', 'ACSC']);
    await add('pay_2', ['ACTC', 'ACSC']);
    one.respond = (response, { path }) => void response.writeHead(path.endsWith('pay_1') ? 500 : 200).end();
    await deliver();
    expect(ids(one).toSorted()).toEqual(['pay_1-1', 'pay_2-1', 'pay_2-2']);
  });

  it('of an origin pauses all of its resources, and no other origin', async () => {
    await add('pay_1', ['ACTC']);
    await add('pay_2', ['ACTC']);
    await add('pay_3', ['ACTC'], two);
    one.respond = withStatus(503);
    await deliver();
    await deliver();
    expect([one.received.length, ids(two)]).toEqual([1, ['pay_3-1']]);
  });

  it('410 ends the registration: the waiting deliveries are dead, and no event follows', async () => {
    await add('pay_1', ['ACTC', 'ACSC']);
    one.respond = withStatus(410);
    await deliver();
    expect(await deliveries()).toMatchObject([
      { state: 'dead', outcome: '410' },
      { state: 'dead', outcome: '410' },
    ]);
    expect((await test.database.query('select contents from notification_registration')).rows).toEqual([{ contents: [] }]);
  });

  it('for ten times makes the message a dead letter, and the next event of the resource is tried', async () => {
    await add('pay_1', ['ACTC', 'ACSC']);
    one.respond = (response, { body }) => void response.writeHead(body.sequence === 1 ? 500 : 200).end();
    for (let times = 0; times < 10; times += 1) {
      await waitOver();
      await deliver();
    }
    expect(await deliveries()).toMatchObject([
      { state: 'dead', tries: 10, outcome: '500' },
      { state: 'delivered', tries: 1 },
    ]);
  });
});

describe('two processes', () => {
  it('send each event once and in its order', async () => {
    for (let count = 0; count < 8; count += 1) await add(`pay_${count}`, ['ACTC', 'ACSP', 'ACSC'], count % 2 === 0 ? one : two);
    await Promise.all([deliver(), deliver(), deliver()]);
    for (const receiver of [one, two]) {
      expect(new Set(ids(receiver)).size).toBe(12);
      expect(ids(receiver)).toHaveLength(12);
      for (const all of Map.groupBy(receiver.received, ({ path }) => path).values()) expect(all.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
    }
  });

  it('of which one ended between sending and recording: the other sends again with the same id, after the lease', async () => {
    await add('pay_1', ['ACTC']);
    let wake: () => void = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const halting = server(async (message) => {
      const outcome = await send(message);
      await asleep;
      return outcome;
    })();
    await expect.poll(() => one.received.length).toBe(1);
    await deliver();
    expect(one.received).toHaveLength(1);
    await test.database.query('update notification_channel set lease_until = now()');
    await deliver();
    expect(ids(one)).toEqual(['pay_1-1', 'pay_1-1']);
    // The first process was only late: what it writes changes nothing any more.
    wake();
    await halting;
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  it('serve the other origins while one receiver never responds', async () => {
    const stopped = Promise.withResolvers<void>();
    await add('pay_1', ['ACTC']);
    await add('pay_2', ['ACTC'], two);
    const hanging = server((message) => (message.url.startsWith(one.origin) ? stopped.promise.then(() => ({ fault: 'late' })) : send(message)))();
    await expect.poll(() => ids(two)).toEqual(['pay_2-1']);
    stopped.resolve();
    await hanging;
    expect(await deliveries()).toMatchObject([
      { resource_id: 'pay_1', state: 'waiting', outcome: 'late' },
      { resource_id: 'pay_2', state: 'delivered' },
    ]);
  });
});
