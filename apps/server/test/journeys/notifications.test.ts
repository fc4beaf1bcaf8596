/** Notifications from the headers of a call, through the customer's decision, to a receiver over TLS that verifies them with a foreign library. */
import { textOf } from '@portico/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { createNotifications, type Notifications } from '#modules/notifications/index.ts';
import { createNotificationSender } from '../../src/app/composition/notification-sender.ts';
import { NOTIFICATION_PLAYS } from '../../src/app/operators/notification-orders.ts';
import { openReceiver, type Receiver, verifyMessage } from '../../src/testing/open-receiver.ts';
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
/** A second server of the bank, for which the receiver is in the internet. The server of the calls sends nothing: its jobs do not run here. */
let deliverer: Notifications;
beforeAll(async () => {
  house = await openPayersHouse('dev_notified');
  receiver = await openReceiver('your-site.example');
  const { config, platform, modules } = house;
  const parts = { platform, apiBase: config.apiBase, tppApps: modules.tppApps, shutdown: { signal: new AbortController().signal } };
  deliverer = createNotifications({ ...parts, isOn: true, canSendTo: () => true, send: createNotificationSender(config, receiver.network) });
  await house.database.query('update tpp_app set redirect_uris = redirect_uris || to_jsonb($1::text[])', [
    [`${receiver.origin}/callback`, `${receiver.origin}:9443/callback`],
  ]);
});
afterAll(async () => {
  await receiver.close();
  await house.close();
});
beforeEach(() => {
  receiver.received.length = 0;
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
