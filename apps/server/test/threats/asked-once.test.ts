/**
 * A customer's device is asked once for one thing: by calls in turn and at the same time, at every place that asks for it again. What was asked before an
 * operator signed its customer out, or before customer or sandbox were removed, leads to nothing, and to no failure of the server. Threats T9 and T10.
 */
import { TokenUser } from '@portico/contract';
import { type Browser, jsonOf, member, openBrowser, SITE, signInAtBank, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signOutBankCustomer } from '../../src/app/operators/sign-out-person.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type CompanyHouse, openCompanyHouse, orderBody } from '../house/company-house.ts';
import { type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';

const WAIT = { interval: 20 };
const AT_ONCE = 12;
const REDIRECT_URI = `${SITE}/`;
const VERSIONS = ['/api/v2/am/realms/psd2/protocol/openid-connect/auth', '/api/v1/am/oauth2/authorize'] as const;

let house: CompanyHouse;
let desk: FallbackDesk;
beforeAll(async () => {
  house = await openCompanyHouse('dev_asked_once');
  desk = await openFallbackDesk(house, 'dev_asked_once');
  await house.call('PUT', '/api/tpp', { redirectionUris: [REDIRECT_URI, `${house.config.publicUrl}/?m=authCode`] });
});
afterAll(() => house.close());

const browse = () => openBrowser(overInject(house.app, house.config.publicUrl), house.config.publicUrl);
/** The address of an authorization request. */
const authorization = (at: string, country: string) => {
  const query = { client_id: desk.clientId, response_type: 'code', scope: 'openid', state: 's', nonce: 'n', bank_country: country };
  return `${at}?${new URLSearchParams({ ...query, redirect_uri: REDIRECT_URI })}`;
};
const atOnce = <Answer>(act: () => Promise<Answer>) => Promise.all(Array.from({ length: AT_ONCE }, act));
const newCustomer = async (developer: string, country = 'ee') =>
  (await house.send(developer, 'POST', '/api/tpp/customers', { body: { country, type: 'person', firstName: 'Eve', surname: 'Kask' } })).body;

/** What the device of this customer was asked so far, by its state. */
async function askedOf(customerId: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await house.database.query('select state, count(*)::integer as count from challenge where customer_id = $1 group by state', [
    customerId,
  ]);
  return Object.fromEntries(rows.map((row) => [textOf(row, 'state'), Number(member(row, 'count'))]));
}

describe('at the fallback interface the device of a customer', () => {
  /** A new one, whose device answers nothing. */
  async function silent(country = 'ee'): Promise<{ readonly id: string; readonly userName: string }> {
    const made = await newCustomer('dev_asked_once', country);
    const id = textOf(made, 'id');
    await desk.setScenario(id, 'timesOut');
    return { id, userName: textOf(made, 'userName') };
  }
  const ask = async (userName: string, method?: string) => {
    const answer = await desk.call('POST', '/sign-ins', { body: { userName, ...(method === undefined ? {} : { method }) } });
    expect(answer.status).toBe(201);
    return textOf(answer.body, 'signInId');
  };

  it('is asked once by many sign-ins at the same time', async () => {
    const { id, userName } = await silent();
    expect(new Set(await atOnce(() => ask(userName))).size).toBe(1);
    expect(await askedOf(id)).toEqual({ started: 1 });
  });

  it('shows one sign-in at a time: another method ends the earlier one, which then opens no session', async () => {
    const { id, userName } = await silent();
    const first = await ask(userName, 'SMART_ID');
    for (const method of ['MOBILE_ID', 'SMART_ID', 'MOBILE_ID']) await ask(userName, method);
    expect(await askedOf(id)).toEqual({ started: 1, timedOut: 3 });
    const opened = await desk.call('POST', `/sign-ins/${first}/session`);
    expect([opened.status, member(opened.body, 'errors', '0', 'code')]).toEqual([422, 'SCA_TIMED_OUT']);
  });

  it('asks a device at most ten times in 15 minutes for payments that were not approved, and again with the same request id later', async () => {
    const { id, userName } = await silent('lv');
    await desk.setScenario(id, 'approves');
    const session = await desk.signIn(userName);
    const debtorAccountIban = await desk.firstIban(session);
    const order = (requestId: string = crypto.randomUUID()) =>
      desk.call('POST', '/payments', { session, body: { ...orderBody('1.00'), debtorAccountIban }, headers: { 'x-request-id': requestId } });
    const paymentOf = async () => textOf((await order()).body, 'paymentId');
    const confirm = (paymentId: string) => desk.call('POST', `/payments/${paymentId}/confirmation`, { session });
    // Approved ones do not count.
    for (let round = 0; round < 12; round += 1) expect((await confirm(await paymentOf())).status).toBe(200);
    await desk.setScenario(id, 'timesOut');
    const answers = await Promise.all(Array.from({ length: 14 }, () => order()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, member(body, 'errors', '0', 'code')])).toEqual(Array(4).fill([429, 'RATE_LIMITED']));
    expect(await askedOf(id)).toEqual({ approved: 13, started: 10 });
    const requestId = crypto.randomUUID();
    expect((await order(requestId)).status).toBe(429);
    // Sign-ins share the limit.
    expect((await desk.call('POST', '/sign-ins', { body: { userName } })).status).toBe(429);
    await house.database.query(`update spent_allowance set spent_at = array(select t - interval '15 minutes' from unnest(spent_at) t)`);
    expect((await order(requestId)).status).toBe(201);
    expect((await order(requestId)).status).toBe(201);
    expect(await askedOf(id)).toEqual({ approved: 13, started: 11 });
  });

  it('asks a device at most ten times in 15 minutes without an approval', async () => {
    const { id, userName } = await silent();
    const start = async () => (await desk.call('POST', '/sign-ins', { body: { userName, method: 'SMART_ID' } })).status;
    const endAll = () => house.database.query("update challenge set state = 'timedOut', ended_at = now() where customer_id = $1", [id]);
    for (let round = 0; round < 10; round += 1) {
      expect(await start()).toBe(201);
      await endAll();
    }
    const refused = await desk.call('POST', '/sign-ins', { body: { userName, method: 'SMART_ID' } });
    expect([refused.status, member(refused.body, 'errors', '0', 'code')]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await askedOf(id)).toEqual({ timedOut: 10 });
    await house.database.query(`update spent_allowance set spent_at = array(select t - interval '15 minutes' from unnest(spent_at) t)`);
    await desk.setScenario(id, 'approves');
    for (let round = 0; round < 12; round += 1) await desk.signIn(userName);
  });

  it('shows the sign-in of a customer beside that of another one', async () => {
    const [one, other] = [await silent(), await silent()];
    await ask(one.userName);
    await ask(other.userName);
    expect([await askedOf(one.id), await askedOf(other.id)]).toEqual([{ started: 1 }, { started: 1 }]);
  });

  it('is asked once for one order that arrives many times at the same time', async () => {
    const { userName, id } = await house.choose('ee', 'person');
    const session = await desk.signIn(userName);
    const body = { ...orderBody('1.00'), debtorAccountIban: await desk.firstIban(session) };
    await desk.setScenario(id, 'timesOut');
    const before = await askedOf(id);
    const headers = { 'x-request-id': crypto.randomUUID() };
    const ordered = await atOnce(() => desk.call('POST', '/payments', { session, body, headers }));
    await desk.setScenario(id, 'approves');
    expect(new Set(ordered.map((answer) => `${answer.status} ${member(answer.body, 'paymentId')}`)).size).toBe(1);
    expect(await askedOf(id)).toEqual({ ...before, started: 1 });
  });
});

it('the device of a customer is asked once by many calls of one sign-in page at the same time', async () => {
  const made = await newCustomer('dev_asked_once');
  const browser = browse();
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/permissions' } });
  const page = textOf(jsonOf(opened), 'location');
  const body = { method: 'SMART_ID', nationalIdentityNumber: textOf(made, 'customer', 'nationalIdentityNumber') };
  const answers = await atOnce(() => browser.send('POST', `${page}/authentication`, { body }));
  expect(new Set(answers.filter(({ status }) => status === 200).map((answer) => member(jsonOf(answer), 'controlCode'))).size).toBe(1);
  expect(await askedOf(textOf(made, 'id'))).toEqual({ started: 1 });
});

describe('a sign-in whose cookie an attacker has planted in the browser of a customer', () => {
  type Jar = Map<string, string>;
  async function send(jar: Jar, method: 'GET' | 'POST', url: string, body?: object) {
    const answer = await house.app.inject({
      method,
      url,
      headers: {
        host: new URL(house.config.publicUrl).host,
        origin: house.config.publicUrl,
        'content-type': 'application/json',
        'x-request-id': crypto.randomUUID(),
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    for (const { name, value } of answer.cookies) jar.set(name, value);
    return answer;
  }
  /** The customer approves on the device what they did not begin. */
  async function approve(customer: Jar, page: string, made: unknown): Promise<void> {
    const body = { method: 'SMART_ID', nationalIdentityNumber: textOf(made, 'customer', 'nationalIdentityNumber') };
    expect((await send(customer, 'POST', `${page}/authentication`, body)).statusCode).toBe(200);
    await expect.poll(async () => member((await send(customer, 'GET', `${page}/challenge`)).json(), 'state'), WAIT).toBe('approved');
  }

  it.each(['before the customer completes it', 'after the customer has completed it'])('leads the attacker nowhere (%s)', async (when) => {
    const made = await newCustomer('dev_asked_once', 'lt');
    const [attacker, customer]: [Jar, Jar] = [new Map(), new Map()];
    const opened = await send(attacker, 'POST', '/bank/sign-in', { bankCountry: 'lt', returnTo: '/bank/permissions' });
    const page = textOf(opened.json(), 'location');
    customer.set('portico-sign-in', attacker.get('portico-sign-in') ?? '');
    await approve(customer, page, made);
    if (when === 'after the customer has completed it') expect((await send(customer, 'POST', `${page}/completion`)).statusCode).toBe(200);
    const taken = await send(attacker, 'POST', `${page}/completion`);
    expect([taken.statusCode, member(taken.json(), 'errors', '0', 'code'), attacker.has('portico-bank')]).toEqual([410, 'SIGN_IN_UNKNOWN', false]);
    expect((await send(customer, 'POST', `${page}/completion`)).statusCode).toBe(when === 'after the customer has completed it' ? 410 : 200);
    await house.send('dev_asked_once', 'DELETE', `/api/tpp/customers/${textOf(made, 'id')}`);
  });

  it.each(VERSIONS.flatMap((at) => [[at, 'own device'] as const, [at, 'no device'] as const]))(
    'gives no code to the attacker, who kept the cookie of the way back (%s, %s)',
    async (at, device) => {
      const made = await newCustomer('dev_asked_once', 'lt');
      const [attacker, customer]: [Jar, Jar] = [new Map(), new Map()];
      const page = String((await send(attacker, 'GET', authorization(at, 'lt'))).headers.location);
      for (const [name, value] of attacker) if (!/resume|portico-device/.test(name)) customer.set(name, value);
      await approve(customer, page, made);
      const wayBack = new URL(textOf((await send(customer, 'POST', `${page}/completion`)).json(), 'location'), SITE).pathname;
      const own = await send(customer, 'GET', wayBack);
      expect([own.statusCode, own.headers.location]).toEqual([400, undefined]);
      if (device === 'no device') attacker.delete('portico-device');
      const taken = await send(attacker, 'GET', wayBack);
      const arrived = new URL(String(taken.headers.location), SITE).searchParams;
      expect([taken.statusCode, arrived.get('code'), arrived.get('error'), arrived.get('state')]).toEqual([303, null, 'access_denied', 's']);
      expect((await send(attacker, 'GET', wayBack)).statusCode).toBe(400);
      await house.send('dev_asked_once', 'DELETE', `/api/tpp/customers/${textOf(made, 'id')}`);
    },
  );
});

it('the device of a co-signer is asked once by many windows at the same time', async () => {
  await house.choose('ee', 'company');
  await house.play('needsSecondSignature');
  const { paymentId } = await house.signOnce('2.00');
  const { browser, send } = await house.coSigner();
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  for (const answer of await atOnce(() => send('POST', paymentId, '/challenge'))) expect(answer.status).toBe(200);
  expect([(await asked(browser)).length, await asked(browser, 'timedOut')]).toEqual([1, []]);
});

describe('a customer who is removed', () => {
  it.each(VERSIONS.flatMap((at) => [[at, 'before the sign-in is completed'] as const, [at, 'on the way back to the application'] as const]))(
    'gets no code, and the application access_denied (%s, %s)',
    async (at, when) => {
      const made = await newCustomer('dev_asked_once', 'lv');
      const remove = async () =>
        expect((await house.send('dev_asked_once', 'DELETE', `/api/tpp/customers/${textOf(made, 'id')}`)).status).toBeLessThan(300);
      const browser = browse();
      const page = (await browser.send('GET', authorization(at, 'lv'))).headers.location ?? '';
      const body = { method: 'SMART_ID', nationalIdentityNumber: textOf(made, 'customer', 'nationalIdentityNumber') };
      expect((await browser.send('POST', `${page}/authentication`, { body })).status).toBe(200);
      await expect.poll(async () => member(jsonOf(await browser.send('GET', `${page}/challenge`)), 'state'), WAIT).toBe('approved');
      if (when === 'before the sign-in is completed') await remove();
      const completed = await browser.send('POST', `${page}/completion`);
      if (when !== 'before the sign-in is completed') await remove();
      const back = await browser.send('GET', textOf(jsonOf(completed), 'location'));
      const arrived = new URL(back.headers.location ?? '', SITE).searchParams;
      expect([back.status, arrived.get('error'), arrived.get('state'), arrived.get('code')]).toEqual([303, 'access_denied', 's', null]);
    },
  );
});

/** A customer of another developer, who has opened a payment at the bank; the device of this browser waits for a person. */
async function atAPayment(developer: string) {
  const act = (method: string, url: string, body?: object) => house.send(developer, method, url, body === undefined ? {} : { body });
  await act('POST', '/api/tpp');
  const made = await newCustomer(developer);
  const id = textOf(made, 'id');
  const account = await act('POST', `/api/tpp/customers/${id}/accounts`, { name: 'Household', currency: 'EUR', openingBalance: '10.00' });
  const active = Value.Parse(TokenUser, (await act('POST', '/api/tpp/psu', { id, userName: textOf(made, 'userName') })).body);
  const ordered = await house.tpp('POST', '/api/v1/payments/sepa-credit-transfers', { body: orderBody('1.00'), bearer: active.access_token ?? '' });
  const { browser, page } = await house.enter(active, ordered, 'payment');
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  const paymentId = textOf(ordered.body, 'paymentId');
  const signed = page.sign(textOf(account.body, 'iban'));
  await expect.poll(async () => (await asked(browser)).length, WAIT).toBe(1);
  return { act, active, browser, paymentId, signed };
}

it('a signature that waits for the device while its sandbox is deleted is over', async () => {
  const { act, signed } = await atAPayment('dev_asked_deleted');
  expect((await act('DELETE', '/api/tpp')).status).toBe(204);
  const { status, text } = await signed;
  expect([status, text]).toEqual([410, expect.stringContaining('SIGNING_TERMINATED')]);
});

describe('after a customer has signed out in the browser', () => {
  it('the device approves no signature that waited for it, and the payment stays unsigned', async () => {
    const { browser, paymentId, signed } = await atAPayment('dev_asked_left');
    const [waiting = ''] = await asked(browser);
    expect((await browser.send('DELETE', '/bank/session')).status).toBe(204);
    const answered = await browser.send('POST', `/bank/device/challenges/${waiting}/answer`, { body: { answer: 'approve' } });
    expect(member(jsonOf(answered), 'state')).toBe('timedOut');
    expect((await signed).text).toContain('SCA_TIMED_OUT');
    const { rows } = await house.database.query('select status from payment where payment_id = $1', [paymentId]);
    expect(textOf(rows[0], 'status')).toBe('RCVD');
  });

  it('the device still shows what another browser of the customer asked', async () => {
    const { active, browser } = await atAPayment('dev_asked_elsewhere');
    const other = browse();
    const opened = await other.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/permissions' } });
    const { nationalIdentityNumber } = active.customer;
    await signInAtBank(other, textOf(jsonOf(opened), 'location'), { country: 'ee', nationalIdentityNumber, method: 'SMART_ID' });
    expect((await other.send('DELETE', '/bank/session')).status).toBe(204);
    expect((await asked(browser)).length).toBe(1);
  });
});

describe('after an operator has signed a customer out', () => {
  async function signOut(about: string): Promise<void> {
    const order = { command: 'customer sign-out', about, operator: 'mari', isConfirmed: true, file: '', options: {} };
    for await (const line of signOutBankCustomer({ platform: house.platform, edition: house.edition } as never, order)) expect(line).toContain(about);
  }

  it('the device approves no signature that waited for it', async () => {
    const { active, browser, paymentId, signed } = await atAPayment('dev_asked_signed_out');
    await signOut(active.id);
    const [challengeId = ''] = await asked(browser, 'timedOut');
    const answered = await browser.send('POST', `/bank/device/challenges/${challengeId}/answer`, { body: { answer: 'approve' } });
    expect(member(jsonOf(answered), 'state')).toBe('timedOut');
    expect((await signed).text).toContain('SCA_TIMED_OUT');
    const { rows } = await house.database.query('select status from payment where payment_id = $1', [paymentId]);
    expect(textOf(rows[0], 'status')).toBe('RCVD');
  });

  it('an approval that was given before opens no session', async () => {
    const { active } = await atAPayment('dev_asked_approved');
    const browser = browse();
    const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/permissions' } });
    const page = textOf(jsonOf(opened), 'location');
    const body = { method: 'SMART_ID', nationalIdentityNumber: active.customer.nationalIdentityNumber };
    expect((await browser.send('POST', `${page}/authentication`, { body })).status).toBe(200);
    await expect.poll(async () => member(jsonOf(await browser.send('GET', `${page}/challenge`)), 'state'), WAIT).toBe('approved');
    await signOut(active.id);
    const completed = await browser.send('POST', `${page}/completion`);
    expect([completed.status, member(jsonOf(completed), 'errors', '0', 'code')]).toEqual([422, 'SCA_CONTENT_CHANGED']);
    expect((await browser.send('GET', '/bank/permissions/given')).status).toBe(410);
  });

  it.each(VERSIONS)('a sign-in that was completed before gives no code (%s)', async (at) => {
    const made = await newCustomer('dev_asked_once');
    const browser = browse();
    const location = (await browser.send('GET', authorization(at, 'ee'))).headers.location ?? '';
    const who = { country: 'ee', nationalIdentityNumber: textOf(made, 'customer', 'nationalIdentityNumber'), method: 'SMART_ID' };
    const wayBack = await signInAtBank(browser, location, who);
    await signOut(textOf(made, 'id'));
    const back = await browser.send('GET', wayBack);
    expect([back.status, back.headers.location]).toEqual([400, undefined]);
  });
});

async function asked(browser: Browser, state = 'started'): Promise<readonly string[]> {
  const challenges: unknown = member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges');
  return (Array.isArray(challenges) ? challenges : [])
    .filter((each) => member(each, 'state') === state && member(each, 'purpose') === 'signing')
    .map((each) => textOf(each, 'challengeId'));
}
