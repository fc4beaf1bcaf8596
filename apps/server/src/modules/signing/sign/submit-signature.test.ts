import { request } from 'node:http';
import type { SigningChallenge, UiErrorBody } from '@portico/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { digestPerson } from '../../bank/index.ts';
import type { Answer } from '../testing/answers.ts';
import { openSigningHarness, type SigningHarness, waitFor } from '../testing/signing-harness.ts';
import { CUSTOMERS, IBANS, SANDBOX } from '../testing/test-bank.ts';
import { testConfig } from '../testing/test-config.ts';

const DETAILS = '/api/ui/payment/details';
let harness: SigningHarness;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterEach(async () => {
  delete harness.faults.beforeSign;
  harness.bank.setAvailable(IBANS.main, 100_000_00);
  await harness.moveClock(0);
});
afterAll(() => harness.close());

const codeOf = ({ status, body }: Answer<unknown>) => {
  const errors = typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors) ? body.errors : [];
  return `${status} ${errors.map((error: UiErrorBody['errors'][number]) => error.code).join()}`;
};
const isSigning = (paymentId: string) =>
  waitFor(async () => {
    const { state, challenge_id: challengeId } = await harness.sessionOf(paymentId);
    return state === 'signing' && challengeId !== null ? true : undefined;
  });

describe('a signature', () => {
  it('is held until the phone answers, and changes session, payment, balance and audit log together', async () => {
    const page = await harness.openPage();
    const moved = harness.bank.moved.length;
    const held = harness.sign(page.id);
    await isSigning(page.paymentId);
    expect(await harness.statusOf(page.paymentId)).toBe('RCVD');

    const challenge = await harness.call<SigningChallenge>('GET', '/api/ui/challenge', { as: 'mari', id: page.id });
    expect(challenge.body).toMatchObject({ state: 'started', method: 'SMART_ID', controlCode: expect.stringMatching(/^\d{4}$/) });
    const reloaded = await harness.call('GET', DETAILS, { as: 'mari', id: page.id });
    expect(reloaded.body).toMatchObject({ state: 'signing', submission: { debtorAccountIban: IBANS.main } });

    await harness.answerOnDevice(page.paymentId, 'approve');
    const answer = await held;
    expect(answer).toMatchObject({ status: 200, body: { transactionStatus: 'ACFC', signedAt: expect.any(String) } });
    expect(await harness.statusOf(page.paymentId)).toBe('ACFC');
    expect(harness.bank.moved.length).toBe(moved + 1);
    expect(await harness.eventsOf(page.paymentId)).toEqual(['signing.opened', 'signing.entered', 'signing.shown', 'signing.signed']);
    expect((await harness.audit.verify(harness.db)).ok).toBe(true);
  });

  it('returns its stored response to the same body, and 409 to another body or a refusal', async () => {
    const page = await harness.openPage();
    const held = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    const { text } = await held;
    expect(await harness.sign(page.id)).toMatchObject({ status: 200, text });
    expect(codeOf(await harness.sign(page.id, { body: { debtorAccountIban: IBANS.low } }))).toBe('409 ALREADY_SIGNED');
    expect(codeOf(await harness.refuse(page.id))).toBe('409 ALREADY_SIGNED');
    await harness.moveClock(15 * 60_000 + 5_000);
    expect(codeOf(await harness.sign(page.id))).toBe('410 SIGNING_TERMINATED');
  });

  it('is joined by the same body from another tab and from another server, with one challenge', async () => {
    const page = await harness.openPage();
    const challenges = await harness.challengesOf('mari');
    const second = await harness.startServer();
    const held = [harness.sign(page.id), harness.sign(page.id), harness.sign(page.id, { app: second.app })];
    await harness.answerOnDevice(page.paymentId, 'approve');
    const answers = await Promise.all(held);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await harness.challengesOf('mari')).toBe(challenges + 1);
    await second.app.close();
  });

  it('completes after the browser has lost its connection', async () => {
    const page = await harness.openPage();
    const server = await harness.startServer();
    const url = new URL('/api/ui/payment', await server.app.listen({ host: '127.0.0.1', port: 0 }));
    const headers = {
      origin: 'http://localhost:3000',
      'content-type': 'application/json',
      'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-ffffffffffff',
      cookie: 'portico-bank=mari',
      'signing-id': page.id,
    };
    const lost = request(url, { method: 'PUT', headers }).on('error', () => {});
    lost.end(JSON.stringify({ debtorAccountIban: IBANS.main }));
    await isSigning(page.paymentId);
    lost.destroy();
    await harness.answerOnDevice(page.paymentId, 'approve');
    await waitFor(async () => ((await harness.sessionOf(page.paymentId)).state === 'signed' ? true : undefined));
    expect((await harness.sign(page.id)).status).toBe(200);
    await server.app.close();
  });

  it('of an instant payment returns its final status', async () => {
    const page = await harness.openPage('mari', {}, 'instant-sepa-credit-transfers');
    const held = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
    const after = await harness.call('GET', DETAILS, { as: 'mari', id: page.id });
    expect(after.body).toMatchObject({ state: 'signed', details: { transactionStatus: await harness.statusOf(page.paymentId) } });
  });

  it('is refused with the reason before the challenge', async () => {
    const page = await harness.openPage();
    const challenges = await harness.challengesOf('mari');
    const low = await harness.sign(page.id, { body: { debtorAccountIban: IBANS.low } });
    expect(codeOf(low)).toBe('400 FUNDS_NOT_AVAILABLE');
    expect(low.text).toContain('Not enough money, available 12.30');
    // For the page, which says it in the customer's language.
    expect(low.body).toMatchObject({ available: { amount: '12.30', currency: 'EUR' } });
    expect(codeOf(await harness.sign(page.id, { body: { debtorAccountIban: IBANS.blocked } }))).toBe('400 ACCOUNT_BLOCKED');
    expect(codeOf(await harness.sign(page.id, { body: { debtorAccountIban: IBANS.jaans } }))).toBe('400 ACCOUNT_UNKNOWN');
    expect((await harness.sign(page.id, { body: { debtorAccountIban: 'nonsense' } })).status).toBe(400);
    expect((await harness.sign(page.id, { body: { debtorAccountIban: IBANS.main, amount: '0.01' } })).status).toBe(400);
    expect(await harness.challengesOf('mari')).toBe(challenges);
    expect((await harness.sessionOf(page.paymentId)).state).toBe('open');
  });
});

describe('a failed challenge', () => {
  it.each([
    ['refuse', '422 SCA_REFUSED'],
    ['timeOut', '422 SCA_TIMED_OUT'],
    ['wrongCode', '422 SCA_WRONG_CODE'],
  ] as const)('(%s) gets %s and leaves the session open for another attempt', async (answer, expected) => {
    const page = await harness.openPage('jaan');
    const body = { debtorAccountIban: IBANS.jaans };
    harness.bank.setAvailable(IBANS.jaans, 1_000_00);
    const held = [harness.sign(page.id, { as: 'jaan', body }), harness.sign(page.id, { as: 'jaan', body })];
    await harness.answerOnDevice(page.paymentId, answer, 'jaan');
    expect((await Promise.all(held)).map(codeOf)).toEqual([expected, expected]);
    expect((await harness.sessionOf(page.paymentId)).state).toBe('open');
    expect(await harness.statusOf(page.paymentId)).toBe('RCVD');

    const again = harness.sign(page.id, { as: 'jaan', body });
    await harness.answerOnDevice(page.paymentId, 'approve', 'jaan');
    expect((await again).status).toBe(200);
  });

  it('five times blocks the method, and the session stays open', async () => {
    const page = await harness.openPage();
    for (let failures = 0; failures < 5; failures += 1) {
      const held = harness.sign(page.id);
      await harness.answerOnDevice(page.paymentId, 'wrongCode');
      expect(codeOf(await held)).toBe('422 SCA_WRONG_CODE');
    }
    expect(codeOf(await harness.sign(page.id))).toBe('422 SCA_METHOD_BLOCKED');
    expect((await harness.sessionOf(page.paymentId)).state).toBe('open');
    await sql`delete from person_attempt`.execute(harness.db);
  });
});

describe('another method of the customer', () => {
  const methodOf = async (paymentId: string) => {
    const { challenge_id: id } = await harness.sessionOf(paymentId);
    return (await sql<{ method: string }>`select method from challenge where challenge_id = ${id}`.execute(harness.db)).rows[0]?.method;
  };
  afterEach(async () => {
    await sql`delete from person_attempt`.execute(harness.db);
  });

  it('is named by the details, and signs after the first one failed', async () => {
    const page = await harness.openPage();
    expect(page.details).toMatchObject({ authMethod: 'SMART_ID', authMethods: ['SMART_ID', 'MOBILE_ID'] });
    const failed = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'wrongCode');
    expect(codeOf(await failed)).toBe('422 SCA_WRONG_CODE');

    const held = harness.sign(page.id, { signingMethod: 'MOBILE_ID' });
    await isSigning(page.paymentId);
    expect(await methodOf(page.paymentId)).toBe('MOBILE_ID');
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
  });

  it('signs while the first one is blocked', async () => {
    const page = await harness.openPage();
    await sql`insert into person_attempt (sandbox_id, person, method, failures, blocked_until)
      values (${SANDBOX}, ${digestPerson(testConfig(0).keys, CUSTOMERS.mari)}, 'SMART_ID', 5, now() + interval '10 minutes')`.execute(harness.db);
    expect(codeOf(await harness.sign(page.id))).toBe('422 SCA_METHOD_BLOCKED');
    const held = harness.sign(page.id, { signingMethod: 'MOBILE_ID' });
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
  });

  it('does not replace a running signature: the PUT joins it', async () => {
    const page = await harness.openPage();
    const challenges = await harness.challengesOf('mari');
    const held = harness.sign(page.id);
    await isSigning(page.paymentId);
    const joined = harness.sign(page.id, { signingMethod: 'MOBILE_ID' });
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect([(await held).status, (await joined).status]).toEqual([200, 200]);
    expect(await harness.challengesOf('mari')).toBe(challenges + 1);
  });

  it.each([
    ['that the customer does not have', 'IDCARD', '422 SCA_METHOD_UNKNOWN'],
    ['that does not exist', 'PASSWORD', '400 FORMAT_ERROR'],
    ['without a name', '', '400 FORMAT_ERROR'],
  ])('%s is refused, and the session stays open', async (_what, signingMethod, expected) => {
    const page = await harness.openPage();
    const challenges = await harness.challengesOf('mari');
    expect(codeOf(await harness.sign(page.id, { signingMethod }))).toBe(expected);
    expect((await harness.sessionOf(page.paymentId)).state).toBe('open');
    expect(await harness.challengesOf('mari')).toBe(challenges);
  });
});

describe('a failed signature', () => {
  const triesAfter = async (id: string, paymentId: string, answer: 'refuse' | 'wrongCode' | 'timeOut', signingMethod = 'SMART_ID') => {
    const held = harness.sign(id, { signingMethod });
    await harness.answerOnDevice(paymentId, answer);
    const { body } = await held;
    return (body as { triesLeft?: number }).triesLeft;
  };
  afterEach(async () => {
    await sql`delete from person_attempt`.execute(harness.db);
  });

  it('says how many failures are left until the method is blocked', async () => {
    const page = await harness.openPage();
    const said: (number | undefined)[] = [];
    for (const answer of ['wrongCode', 'refuse', 'timeOut', 'wrongCode', 'refuse', 'wrongCode'] as const) {
      said.push(await triesAfter(page.id, page.paymentId, answer));
    }
    expect(said).toEqual([4, 3, undefined, 2, 1, 0]);
    expect(await triesAfter(page.id, page.paymentId, 'refuse', 'MOBILE_ID')).toBe(4);
  });

  it('says nothing about the failures of browsers in which the customer never signed in', async () => {
    await sql`insert into person_attempt (sandbox_id, person, method, failures, stranger_failures, stranger_blocked_until)
      values (${SANDBOX}, ${digestPerson(testConfig(0).keys, CUSTOMERS.mari)}, 'SMART_ID', 0, 5, now() + interval '10 minutes')`.execute(harness.db);
    const page = await harness.openPage();
    expect(await triesAfter(page.id, page.paymentId, 'wrongCode')).toBe(4);
  });

  it('counts from the start after a success', async () => {
    const first = await harness.openPage();
    expect(await triesAfter(first.id, first.paymentId, 'wrongCode')).toBe(4);
    const held = harness.sign(first.id);
    await harness.answerOnDevice(first.paymentId, 'approve');
    expect((await held).status).toBe(200);
    const second = await harness.openPage();
    expect(await triesAfter(second.id, second.paymentId, 'wrongCode')).toBe(4);
  });
});

describe('the signed content', () => {
  it('is the shown content: a payment that has changed is refused and shown again', async () => {
    const page = await harness.openPage();
    await sql`update payment set amount_cents = 9900 where payment_id = ${page.paymentId}`.execute(harness.db);
    expect(codeOf(await harness.sign(page.id))).toBe('409 SCA_CONTENT_CHANGED');
    const shown = await harness.call('GET', DETAILS, { as: 'mari', id: page.id });
    expect(shown.body).toMatchObject({ details: { instructedAmount: { amount: '99.00' } } });
    const held = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
    expect(harness.bank.moved.at(-1)).toMatchObject({ paymentId: page.paymentId, amountCents: 9900 });
  });

  it.each([
    ['amount', sql`amount_cents = amount_cents + 1`],
    ['payee account', sql`creditor_iban = ${IBANS.low}`],
    ['payee name', sql`creditor_name = 'Somebody Else'`],
    ['reference', sql`remittance_unstructured = 'Other'`],
    ['date', sql`execution_date = execution_date + 1`],
  ])('cannot change while the phone asks: %s', async (_field, change) => {
    const page = await harness.openPage();
    const moved = harness.bank.moved.length;
    const held = harness.sign(page.id);
    await isSigning(page.paymentId);
    await sql`update payment set ${change} where payment_id = ${page.paymentId}`.execute(harness.db);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect(codeOf(await held)).toBe('409 SCA_CONTENT_CHANGED');
    expect(harness.bank.moved.length).toBe(moved);
    expect((await harness.sessionOf(page.paymentId)).state).toBe('open');
  });

  it('cannot be joined with another body while it runs', async () => {
    const page = await harness.openPage();
    const held = harness.sign(page.id);
    await isSigning(page.paymentId);
    const other = { debtorAccountIban: IBANS.main, debtorDetails: { debtorId: '1' } };
    expect(codeOf(await harness.sign(page.id, { body: other }))).toBe('409 SIGNING_STATE_INVALID');
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
  });

  it('is refused when the balance no longer suffices, and can be signed when it does', async () => {
    const page = await harness.openPage();
    const held = harness.sign(page.id);
    await isSigning(page.paymentId);
    harness.bank.setAvailable(IBANS.main, 10);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect(codeOf(await held)).toBe('400 FUNDS_NOT_AVAILABLE');
    expect(await harness.statusOf(page.paymentId)).toBe('RCVD');
    harness.bank.setAvailable(IBANS.main, 100_000_00);
    const again = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await again).status).toBe(200);
  });
});

describe('a stop or a crash', () => {
  it('ends held requests with 503 and Retry-After, and a repeated request at another server joins the same challenge', async () => {
    const page = await harness.openPage();
    const challenges = await harness.challengesOf('mari');
    const stopping = await harness.startServer();
    const held = harness.sign(page.id, { app: stopping.app });
    await isSigning(page.paymentId);
    stopping.shutdown.begin();
    const answer = await held;
    expect(codeOf(answer)).toBe('503 UNAVAILABLE');
    expect(answer.headers['retry-after']).toBe('1');
    await stopping.app.close();

    const repeated = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await repeated).status).toBe(200);
    expect(await harness.challengesOf('mari')).toBe(challenges + 1);
  });

  it('between approval and commit loses nothing: a repeated request completes without a second challenge', async () => {
    const page = await harness.openPage();
    const challenges = await harness.challengesOf('mari');
    const moved = harness.bank.moved.length;
    harness.faults.beforeSign = () => Promise.reject(new Error('The power went out.'));
    const held = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(500);
    expect(await harness.statusOf(page.paymentId)).toBe('RCVD');
    delete harness.faults.beforeSign;
    expect((await harness.sign(page.id)).status).toBe(200);
    expect(await harness.challengesOf('mari')).toBe(challenges + 1);
    expect(harness.bank.moved.length).toBe(moved + 1);
  });

  it('between claim and challenge is recovered: a repeated request takes over the expired claim', async () => {
    const page = await harness.openPage();
    const held = harness.sign(page.id);
    await isSigning(page.paymentId);
    // As a server that died right after its claim would have left it.
    await sql`update signing_session set challenge_id = null, challenge_content_hash = null, claimed_until = now() - interval '1 second'
      where resource_id = ${page.paymentId}`.execute(harness.db);
    const repeated = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await repeated).status).toBe(200);
    await sql`update challenge set state = 'approved', ended_at = now() where state = 'started'`.execute(harness.db);
    expect((await held).status).toBe(200);
  });
});
