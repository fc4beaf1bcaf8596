import type { ActivityResult, SigningSessionOf } from '@portico/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { msPastMidnight } from '../../../testing/bank-day.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { EXPIRE_QUEUE } from '../end/expire-job.ts';
import { entryCodeOf } from '../testing/answers.ts';
import { createAttempts } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness, waitFor } from '../testing/signing-harness.ts';
import { SANDBOX } from '../testing/test-bank.ts';
import { endOverdueSignings, expireIfOverdue, expireLockedIfOverdue } from './expire-signing.ts';

const IDLE_MS = 5 * 60_000;
const TOTAL_MS = 15 * 60_000;
const SECOND_MS = 1_000;
let harness: SigningHarness;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterEach(() => harness.moveClock(0));
afterAll(() => harness.close());

const details = (id: string) => harness.call<SigningSessionOf<'payment'>>('GET', '/api/ui/payment/details', { as: 'mari', id });
const activity = (id: string) => harness.call<ActivityResult>('POST', '/api/ui/activity', { as: 'mari', id });

describe('an unsigned session', () => {
  it('ends after five idle minutes and a second, and the payment is rejected', async () => {
    const page = await harness.openPage();
    await harness.moveClock(IDLE_MS + SECOND_MS);
    expect(await details(page.id)).toMatchObject({ status: 410, body: { tppSuccessUrl: 'https://shop.example/paid?order=7' } });
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
    expect(await harness.eventsOf(page.paymentId)).toEqual(['signing.opened', 'signing.entered', 'signing.shown', 'signing.expired']);
    await harness.moveClock(0);
    expect((await details(page.id)).status).toBe(410);
    expect((await harness.sign(page.id)).status).toBe(410);
    expect((await harness.refuse(page.id)).status).toBe(410);
  });

  it('returns 410 to each of several simultaneous calls, and expires once', async () => {
    const page = await harness.openPage();
    await harness.moveClock(IDLE_MS + SECOND_MS);
    const read = () => harness.call('GET', '/api/ui/account/list', { as: 'mari', id: page.id });
    const calls = [details(page.id), read(), harness.sign(page.id), read(), activity(page.id), read()];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 410));
    expect((await harness.eventsOf(page.paymentId)).filter((event) => event === 'signing.expired')).toHaveLength(1);
    await harness.moveClock(0);
  });

  it('returns the time left of the bank session when that ends first', async () => {
    harness.signIn.addSession('mari-long', 'mari', new Date(Date.now() - 24 * 60_000));
    const { path } = await harness.createPayment();
    const given = { as: 'mari-long', entryCode: entryCodeOf(await harness.enter(path, 'mari-long')) };
    const { body } = await harness.call<SigningSessionOf<'payment'>>('GET', '/api/ui/payment/details', given);
    const active = await harness.call<ActivityResult>('POST', '/api/ui/activity', { as: 'mari-long', id: body.signingId });
    for (const { idleSeconds, totalSeconds } of [body.timeLeft, active.body.timeLeft]) {
      expect(idleSeconds).toBeGreaterThan(290);
      expect(totalSeconds).toBeGreaterThan(300);
      expect(totalSeconds).toBeLessThanOrEqual(360);
    }
  });

  it('is extended by reading its details, but not by polling the challenge', async () => {
    const page = await harness.openPage();
    await harness.moveClock(IDLE_MS - 30 * SECOND_MS);
    expect((await details(page.id)).body.timeLeft.idleSeconds).toBe(300);
    await harness.moveClock(2 * IDLE_MS - 60 * SECOND_MS);
    expect((await harness.call('GET', '/api/ui/challenge', { as: 'mari', id: page.id })).body).toEqual({
      state: 'none',
      timeLeft: { idleSeconds: expect.any(Number), totalSeconds: expect.any(Number) },
    });
    await harness.moveClock(2 * IDLE_MS);
    expect((await details(page.id)).status).toBe(410);
  });

  it('is extended by activity at most once in thirty seconds', async () => {
    const page = await harness.openPage();
    await harness.moveClock(20 * SECOND_MS);
    expect((await activity(page.id)).body.timeLeft.idleSeconds).toBeLessThanOrEqual(280);
    await harness.moveClock(31 * SECOND_MS);
    expect((await activity(page.id)).body.timeLeft.idleSeconds).toBe(300);
    expect((await activity(page.id)).status).toBe(200);
    await harness.moveClock(31 * SECOND_MS + IDLE_MS - 5 * SECOND_MS);
    expect((await activity(page.id)).status).toBe(200);
  });

  it('ends after fifteen minutes and a second, also with activity', async () => {
    const page = await harness.openPage();
    for (const minutes of [4, 8, 12, 14]) {
      await harness.moveClock(minutes * 60_000);
      expect((await activity(page.id)).status).toBe(200);
    }
    await harness.moveClock(TOTAL_MS + SECOND_MS);
    expect((await activity(page.id)).status).toBe(410);
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
  });

  it('is not idle during a challenge: an approval after six minutes succeeds', async () => {
    // The bank's day must not end within these six minutes.
    const ahead = msPastMidnight();
    await harness.moveClock(ahead);
    const page = await harness.openPage();
    const held = harness.sign(page.id);
    await waitFor(async () => ((await harness.sessionOf(page.paymentId)).state === 'signing' ? true : undefined));
    await harness.moveClock(ahead + IDLE_MS + 60 * SECOND_MS);
    expect((await details(page.id)).status).toBe(200);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
  });

  it('expires after fifteen minutes also during a challenge: a later approval moves no money', async () => {
    const page = await harness.openPage();
    const moved = harness.bank.moved.length;
    const held = harness.sign(page.id);
    await waitFor(async () => ((await harness.sessionOf(page.paymentId)).challenge_id === null ? undefined : true));
    await harness.moveClock(TOTAL_MS + SECOND_MS);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(410);
    expect(harness.bank.moved.length).toBe(moved);
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
    expect((await harness.sessionOf(page.paymentId)).state).toBe('expired');
  });
});

describe('the durable job', () => {
  const jobsOf = async (paymentId: string) => {
    const { session_id: authorisationId } = await harness.sessionOf(paymentId);
    return harness.jobs.sent.filter(({ queue, data }) => queue === EXPIRE_QUEUE && 'sessionId' in data && data.sessionId === authorisationId);
  };

  it('rejects a payment that the customer never opened', async () => {
    const { paymentId } = await harness.createPayment();
    const [job, ...others] = await jobsOf(paymentId);
    expect(others).toEqual([]);
    if (job === undefined) throw new Error('No job was sent.');
    await harness.moveClock(TOTAL_MS + SECOND_MS);
    await harness.jobs.run(job);
    await harness.jobs.run(job);
    expect(await harness.statusOf(paymentId)).toBe('RJCT');
    expect(await harness.eventsOf(paymentId)).toEqual(['signing.opened', 'signing.expired']);
  });

  it('rejects a consent that the customer never opened, not before fifteen minutes', async () => {
    const { consentId } = await harness.createConsent();
    const [job] = await jobsOf(consentId);
    if (job === undefined) throw new Error('No job was sent.');
    await harness.moveClock(TOTAL_MS - 5 * SECOND_MS);
    await harness.jobs.run(job);
    expect(await harness.consents.statusOf(consentId)).toBe('received');
    await harness.moveClock(TOTAL_MS + SECOND_MS);
    await harness.jobs.run(job);
    expect(await harness.consents.statusOf(consentId)).toBe('rejected');
    expect(await harness.eventsOf(consentId)).toEqual(['signing.opened', 'signing.expired']);
  });

  it('rejects the payment five minutes after the last activity', async () => {
    const page = await harness.openPage();
    const idleJob = (await jobsOf(page.paymentId))[1];
    if (idleJob === undefined) throw new Error('No job was sent at the entry.');
    await harness.moveClock(4 * 60_000);
    await activity(page.id);
    await harness.moveClock(IDLE_MS + SECOND_MS);
    await harness.jobs.run(idleJob);
    expect(await harness.statusOf(page.paymentId)).toBe('RCVD');
    const nextJob = (await jobsOf(page.paymentId))[2];
    if (nextJob === undefined) throw new Error('The job did not look again.');
    await harness.moveClock(4 * 60_000 + IDLE_MS + 2 * SECOND_MS);
    await harness.jobs.run(nextJob);
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
  });

  it('does not change a signed session', async () => {
    const page = await harness.openPage();
    const held = harness.sign(page.id);
    await harness.answerOnDevice(page.paymentId, 'approve');
    expect((await held).status).toBe(200);
    await harness.moveClock(TOTAL_MS + SECOND_MS);
    for (const job of await jobsOf(page.paymentId)) await harness.jobs.run(job);
    expect((await harness.sessionOf(page.paymentId)).state).toBe('signed');
    expect(await harness.statusOf(page.paymentId)).toBe('ACFC');
  });
});

describe('the expiry of a session', () => {
  function watch() {
    const { engine, read, openSigningPage } = createAttempts(harness);
    const { platform, sca } = engine;
    const abandoned: string[] = [];
    let writes = 0;
    const write: typeof platform.write = (work) => {
      writes += 1;
      return platform.write(work);
    };
    const abandon = async (challengeId: string) => void abandoned.push(challengeId);
    const abandonAll = async (challengeIds: readonly string[]) => void abandoned.push(challengeIds.join(' '));
    return {
      engine: { ...engine, platform: { ...platform, write }, sca: { ...sca, abandon, abandonAll } },
      read,
      openSigningPage,
      abandoned,
      writes: () => writes,
    };
  }

  it('does not happen early', async () => {
    const { engine, read, openSigningPage, abandoned } = watch();
    const page = await openSigningPage();
    expect(await expireIfOverdue(engine, page.attempt.session)).toBe(false);
    const session = await read(page);
    expect(await engine.platform.write((context) => expireLockedIfOverdue(engine, context, session))).toBe(false);
    expect((await read(page)).state).toBe('signing');
    expect(abandoned).toEqual([]);
  });

  it('abandons the challenge and rejects the payment in one commit with its audit entry', async () => {
    const { engine, read, openSigningPage, abandoned } = watch();
    const page = await openSigningPage();
    await harness.moveClock(TOTAL_MS + SECOND_MS);
    expect(await expireIfOverdue(engine, page.attempt.session)).toBe(true);
    expect(abandoned).toEqual([page.challengeId]);
    expect((await read(page)).state).toBe('expired');
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
    const { authorisationId, resourceId, customerId, appId, createdAt } = page.attempt.session;
    const { rows } = await sql<{ ids: object; ended_at: Date }>`select ids, ended_at from audit_entry, signing_session
      where event = 'signing.expired' and chain = ${`signing:${authorisationId}`} and session_id = ${authorisationId}`.execute(harness.db);
    expect(rows).toEqual([{ ids: { sessionId: authorisationId, kind: 'payment', resourceId, customerId, appId }, ended_at: expect.any(Date) }]);
    expect((rows[0]?.ended_at.getTime() ?? 0) - createdAt.getTime()).toBeGreaterThan(TOTAL_MS);
  });

  it('happens once when it is repeated, and not for a signed or unknown session', async () => {
    const { engine } = watch();
    const [page, signed] = [await harness.openPage(), await harness.openPage()];
    const held = harness.sign(signed.id);
    await harness.answerOnDevice(signed.paymentId, 'approve');
    await held;
    const keyOf = async ({ paymentId }: { paymentId: string }) => ({
      authorisationId: (await harness.sessionOf(paymentId)).session_id,
      sandboxId: SANDBOX,
    });
    await harness.moveClock(TOTAL_MS + SECOND_MS);
    for (const _time of [1, 2]) expect(await expireIfOverdue(engine, await keyOf(page))).toBe(true);
    expect((await harness.eventsOf(page.paymentId)).filter((event) => event === 'signing.expired')).toHaveLength(1);
    expect(await expireIfOverdue(engine, await keyOf(signed))).toBe(false);
    expect(await expireIfOverdue(engine, { authorisationId: 'sgn_none', sandboxId: SANDBOX })).toBe(false);
  });

  it('of a sandbox whose clock moved affects only overdue sessions, with one write', async () => {
    const { engine, read, openSigningPage, abandoned, writes } = watch();
    await sql`delete from signing_entry`.execute(harness.db);
    await sql`delete from signing_sign_in`.execute(harness.db);
    await sql`delete from signing_session`.execute(harness.db);
    const late = [await harness.openPage(), await harness.openPage(), await openSigningPage(), await openSigningPage()];
    const early = await harness.createPayment();
    await sql`update signing_session set held_until = null`.execute(harness.db);
    await harness.moveClock(IDLE_MS + SECOND_MS);
    const before = writes();
    await endOverdueSignings(engine, SANDBOX);
    expect(writes() - before).toBe(1);
    for (const page of late) {
      expect((await read(page)).state).toBe('expired');
      expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
    }
    expect((await read(early)).state).toBe('received');
    expect(abandoned).toHaveLength(1);
    expect(abandoned[0]?.split(' ')).toHaveLength(2);
  });
});
