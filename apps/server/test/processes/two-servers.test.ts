/** What one server knows, the other knows too: nothing that decides is kept in a process alone. Storms and held signatures have tests of their own. */
import { randomUUID } from 'node:crypto';
import { createTpp, enterSigning, jsonOf, member, obtainToken, openBrowser, SITE, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import type { Portico } from '../../src/app/composition/build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type AccessPages, createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { houseDay } from '../house/avoid-midnight.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';
import { ORDER, THINGS } from '../house/things-to-sign.ts';

let house: House;
let other: Portico;
let token: string;
beforeAll(async () => {
  house = await openHouse();
  other = await house.startServer();
  await other.start();
  token = await house.token(house.browse());
});
afterAll(() => house.close());

const OPERATORS_ORDER = { about: '', operator: 'mari', isConfirmed: false, file: '', options: {} };
async function operate(server: Portico, command: string, about = ''): Promise<void> {
  for await (const event of playOrder(server, { ...OPERATORS_ORDER, command, about })) if ('exitCode' in event) expect(event.exitCode).toBe(0);
}

/** One snapshot: money that is held or booked for a payment. */
const MONEY_OF = `select (select count(*) from account_hold where payment_id = $1 and state = 'held')
  + (select count(*) from ledger_transaction where payment_id = $1) as count`;

/** The application and a customer's browser at the other server. */
function there() {
  const transport = overInject(other.app, house.config.publicUrl);
  const client = { clientId: DEMO_CLIENT_ID, clientSecret: demoClientSecret(house.config) };
  return { tpp: createTpp({ transport, publicUrl: house.config.publicUrl, site: SITE, ...client }), transport };
}

describe('two servers on one database', () => {
  it('take each other’s tokens, and a payment made at one is read at the other', async () => {
    const order = orderOf('1.00');
    const { paymentId } = await house.tpp.createPayment(token, order);
    expect(await there().tpp.readStatus(token, order, paymentId)).toBe('RCVD');
  });

  it('answer a repeated order with the payment that the other one made', async () => {
    const order = orderOf('1.00', { requestId: randomUUID() });
    const made = await house.tpp.createPayment(token, order);
    expect((await there().tpp.createPayment(token, order)).paymentId).toBe(made.paymentId);
  });

  it('share one sign-in: begun here, answered there, finished here', async () => {
    let turn = 0;
    const [first, second] = [overInject(house.portico.app, house.config.publicUrl), there().transport];
    const inTurns = openBrowser((request) => {
      turn += 1;
      return turn % 2 === 0 ? first(request) : second(request);
    }, house.config.publicUrl);
    expect(await obtainToken(inTurns, there().tpp, house.customers[0])).toMatch(/\S+/);
    expect(turn).toBeGreaterThan(4);
  });

  it('refuse a suspended application at once, wherever that was ordered', async () => {
    const order = orderOf('1.00');
    const { paymentId } = await house.tpp.createPayment(token, order);
    await operate(house.portico, 'app suspend', DEMO_CLIENT_ID);
    try {
      const { transport } = there();
      const headers = { authorization: `Bearer ${token}`, 'x-request-id': randomUUID() };
      const path = `/api/v1/payments/${order.product}/${paymentId}/status`;
      expect((await transport({ method: 'GET', path, headers })).status).toBe(403);
    } finally {
      await operate(other, 'app lift', DEMO_CLIENT_ID);
    }
  });
});

describe('two servers at the same moment', () => {
  let pages: AccessPages;
  // The suspension ended the tokens.
  beforeAll(async () => {
    token = await house.token(house.browse());
    pages = createAccessPages(house.config.publicUrl, [overInject(house.portico.app, house.config.publicUrl), there().transport]);
  });
  const statuses = (answers: readonly WireAnswer[]) => [...new Set(answers.map(({ status }) => status))].sort();
  const countOf = async (text: string, value: string) => Number(Object((await house.database.query(text, [value])).rows[0]).count);
  /** With the customer present, so that no reading is counted. */
  const readAccounts = (bearer: string, consentId: string) =>
    pages.call(bearer, 'GET', '/api/v1/accounts', undefined, undefined, { 'consent-id': consentId });
  const signedIn = async () => {
    const browser = house.browse();
    return { browser, token: await house.token(browser) };
  };

  it('make one payment of one request id that both get', async () => {
    const order = orderOf('1.00', { requestId: randomUUID() });
    const made = await Promise.all([house.tpp, there().tpp, house.tpp, there().tpp].map((tpp) => tpp.createPayment(token, order)));
    expect(new Set(made.map(({ paymentId }) => paymentId)).size).toBe(1);
  });

  it('take one of two contents behind one request id, and refuse the other at both', async () => {
    const requestId = randomUUID();
    const ask = (frequencyPerDay: number) => pages.call(token, 'POST', '/api/v1/consents', { ...EVERY_ACCOUNT, frequencyPerDay }, requestId);
    const answers = await Promise.all([ask(4), ask(3), ask(3), ask(4)]);
    expect(statuses(answers)).toEqual([201, 400]);
    expect(new Set(answers.filter(({ status }) => status === 201).map((answer) => textOf(jsonOf(answer), 'consentId'))).size).toBe(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });

  it.each([
    ['confirmed first', true],
    ['deleted first', false],
  ])('end a consent that is confirmed and deleted, %s, at both', async (_title, isConfirmedFirst) => {
    const { browser, token: bearer } = await signedIn();
    const asked = await pages.ask(bearer, 'consent', EVERY_ACCOUNT);
    const page = await pages.enter(browser, asked);
    const acts = [() => page.sign(), () => pages.call(bearer, 'DELETE', asked.path)];
    const turns = isConfirmedFirst ? acts : acts.toReversed();
    const answers = await Promise.all([...turns, ...turns].map((act) => act()));
    expect(Math.max(...statuses(answers))).toBeLessThan(500);
    expect(await pages.statusOf(bearer, asked)).toMatch(/^(?:terminatedByTpp|rejected)$/);
    expect(await pages.statusOf(bearer, asked)).toMatch(/^(?:terminatedByTpp|rejected)$/);
    expect(statuses(await Promise.all([readAccounts(bearer, asked.id), readAccounts(bearer, asked.id)]))).toEqual([401]);
    expect(
      await countOf(`select count(*) from audit_entry where chain = $1 and event in ('consent.rejected', 'consent.deleted')`, `consent:${asked.id}`),
    ).toBe(1);
  });

  it.each([
    ['today, signed first', 0, true],
    ['today, deleted first', 0, false],
    ['later, signed first', 5, true],
    ['later, deleted first', 5, false],
  ])(
    'sign or cancel a payment that is signed and deleted, to be made %s: both answer so, and the money is booked so',
    async (_title, days, isSignedFirst) => {
      const { browser, token: bearer } = await signedIn();
      const { payment: thing } = THINGS;
      const day = days === 0 ? {} : { requestedExecutionDate: houseDay(days) };
      const made = jsonOf(await pages.call(bearer, 'POST', `/api/v1${thing.path}`, { ...ORDER, ...day }));
      const path = `/api/v1${thing.path}/${textOf(made, 'paymentId')}`;
      const page = await enterSigning(browser, textOf(made, '_links', 'scaRedirect', 'href'), house.customers[0]);
      const [iban = ''] = await page.ibans();
      const sign = () => pages.sendAsPage(browser, 'PUT', '/api/ui/payment', page.headers, thing.submission(iban));
      const remove = () => pages.call(bearer, 'DELETE', path, undefined, undefined, { 'tpp-redirect-uri': `${SITE}/money` });
      // Each call goes to the other server than the call before.
      const acts = isSignedFirst ? [sign, remove, remove, sign] : [remove, sign, sign, remove];
      const answers = await Promise.all(acts.map((act) => act()));
      const statusesOf = (wanted: typeof sign) => answers.flatMap(({ status }, turn) => (acts[turn] === wanted ? [status] : [])).sort();
      const isCancelled = statusesOf(remove)[0] === 204;
      const refusedOrAsked = days === 0 ? [405, 405] : [202, 202];
      expect([statusesOf(sign), statusesOf(remove)]).toEqual(
        isCancelled
          ? [
              [410, 410],
              [204, 405],
            ]
          : [[200, 200], refusedOrAsked],
      );
      const readStatus = async () => member(jsonOf(await pages.call(bearer, 'GET', `${path}/status`)), 'transactionStatus') === 'CANC';
      expect([await readStatus(), await readStatus()]).toEqual([isCancelled, isCancelled]);
      // A payment of today is held, and then booked.
      expect(await countOf(MONEY_OF, textOf(made, 'paymentId'))).toBe(isCancelled || days > 0 ? 0 : 1);
      expect(await verifyLedger(house.database.db)).toEqual([]);
    },
  );

  it('answer readings beside the end of their consent with accounts or a refusal, and afterwards refuse them', async () => {
    const { browser, token: bearer } = await signedIn();
    const asked = await pages.ask(bearer, 'consent', EVERY_ACCOUNT);
    expect((await (await pages.enter(browser, asked)).sign()).status).toBe(200);
    const read = () => readAccounts(bearer, asked.id);
    const [first, ended, ...others] = await Promise.all([read(), pages.call(bearer, 'DELETE', asked.path), read(), read(), read(), read()]);
    expect(ended.status).toBe(204);
    expect([[200], [401], [200, 401]]).toContainEqual(statuses([first, ...others]));
    expect(statuses(await Promise.all([read(), read()]))).toEqual([401]);
  });

  it('count the failed authentications of a person together, and end the tries of both with the fifth', async () => {
    const person = house.customers.find(({ scenario, method }) => scenario === 'approves' && method === 'SMART_ID');
    const { country, method, nationalIdentityNumber } = person ?? house.customers[0];
    const browsers = [house.portico, other].map(({ app }) => openBrowser(overInject(app, house.config.publicUrl), house.config.publicUrl));
    const doors = await Promise.all(
      browsers.map(async (browser) => {
        await browser.send('PUT', '/bank/device', { body: { automatic: false } });
        const page = (await browser.send('GET', house.tpp.authorize(country).address)).headers.location ?? '';
        return { browser, ask: () => browser.send('POST', `${page}/authentication`, { body: { method, nationalIdentityNumber } }) };
      }),
    );
    const refuse = async ({ browser }: (typeof doors)[number]) => {
      const shown: unknown = Object(jsonOf(await browser.send('GET', '/bank/device/challenges'))).challenges;
      const running: unknown = (Array.isArray(shown) ? shown : []).find((challenge) => member(challenge, 'state') === 'started');
      return browser.send('POST', `/bank/device/challenges/${textOf(running, 'challengeId')}/answer`, { body: { answer: 'refuse' } });
    };
    // Ten requests that are not approved end the tries too, so that not every one is made at both.
    for (const turn of [doors, doors.slice(1), doors, doors.slice(0, 1), doors.slice(1)]) {
      const asked = await Promise.all(turn.map(({ ask }) => ask()));
      // The device is asked one question at a time, by whichever server came first.
      expect(asked.map(({ status }) => status).sort()).toEqual([200, 429].slice(0, turn.length));
      const first = turn[asked.findIndex(({ status }) => status === 200)];
      expect(first && (await refuse(first)).status).toBe(200);
    }
    const sixth = await Promise.all(doors.map(({ ask }) => ask()));
    expect(sixth.map((answer) => [answer.status, member(jsonOf(answer), 'errors', '0', 'code')])).toEqual([
      [422, 'SCA_METHOD_BLOCKED'],
      [422, 'SCA_METHOD_BLOCKED'],
    ]);
  });
});
