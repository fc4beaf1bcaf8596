/** The bank's customer interface as a provider uses it: the way through, and whoever must not get through. */
import { randomUUID } from 'node:crypto';
import { member, textOf } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { signOutFallbackCustomer } from '#modules/fallback/index.ts';
import { moveHouse } from '../house/avoid-midnight.ts';
import { basicOf, type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';
import { type Reply, send } from '../house/xs2a/wire.ts';

const MINUTE_MS = 60_000;

let house: DevelopersHouse;
let ada: FallbackDesk;
let ben: FallbackDesk;
beforeAll(async () => {
  house = await openDevelopersHouse();
  ada = await openFallbackDesk(house, 'dev_ada');
  ben = await openFallbackDesk(house, 'dev_ben');
});
afterEach(() => moveClock(0));
afterAll(() => house.close());

const moveClock = (milliseconds: number) => moveHouse(house.database, milliseconds);

const said = ({ status, body }: Reply) => [status, member(body, 'errors', '0', 'code')];
const order = (debtorAccountIban: string, changes: object = {}) => ({
  debtorAccountIban,
  instructedAmount: { amount: '12.50', currency: 'EUR' },
  creditorName: PAYEES.lumenBooks.name,
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  remittanceInformationUnstructured: 'Order 2026-0417',
  isInstant: true,
  ...changes,
});
/** Somebody with a normal balance whose device approves. */
const payer = (desk: FallbackDesk) => desk.customers[0]?.userName ?? '';
const balanceOf = async (desk: FallbackDesk, session: string, iban: string) => {
  const accounts: unknown = member((await desk.call('GET', '/accounts', { session })).body, 'accounts');
  const own = (Array.isArray(accounts) ? accounts : []).find((account) => member(account, 'iban') === iban);
  return textOf(own, 'availableBalance', 'amount');
};
const cents = (amount: string) => Math.round(Number(amount) * 100);

describe('a customer at the fallback interface', () => {
  it('signs in, reads accounts and transactions, and pays once although the confirmation is repeated', async () => {
    const asked = await ada.call('POST', '/sign-ins', { body: { userName: payer(ada) } });
    expect([asked.status, member(asked.body, 'challenge', 'state')]).toEqual([201, 'started']);
    const signInId = textOf(asked.body, 'signInId');
    const opened = await ada.call('POST', `/sign-ins/${signInId}/session`);
    expect([opened.status, opened.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(member((await ada.call('GET', `/sign-ins/${signInId}`)).body, 'challenge', 'state')).toBe('approved');
    const session = textOf(opened.body, 'fallbackSession');
    const iban = await ada.firstIban(session);
    const transactions = await ada.call('GET', `/accounts/${iban}/transactions`, { session });
    expect(transactions.body).toMatchObject({ iban, isComplete: true, transactions: expect.arrayContaining([anyTransaction()]) });

    const before = cents(await balanceOf(ada, session, iban));
    const ordered = await ada.call('POST', '/payments', { session, body: order(iban) });
    expect(ordered.body).toMatchObject({
      transactionStatus: 'RCVD',
      payeeVerification: { result: 'MTCH' },
      challenge: { method: expect.any(String) },
    });
    expect(cents(await balanceOf(ada, session, iban))).toBe(before);
    const paymentId = textOf(ordered.body, 'paymentId');
    const paid = await ada.call('POST', `/payments/${paymentId}/confirmation`, { session });
    expect([paid.status, paid.body]).toMatchObject([200, { transactionStatus: 'ACCC', signedAt: expect.any(String) }]);
    const again = await ada.call('POST', `/payments/${paymentId}/confirmation`, { session });
    expect([again.status, again.body]).toEqual([200, paid.body]);
    const fee = cents(textOf(paid.body, 'fee', 'amount'));
    expect(cents(await balanceOf(ada, session, iban))).toBe(before - 1250 - fee);
    expect((await ada.call('GET', `/payments/${paymentId}`, { session })).body).toEqual(paid.body);

    expect((await ada.call('DELETE', '/session', { session })).status).toBe(204);
    expect(said(await ada.call('GET', '/accounts', { session }))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await verifyLedger(house.platform.db)).toEqual([]);
  });

  it('pays once when three confirmations arrive at the same time', async () => {
    const session = await ada.signIn(payer(ada));
    const iban = await ada.firstIban(session);
    const before = cents(await balanceOf(ada, session, iban));
    const { body } = await ada.call('POST', '/payments', { session, body: order(iban) });
    const confirm = () => ada.call('POST', `/payments/${textOf(body, 'paymentId')}/confirmation`, { session });
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(before - cents(await balanceOf(ada, session, iban))).toBe(1250 + cents(textOf(answers[0]?.body, 'fee', 'amount')));
  });

  it('gets one challenge for an order repeated with its X-Request-ID; another order with that id is refused', async () => {
    const session = await ada.signIn(payer(ada));
    const iban = await ada.firstIban(session);
    const headers = { 'x-request-id': randomUUID() };
    const first = await ada.call('POST', '/payments', { session, headers, body: order(iban) });
    const second = await ada.call('POST', '/payments', { session, headers, body: order(iban) });
    expect(textOf(second.body, 'paymentId')).toBe(textOf(first.body, 'paymentId'));
    expect(textOf(second.body, 'challenge', 'controlCode')).toBe(textOf(first.body, 'challenge', 'controlCode'));
    const other = await ada.call('POST', '/payments', {
      session,
      headers,
      body: order(iban, { instructedAmount: { amount: '99.00', currency: 'EUR' } }),
    });
    expect(said(other)).toEqual([400, 'REQUEST_ID_REUSED']);
  });

  it('reads transactions older than 90 days only shortly after the sign-in', async () => {
    const session = await ada.signIn(payer(ada));
    const iban = await ada.firstIban(session);
    const ask = () => ada.call('GET', `/accounts/${iban}/transactions?dateFrom=2024-01-01`, { session });
    expect((await ask()).status).toBe(200);
    await moveClock(4 * MINUTE_MS);
    expect((await ask()).status).toBe(200);
    await moveClock(6 * MINUTE_MS);
    expect(said(await ask())).toEqual([400, 'FORMAT_ERROR']);
    expect((await ada.call('GET', `/accounts/${iban}/transactions`, { session })).status).toBe(200);
  });

  // Review of 25 November 2026, X17.
  it.each([
    ['dateTo=0000-01-01', 'query:dateTo'],
    ['dateTo=2020-01-01', 'query:dateTo'],
    ['dateFrom=2020-02-01&dateTo=2020-01-01', 'query:dateFrom'],
    ['dateFrom=9999-12-31', 'query:dateFrom'],
  ])('names a parameter that was sent when %s is refused', async (query, path) => {
    const session = await ada.signIn(payer(ada));
    const refused = await ada.call('GET', `/accounts/${await ada.firstIban(session)}/transactions?${query}`, { session });
    expect([refused.status, textOf(refused.body, 'errors', '0', 'path')]).toEqual([400, path]);
  });

  it('makes calls that the application’s request log shows without the session and the client secret', async () => {
    const session = await ada.signIn(payer(ada));
    await ada.call('GET', '/accounts', { session });
    await house.modules.requestLog.flush();
    const lines = await house.send('dev_ada', 'GET', '/api/tpp/requests');
    expect(lines.text).toContain('/api/fallback/v1/accounts');
    expect(lines.text).toContain('openFallbackSession');
    const { rows } = await house.database.query("select string_agg(l::text, ' ') as text from request_log l");
    expect(textOf(rows[0], 'text')).not.toContain(session);
    expect(textOf(rows[0], 'text')).not.toContain(ada.clientSecret);
    const measured = await house.database.query("select distinct service from request_measure where service like 'fallback%'");
    expect(measured.rows).toEqual([{ service: 'fallback' }]);
  });
});

function anyTransaction() {
  return expect.objectContaining({ transactionId: expect.any(String), bookingDate: expect.stringMatching(/^\d{4}-/) });
}

describe('an application', () => {
  it.each<[what: string, authorization: () => string | undefined]>([
    ['without credentials', () => undefined],
    ['with a token', () => `Bearer ${'A'.repeat(43)}`],
    ['with a wrong secret', () => basicOf(ada.clientId, 'wrong')],
    ['with the secret of another one', () => basicOf(ada.clientId, ben.clientSecret)],
    ['with an unknown id', () => basicOf('tpp_unknown', ada.clientSecret)],
    ['with no colon', () => `Basic ${Buffer.from(ada.clientId).toString('base64')}`],
    ['with what is no base64', () => 'Basic %%%'],
  ])('%s gets the same 401 on every call, with a session or without', async (_what, authorization) => {
    const session = await ada.signIn(payer(ada));
    const signInId = await ada.ask(payer(ada));
    const calls = [
      ada.request('POST', '/sign-ins', { body: { userName: payer(ada) } }),
      ada.request('GET', `/sign-ins/${signInId}`),
      ada.request('POST', `/sign-ins/${signInId}/session`),
      ada.request('DELETE', '/session', { session }),
      ada.request('GET', '/accounts', { session }),
      ada.request('POST', '/payments', { session, body: {} }),
    ];
    const texts = new Set<string>();
    for (const { headers, ...call } of calls) {
      const { authorization: _own, ...others } = headers;
      const given = authorization();
      const reply = await send(house.app, { ...call, headers: { ...others, ...(given === undefined ? {} : { authorization: given }) } });
      expect(said(reply)).toEqual([401, 'CREDENTIALS_WRONG']);
      expect(reply.headers['www-authenticate']).toMatch(/^Basic realm=/);
      texts.add(reply.text);
    }
    expect(texts.size).toBe(1);
    expect((await ada.call('GET', '/accounts', { session })).status).toBe(200);
  });

  it('gets the same 401 for another application’s session, an unknown session and none', async () => {
    const session = await ben.signIn(payer(ben));
    const foreign = await ada.call('GET', '/accounts', { session });
    const unknown = await ada.call('GET', '/accounts', { session: 'A'.repeat(43) });
    const missing = await ada.call('GET', '/accounts');
    expect([said(foreign), foreign.text, missing.text]).toEqual([[401, 'NOT_SIGNED_IN'], unknown.text, unknown.text]);
    expect((await ben.call('GET', '/accounts', { session })).status).toBe(200);
  });

  it('gets for another application’s customers, sign-ins and payments the refusals of unknown ones', async () => {
    const unknown = await ada.call('POST', '/sign-ins', { body: { userName: 'nobody' } });
    const foreign = await ada.call('POST', '/sign-ins', { body: { userName: payer(ben) } });
    expect([said(foreign), foreign.text]).toEqual([[400, 'CUSTOMER_UNKNOWN'], unknown.text]);
    const signInId = await ben.ask(payer(ben));
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/session'],
    ] as const) {
      const theirs = await ada.call(method, `/sign-ins/${signInId}${rest}`);
      expect([said(theirs), theirs.text]).toEqual([[404, 'NOT_FOUND'], (await ada.call(method, `/sign-ins/fsi_unknown${rest}`)).text]);
    }
    const session = await ben.signIn(payer(ben));
    const { body } = await ben.call('POST', '/payments', { session, body: order(await ben.firstIban(session)) });
    const own = await ada.signIn(payer(ada));
    const seen = await ada.call('POST', `/payments/${textOf(body, 'paymentId')}/confirmation`, { session: own });
    expect([said(seen), seen.text]).toEqual([[404, 'NOT_FOUND'], (await ada.call('POST', '/payments/pay_x/confirmation', { session: own })).text]);
  });

  it('cannot use the accounts or read the payments of one customer in the session of another', async () => {
    const [first, second] = ada.customers;
    await ada.setScenario(second?.id ?? '', 'approves');
    const [one, two] = [await ada.signIn(first?.userName ?? ''), await ada.signIn(second?.userName ?? '')];
    const iban = await ada.firstIban(one);
    expect(said(await ada.call('GET', `/accounts/${iban}/transactions`, { session: two }))).toEqual([404, 'NOT_FOUND']);
    expect(said(await ada.call('POST', '/payments', { session: two, body: order(iban) }))).toEqual([400, 'ACCOUNT_UNKNOWN']);
    const { body } = await ada.call('POST', '/payments', { session: one, body: order(iban) });
    expect(said(await ada.call('GET', `/payments/${textOf(body, 'paymentId')}`, { session: two }))).toEqual([404, 'NOT_FOUND']);
  });

  it('is refused while it is suspended, and its earlier sessions stay invalid afterwards', async () => {
    const eve = await openFallbackDesk(house, 'dev_eve');
    const session = await eve.signIn(payer(eve));
    await house.modules.onboarding.setSuspended(eve.clientId, true);
    expect(said(await eve.call('GET', '/accounts', { session }))).toEqual([401, 'CREDENTIALS_WRONG']);
    await house.modules.onboarding.setSuspended(eve.clientId, false);
    expect(said(await eve.call('GET', '/accounts', { session }))).toEqual([401, 'NOT_SIGNED_IN']);
  });
});

describe('a session', () => {
  it('expires after five idle minutes, and stays expired when the test clock goes back', async () => {
    const session = await ada.signIn(payer(ada));
    await moveClock(4.9 * MINUTE_MS);
    expect((await ada.call('GET', '/accounts', { session })).status).toBe(200);
    await moveClock(9.95 * MINUTE_MS);
    expect(said(await ada.call('GET', '/accounts', { session }))).toEqual([401, 'NOT_SIGNED_IN']);
    await moveClock(5 * MINUTE_MS);
    expect(said(await ada.call('GET', '/accounts', { session }))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('expires after thirty minutes of continuous use', async () => {
    const session = await ada.signIn(payer(ada));
    for (let minutes = 4; minutes < 30; minutes += 4) {
      await moveClock(minutes * MINUTE_MS);
      expect((await ada.call('GET', '/accounts', { session })).status).toBe(200);
    }
    await moveClock(30.1 * MINUTE_MS);
    expect(said(await ada.call('GET', '/accounts', { session }))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('is opened once for each sign-in, also by concurrent requests', async () => {
    const signInId = await ada.ask(payer(ada));
    const open = () => ada.call('POST', `/sign-ins/${signInId}/session`);
    const statuses = (await Promise.all([open(), open(), open()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
    expect(said(await open())).toEqual([409, 'SIGNING_STATE_INVALID']);
  });

  it('ends when its customer is reset, and so does a pending sign-in', async () => {
    const zoe = await openFallbackDesk(house, 'dev_zoe');
    const [customer] = zoe.customers;
    const session = await zoe.signIn(customer?.userName ?? '');
    const signInId = await zoe.ask(customer?.userName ?? '');
    await house.sandbox.reset({ sandboxId: zoe.sandboxId, customerId: customer?.id ?? '' });
    expect(said(await zoe.call('GET', '/accounts', { session }))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(said(await zoe.call('POST', `/sign-ins/${signInId}/session`))).toEqual([409, 'SIGNING_STATE_INVALID']);
  });

  it('ends when an operator signs its customer out, and so does a pending sign-in', async () => {
    const kai = await openFallbackDesk(house, 'dev_kai');
    const [customer] = kai.customers;
    const session = await kai.signIn(customer?.userName ?? '');
    const signInId = await kai.ask(customer?.userName ?? '');
    const other = await ada.signIn(payer(ada));
    const signOut = () => house.platform.write((context) => signOutFallbackCustomer(context, customer?.id ?? ''));
    expect(await signOut()).toBe(1);
    expect(said(await kai.call('GET', '/accounts', { session }))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(said(await kai.call('POST', `/sign-ins/${signInId}/session`))).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect((await ada.call('GET', '/accounts', { session: other })).status).toBe(200);
    expect(await signOut()).toBe(0);
  });

  it('is deleted with its payments when the developer deletes the application', async () => {
    const max = await openFallbackDesk(house, 'dev_max');
    const session = await max.signIn(payer(max));
    await max.call('POST', '/payments', { session, body: order(await max.firstIban(session)) });
    expect((await house.send('dev_max', 'DELETE', '/api/tpp')).status).toBe(204);
    for (const table of ['fallback_session', 'fallback_payment']) {
      const { rows } = await house.database.query(`select count(*)::int as count from ${table} where sandbox_id = $1`, [max.sandboxId]);
      expect(rows[0]).toEqual({ count: 0 });
    }
  });

  it('is not stored in clear text', async () => {
    const session = await ada.signIn(payer(ada));
    const { rows } = await house.database.query("select string_agg(s::text, ' ') as text from fallback_session s");
    expect(textOf(rows[0], 'text')).not.toContain(session);
  });
});

describe('T8: the customer’s confirmation', () => {
  it.each([
    ['amount', 'update payment set amount_cents = amount_cents + 100000 where payment_id = $1'],
    ['payee', "update payment set creditor_name = 'Kurja OÜ' where payment_id = $1"],
    ['payee’s account', "update payment set creditor_iban = 'EE382200221020145685' where payment_id = $1"],
  ])('pays nothing when the %s changed after the challenge began', async (_what, change) => {
    const session = await ada.signIn(payer(ada));
    const iban = await ada.firstIban(session);
    const before = await balanceOf(ada, session, iban);
    const { body } = await ada.call('POST', '/payments', { session, body: order(iban) });
    const paymentId = textOf(body, 'paymentId');
    await house.database.query(change, [paymentId]);
    expect(said(await ada.call('POST', `/payments/${paymentId}/confirmation`, { session }))).toEqual([422, 'SCA_CONTENT_CHANGED']);
    expect(await balanceOf(ada, session, iban)).toBe(before);
  });

  it('pays nothing when the debtor account changed after the challenge began', async () => {
    const session = await ada.signIn(payer(ada));
    const { body: accounts } = await ada.call('GET', '/accounts', { session });
    const [first, second] = [textOf(accounts, 'accounts', '0', 'iban'), textOf(accounts, 'accounts', '1', 'iban')];
    const { body } = await ada.call('POST', '/payments', { session, body: order(first) });
    const paymentId = textOf(body, 'paymentId');
    await house.database.query('update fallback_payment set debtor_iban = $2 where payment_id = $1', [paymentId, second]);
    expect(said(await ada.call('POST', `/payments/${paymentId}/confirmation`, { session }))).toEqual([422, 'SCA_CONTENT_CHANGED']);
  });

  it('of a sign-in does not confirm a payment', async () => {
    const session = await ada.signIn(payer(ada));
    const { body } = await ada.call('POST', '/payments', { session, body: order(await ada.firstIban(session)) });
    const paymentId = textOf(body, 'paymentId');
    const signInId = await ada.ask(payer(ada));
    await house.database.query(
      'update fallback_payment set challenge_id = (select challenge_id from fallback_session where sign_in_id = $2) where payment_id = $1',
      [paymentId, signInId],
    );
    expect(said(await ada.call('POST', `/payments/${paymentId}/confirmation`, { session }))).toEqual([422, 'SCA_CONTENT_CHANGED']);
  });
});

describe('T9: a sign-in that is repeated', () => {
  it('is blocked after five refusals in a row: no sixth challenge begins', async () => {
    const desk = await openFallbackDesk(house, 'dev_guess');
    const [customer] = desk.customers;
    const userName = customer?.userName ?? '';
    await desk.setScenario(customer?.id ?? '', 'refuses');
    for (let times = 0; times < 5; times += 1)
      expect(said(await desk.call('POST', `/sign-ins/${await desk.ask(userName)}/session`))).toEqual([422, 'SCA_REFUSED']);
    const blocked = await desk.call('POST', '/sign-ins', { body: { userName } });
    expect([said(blocked), blocked.headers['retry-after']]).toEqual([[422, 'SCA_METHOD_BLOCKED'], expect.stringMatching(/^\d+$/)]);
  });

  it('returns the same sign-in while its challenge is pending on the phone', async () => {
    const desk = await openFallbackDesk(house, 'dev_flood');
    const [customer] = desk.customers;
    await desk.setScenario(customer?.id ?? '', 'timesOut');
    const ids = new Set<string>();
    for (let times = 0; times < 4; times += 1) ids.add(await desk.ask(customer?.userName ?? ''));
    expect(ids.size).toBe(1);
  });
});

describe('a customer who refuses at the fallback interface five times in a row', () => {
  it('is blocked there, and can still use the method in known browsers', async () => {
    const desk = await openFallbackDesk(house, 'dev_insists');
    const [customer] = desk.customers;
    await desk.setScenario(customer?.id ?? '', 'refuses');
    const ask = () => desk.call('POST', '/sign-ins', { body: { userName: customer?.userName } });
    for (let times = 0; times < 5; times += 1) {
      const signInId = textOf((await ask()).body, 'signInId');
      expect(said(await desk.call('POST', `/sign-ins/${signInId}/session`))).toEqual([422, 'SCA_REFUSED']);
    }
    expect(said(await ask())).toEqual([422, 'SCA_METHOD_BLOCKED']);
    const counted =
      'select failures, blocked_until, stranger_failures from person_attempt where person in (select person from challenge where customer_id = $1)';
    const { rows } = await house.database.query(counted, [customer?.id]);
    expect(rows).toMatchObject([{ failures: 0, blocked_until: null, stranger_failures: 5 }]);
  });

  it('has no known browser at the fallback interface', async () => {
    const desk = await openFallbackDesk(house, 'dev_browsers');
    const session = await desk.signIn(desk.customers[0]?.userName ?? '');
    const iban = await desk.firstIban(session);
    const { body } = await desk.call('POST', '/payments', { session, body: order(iban) });
    await desk.call('POST', `/payments/${textOf(body, 'paymentId')}/confirmation`, { session });
    expect((await house.database.query('select 1 from known_browser where sandbox_id = $1', [desk.sandboxId])).rows).toEqual([]);
    const { rows } = await house.database.query('select distinct is_known_browser from challenge where sandbox_id = $1', [desk.sandboxId]);
    expect(rows).toEqual([{ is_known_browser: false }]);
  });
});

describe('a payment', () => {
  it('stores texts in Unicode NFC, and limits the payee’s name by its NFC length', async () => {
    const session = await ada.signIn(payer(ada));
    const creditorName = 'é'.normalize('NFC').repeat(70);
    const change = { creditorName: creditorName.normalize('NFD'), remittanceInformationUnstructured: 'Töö'.normalize('NFD') };
    const { status, body } = await ada.call('POST', '/payments', { session, body: order(await ada.firstIban(session), change) });
    expect([status, body]).toMatchObject([201, { creditorName, remittanceInformationUnstructured: 'Töö'.normalize('NFC') }]);
  });

  it('is rejected when the customer refuses on their device, and nothing is paid', async () => {
    const desk = await openFallbackDesk(house, 'dev_refuse');
    const [customer] = desk.customers;
    const session = await desk.signIn(customer?.userName ?? '');
    const iban = await desk.firstIban(session);
    const before = await balanceOf(desk, session, iban);
    await desk.setScenario(customer?.id ?? '', 'refuses');
    const { body } = await desk.call('POST', '/payments', { session, body: order(iban) });
    const paymentId = textOf(body, 'paymentId');
    expect(said(await desk.call('POST', `/payments/${paymentId}/confirmation`, { session }))).toEqual([422, 'SCA_REFUSED']);
    expect(textOf((await desk.call('GET', `/payments/${paymentId}`, { session })).body, 'transactionStatus')).toBe('RJCT');
    expect(said(await desk.call('POST', `/payments/${paymentId}/confirmation`, { session }))).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect(await balanceOf(desk, session, iban)).toBe(before);
  });

  it.each<[what: string, change: object, path: string]>([
    ['a wrong check digit', { creditorAccount: { iban: 'EE009800100045081764' } }, 'creditorAccount.iban'],
    ['nothing', { instructedAmount: { amount: '0.00', currency: 'EUR' } }, 'instructedAmount.amount'],
    ['part of a cent', { instructedAmount: { amount: '0.001', currency: 'EUR' } }, 'instructedAmount.amount'],
    ['dollars', { instructedAmount: { amount: '1.00', currency: 'USD' } }, 'instructedAmount.currency'],
    ['a name that no payment carries', { creditorName: '🐶' }, 'creditorName'],
    ['a field that it does not have', { debtorDetails: {} }, 'debtorDetails'],
  ])('of %s is refused with the path of the field, and not stored', async (_what, change, path) => {
    const session = await ada.signIn(payer(ada));
    const iban = await ada.firstIban(session);
    const count = async () => (await house.database.query('select count(*) from payment')).rows;
    const before = await count();
    const reply = await ada.call('POST', '/payments', { session, body: order(iban, change) });
    expect([said(reply), member(reply.body, 'errors', '0', 'path')]).toEqual([[400, 'FORMAT_ERROR'], path]);
    expect(await count()).toEqual(before);
  });

  it('above the balance is refused with the available amount', async () => {
    const session = await ada.signIn(payer(ada));
    const iban = await ada.firstIban(session);
    const reply = await ada.call('POST', '/payments', { session, body: order(iban, { instructedAmount: { amount: '999999.00', currency: 'EUR' } }) });
    expect(said(reply)).toEqual([400, 'FUNDS_NOT_AVAILABLE']);
    expect(reply.text).toContain('Not enough money, available');
  });
});

describe('the fallback interface', () => {
  it('exists only where the bank is the sandbox', async () => {
    const other = await openDevelopersHouse({ bank: 'adapter' });
    try {
      expect((await other.app.inject({ url: '/api/fallback/v1/accounts' })).statusCode).toBe(404);
      expect((await other.app.inject({ url: '/api/specs?list=fallback' })).json()).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
