import { addDays, sameOrNextT2BusinessDay } from '@portico/primitives';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { bankMorning } from '../bank/index.ts';
import { entryCodeOf, RETURN } from './testing/answers.ts';
import { openSigningHarness, type SigningHarness, waitFor } from './testing/signing-harness.ts';
import { IBANS } from './testing/test-bank.ts';

const DAY = sameOrNextT2BusinessDay(addDays(new Date().toISOString().slice(0, 10), 9));
const FUTURE = { requestedExecutionDate: DAY };
const MINUTE_MS = 60_000;
const CANCELLATION = '/api/ui/payment-cancellation';
const MODAL = 'cancellingFuturePayment';

let house: SigningHarness;
beforeAll(async () => {
  house = await openSigningHarness(await openTestDatabase());
});
beforeEach(() => house.moveClock(0));
afterAll(() => house.close());

interface Page {
  readonly paymentId: string;
  /** Of the cancellation. */
  readonly id: string;
  readonly path: string;
}

let requests = 0;
function cancelByTpp(paymentId: string, product = 'sepa-credit-transfers') {
  requests += 1;
  return house.app.inject({
    method: 'DELETE',
    url: `/api/v1/payments/${product}/${paymentId}`,
    headers: {
      authorization: 'Bearer mari',
      'x-request-id': `0193c2b4-7a5e-4a6f-9c1d-${requests.toString(16).padStart(12, 'c')}`,
      'tpp-redirect-uri': RETURN.ok,
      'tpp-nok-redirect-uri': RETURN.nok,
    },
  });
}

/** A payment that was signed ahead. */
async function signedAhead(): Promise<{ paymentId: string }> {
  const { id, paymentId } = await house.openPage('mari', FUTURE);
  const signing = house.sign(id);
  await house.answerOnDevice(paymentId, 'approve');
  expect((await signing).body).toMatchObject({ transactionStatus: 'ACTC' });
  return { paymentId };
}

async function openCancellation(): Promise<Page> {
  const { paymentId } = await signedAhead();
  return { paymentId, ...(await enterCancellation(paymentId)) };
}

async function enterCancellation(paymentId: string): Promise<{ id: string; path: string }> {
  const path = new URL((await cancelByTpp(paymentId)).json()._links.scaRedirect.href).pathname;
  const entryCode = entryCodeOf(await house.enter(path), MODAL);
  const details = await house.call<{ signingId: string }>('GET', '/api/ui/payment/details', { as: 'mari', entryCode });
  expect([details.status, details.body]).toMatchObject([200, { state: 'open', details: { transactionStatus: 'ACTC' } }]);
  return { id: details.body.signingId, path };
}

const cancel = (id: string, body: object = { debtorAccountIban: IBANS.main }) => house.call<Answer>('PUT', CANCELLATION, { as: 'mari', id, body });
const leave = (id: string) => house.call<Answer>('DELETE', CANCELLATION, { as: 'mari', id });
interface Answer {
  readonly transactionStatus?: string;
  readonly errors?: readonly { readonly code: string; readonly text: string }[];
}
const codeOf = ({ status, body }: { status: number; body: Answer }) => [status, body.errors?.[0]?.code];

/** The phone of the running cancellation, once it is asked. */
function untilAsked(paymentId: string): Promise<string> {
  return waitFor(async () => {
    const [row] = await house.db
      .withTables<{ signing_session: { resource_id: string; kind: string; state: string; challenge_id: string | null; created_at: Date } }>()
      .selectFrom('signing_session')
      .select('challenge_id')
      .where('resource_id', '=', paymentId)
      .where('kind', '=', 'payment-cancellation')
      .where('state', '=', 'signing')
      .execute();
    return row?.challenge_id ?? undefined;
  });
}

async function answerPhone(paymentId: string, answer: 'approve' | 'refuse'): Promise<void> {
  const challengeId = await untilAsked(paymentId);
  expect((await house.call('POST', `/bank/device/challenges/${challengeId}/answer`, { as: 'mari', body: { answer } })).status).toBe(200);
}

describe('the page of a cancellation', () => {
  // First: no other page is open yet.
  it('is found without entry code and id while it is the only open page, otherwise by its kind', async () => {
    const { id, paymentId } = await openCancellation();
    await house.call('DELETE', CANCELLATION, { as: 'mari', id });
    const again = await enterCancellation(paymentId);
    const found = await house.call<{ signingId: string }>('GET', '/api/ui/payment/details', { as: 'mari' });
    expect([found.status, found.body.signingId === again.id]).toEqual([200, false]);
    const payment = await house.openPage('mari', FUTURE);
    expect((await house.call('GET', '/api/ui/payment/details', { as: 'mari' })).status).toBe(410);
    // A page that says which it is means one of the two.
    for (const page of ['cancellingFuturePayment', 'signingPayment'])
      expect((await house.call('GET', '/api/ui/payment/details', { as: 'mari', page })).status).toBe(200);
    for (const page of ['cancellingPeriodicPayment', 'signingConsent'])
      expect((await house.call('GET', '/api/ui/payment/details', { as: 'mari', page })).status).toBe(410);
    expect((await house.call('GET', '/api/ui/payment/details', { as: 'mari', page: 'payment' })).status).toBe(400);
    await house.refuse(payment.id);
    await leave(found.body.signingId);
  });

  it('gets its outcome by its kind, also with an ended payment of the same sign-in', async () => {
    const as = 'mari-both';
    house.signIn.addSession(as, 'mari');
    const { paymentId } = await signedAhead();
    const path = new URL((await cancelByTpp(paymentId)).json()._links.scaRedirect.href).pathname;
    const details = (given: object) => house.call<{ signingId: string }>('GET', '/api/ui/payment/details', { as, ...given });
    const cancellation = await details({ entryCode: entryCodeOf(await house.enter(path, as), MODAL) });
    await house.call('DELETE', CANCELLATION, { as, id: cancellation.body.signingId });
    const payment = await details({ entryCode: entryCodeOf(await house.enter((await house.createPayment()).path, as)) });
    await house.refuse(payment.body.signingId, as);
    const told = async (given: object) => (await details(given)).body;
    expect(await told({ page: MODAL })).toMatchObject({ outcome: 'refused', kind: 'payment-cancellation' });
    expect(await told({ page: 'signingPayment' })).toMatchObject({ outcome: 'refused', kind: 'payment' });
    expect(await told({})).not.toHaveProperty('outcome');
  });

  it('starts a challenge with amount and payee, and cancels the payment on approval', async () => {
    const { id, paymentId } = await openCancellation();
    const cancelling = cancel(id);
    await untilAsked(paymentId);
    const { body } = await house.call<{ challenges: readonly { state: string }[] }>('GET', '/bank/device/challenges', { as: 'mari' });
    expect(body.challenges.find(({ state }) => state === 'started')).toMatchObject({
      amount: { amount: '46.80', currency: 'EUR' },
      payee: 'Lumen Books OÜ',
      displayText: expect.stringContaining('Cancel: Pay 46.80 EUR to Lumen Books OÜ'),
    });
    await answerPhone(paymentId, 'approve');
    expect((await cancelling).body).toMatchObject({ transactionStatus: 'CANC', signedAt: expect.any(String) });
    expect((await cancel(id)).body).toEqual((await cancelling).body);
    expect(codeOf(await cancel(id, { debtorAccountIban: IBANS.low }))).toEqual([409, 'ALREADY_SIGNED']);
    expect(codeOf(await leave(id))).toEqual([409, 'ALREADY_SIGNED']);
    expect(await house.statusOf(paymentId)).toBe('CANC');
  });

  it('keeps the payment after a refusal on the phone, and can be tried again', async () => {
    const { id, paymentId } = await openCancellation();
    const refused = cancel(id);
    await answerPhone(paymentId, 'refuse');
    expect(codeOf(await refused)).toEqual([422, 'SCA_REFUSED']);
    expect((await refused).text).toContain('The payment was not cancelled.');
    expect(await house.statusOf(paymentId)).toBe('ACTC');
    const again = cancel(id);
    await answerPhone(paymentId, 'approve');
    expect((await again).body).toMatchObject({ transactionStatus: 'CANC' });
  });

  it('gets 409 when the payment was executed during the challenge', async () => {
    const { id, paymentId } = await openCancellation();
    const cancelling = cancel(id);
    const challengeId = await untilAsked(paymentId);
    expect(await execute(paymentId)).toBe('ACSC');
    expect((await house.call('POST', `/bank/device/challenges/${challengeId}/answer`, { as: 'mari', body: { answer: 'approve' } })).status).toBe(200);
    expect(codeOf(await cancelling)).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect((await cancelling).text).toContain('was executed and can no longer be cancelled');
    expect(await house.statusOf(paymentId)).toBe('ACSC');
    expect((await leave(id)).body).toEqual({ transactionStatus: 'ACSC' });
  });

  it('ends when the application requests the cancellation again, also during the challenge', async () => {
    const { id, paymentId } = await openCancellation();
    const cancelling = cancel(id);
    await untilAsked(paymentId);
    const next = await enterCancellation(paymentId);
    expect(codeOf(await cancelling)).toEqual([410, 'SIGNING_TERMINATED']);
    expect(await house.statusOf(paymentId)).toBe('ACTC');
    const cancelled = cancel(next.id);
    await answerPhone(paymentId, 'approve');
    expect((await cancelled).body).toMatchObject({ transactionStatus: 'CANC' });
  });
});

describe('the page of a cancellation is closed', () => {
  it('to the calls of the payment, and the page of the payment to those of the cancellation', async () => {
    const { id, paymentId } = await openCancellation();
    const { id: paymentPage } = await house.openPage('mari', FUTURE);
    expect([(await house.sign(id)).status, (await house.refuse(id)).status]).toEqual([404, 404]);
    expect([(await cancel(paymentPage)).status, (await leave(paymentPage)).status]).toEqual([404, 404]);
    expect([(await house.call('GET', '/api/ui/periodic-payment/details', { as: 'mari', id })).status]).toEqual([404]);
    expect(await house.statusOf(paymentId)).toBe('ACTC');
  });

  it('to another customer, without a session, and with a guessed id', async () => {
    const { id, paymentId } = await openCancellation();
    const answers = await Promise.all([
      house.call('PUT', CANCELLATION, { as: 'jaan', id, body: { debtorAccountIban: IBANS.main } }),
      house.call('PUT', CANCELLATION, { id, body: { debtorAccountIban: IBANS.main } }),
      house.call('PUT', CANCELLATION, { as: 'mari', id: 'A'.repeat(43), body: { debtorAccountIban: IBANS.main } }),
      house.call('DELETE', CANCELLATION, { as: 'jaan', id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410, 410]);
    expect(await house.statusOf(paymentId)).toBe('ACTC');
  });

  it('to other accounts, missing fields and unknown fields', async () => {
    const { id, paymentId } = await openCancellation();
    const asked = await house.challengesOf('mari');
    for (const [body, code] of [
      [{ debtorAccountIban: IBANS.low }, 'ACCOUNT_UNKNOWN'],
      [{ debtorAccountIban: IBANS.jaans }, 'ACCOUNT_UNKNOWN'],
      [{}, 'FORMAT_ERROR'],
      [{ debtorAccountIban: IBANS.main, amount: '1.00' }, 'FORMAT_ERROR'],
    ] as const) {
      expect(codeOf(await cancel(id, body))).toEqual([400, code]);
    }
    expect([await house.challengesOf('mari'), await house.statusOf(paymentId)]).toEqual([asked, 'ACTC']);
  });

  it('after five idle minutes, and the payment keeps its status', async () => {
    const { id, paymentId, path } = await openCancellation();
    await house.moveClock(6 * MINUTE_MS);
    expect((await cancel(id)).status).toBe(410);
    expect(await house.enter(path)).toContain('signingError');
    expect(await house.statusOf(paymentId)).toBe('ACTC');
  });
});

it('five PUT requests of one cancellation start one challenge', async () => {
  const { id, paymentId } = await openCancellation();
  const before = await house.challengesOf('mari');
  const puts = Array.from({ length: 5 }, () => cancel(id));
  await answerPhone(paymentId, 'approve');
  expect((await Promise.all(puts)).map(({ body }) => body.transactionStatus)).toEqual(['CANC', 'CANC', 'CANC', 'CANC', 'CANC']);
  expect((await house.challengesOf('mari')) - before).toBe(1);
});

/** Its day comes, and with it the job; then the clock goes back to where the page is open. Answers the status afterwards. */
async function execute(paymentId: string): Promise<string> {
  await house.moveClock(bankMorning(DAY, 'ee').getTime() - Date.now());
  const job = house.jobs.sent.find(({ data }) => 'paymentId' in data && data.paymentId === paymentId);
  if (job === undefined) throw new Error('No job was sent.');
  await house.jobs.run(job);
  await house.moveClock(0);
  return house.statusOf(paymentId);
}
