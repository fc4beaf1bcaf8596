import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { digestPerson } from '#modules/bank/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createAttempts, OTHER_SUBMISSION, ofNoSession } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import { CUSTOMERS, IBANS } from '../testing/test-bank.ts';
import { testConfig } from '../testing/test-config.ts';
import type { Attempt } from './attempt.ts';
import { completeSignature } from './complete-signature.ts';

const TOTAL_MS = 15 * 60_000;
const TERMINATED = { status: 410, code: 'SIGNING_TERMINATED', options: { extra: { tppFailureUrl: 'https://shop.example/failed?order=7' } } };
const CHANGED = { status: 409, code: 'SCA_CONTENT_CHANGED', message: expect.stringContaining('No money was moved.') };
const ELSEWHERE = { status: 409, code: 'SIGNING_STATE_INVALID', message: expect.stringContaining('another window. No money was moved.') };
let harness: SigningHarness;
let attempts: ReturnType<typeof createAttempts>;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
  attempts = createAttempts(harness);
});
afterEach(async () => {
  delete harness.faults.beforeSign;
  harness.bank.setAvailable(IBANS.main, 100_000_00);
  await harness.moveClock(0);
  // Five refused challenges in a row would block the method.
  await sql`delete from person_attempt`.execute(harness.db);
});
afterAll(() => harness.close());

interface ChallengeRow {
  readonly state: string;
  readonly isUsed: boolean;
}

async function readRow(challengeId: string): Promise<ChallengeRow | undefined> {
  const { rows } = await sql<ChallengeRow>`select state, used_at is not null as "isUsed" from challenge where challenge_id = ${challengeId}`.execute(
    harness.db,
  );
  return rows[0];
}

/** What the chain of a session says of its challenges and its signature, in its order. */
async function eventsOf({ attempt }: { attempt: Attempt<unknown> }): Promise<readonly string[]> {
  const { rows } = await sql<{ event: string }>`
    select event from audit_entry where chain = ${`signing:${attempt.session.authorisationId}`} order by position`.execute(harness.db);
  return rows.map(({ event }) => event).filter((event) => /^(sca\.|signing\.signed)/.test(event));
}

/** A page whose phone has answered, and what the PUT that waited for it does then. */
async function answered(answer: 'approve' | 'refuse' | 'approveByItself' = 'approve') {
  const page = await attempts.openSigningPage();
  const { challengeId } = page;
  const challenge = await (answer === 'approveByItself' ? attempts.hear(challengeId) : attempts.answer(challengeId, answer));
  return {
    ...page,
    challenge,
    conclude: (attempt = page.attempt, engine = attempts.engine) => completeSignature(engine, attempt, challenge),
    /** What another PUT writes in its own write, right before this one's. */
    afterFailedWrite: (failure: Error, meanwhile: () => Promise<unknown>) => {
      let writes = 0;
      const { platform } = attempts.engine;
      const write: typeof platform.write = async (work) => {
        writes += 1;
        if (writes > 1) return platform.write(work);
        await meanwhile();
        throw failure;
      };
      return attempts.with({ platform: { ...platform, write } });
    },
  };
}

describe('an approved challenge', () => {
  it('signs, and its end, its answer and its audit row are one commit', async () => {
    const page = await answered();
    const answer = await page.conclude();
    expect(answer).toMatchObject({ transactionStatus: 'ACFC', signedAt: expect.any(String) });
    const { state, answer: stored, signedAt } = await attempts.read(page);
    expect({ state, stored }).toEqual({ state: 'signed', stored: answer });
    expect(signedAt).toBeInstanceOf(Date);
    const { rows } = await sql<{ ids: Record<string, string> }>`
      select ids from audit_entry where event = 'signing.signed' and chain = ${`signing:${page.attempt.session.authorisationId}`}`.execute(
      harness.db,
    );
    expect(rows).toMatchObject([{ ids: { challengeId: page.challengeId } }]);
  });

  it('answers a twin of the same body what the first was answered, and signs once', async () => {
    const page = await answered();
    const [first, signatures] = [await page.conclude(), harness.signatures()];
    expect(await page.conclude()).toEqual(first);
    expect(harness.signatures()).toBe(signatures);
  });

  it('refuses another body after the signature', async () => {
    const page = await answered();
    await page.conclude();
    await expect(page.conclude(await attempts.attemptOn(page, OTHER_SUBMISSION))).rejects.toMatchObject({ status: 409, code: 'ALREADY_SIGNED' });
  });

  it.each([
    ['of nothing', async () => undefined, ofNoSession],
    ['after a refusal', async (id: string) => harness.refuse(id), undefined],
    ['after fifteen minutes', async () => harness.moveClock(TOTAL_MS + 1000), undefined],
  ])('%s says that the session is over, with the way back, and moves no money', async (_when, meanwhile, change) => {
    const page = await answered();
    const moved = harness.bank.moved.length;
    await meanwhile(page.id);
    // It is not even looked at any more.
    const kind = { ...page.attempt.kind, examine: () => Promise.reject(new Error('It was looked at.')) };
    await expect(page.conclude({ ...(change?.(page.attempt) ?? page.attempt), kind })).rejects.toMatchObject(TERMINATED);
    expect(harness.bank.moved.length).toBe(moved);
  });

  it('ends an overdue session in the same write', async () => {
    const page = await answered();
    await harness.moveClock(TOTAL_MS + 1000);
    await expect(page.conclude()).rejects.toMatchObject(TERMINATED);
    expect((await attempts.read(page)).state).toBe('expired');
    expect(await harness.statusOf(page.paymentId)).toBe('RJCT');
  });

  it('of a signature that came to nothing in another tab signs nothing', async () => {
    const page = await answered();
    await attempts.write(page, sql`state = 'open', submission = null, submission_digest = null`);
    await expect(page.conclude()).rejects.toMatchObject(ELSEWHERE);
    expect((await attempts.read(page)).state).toBe('open');
  });

  it('of a signature that came to nothing for want of money says the same as that one', async () => {
    const page = await answered();
    await attempts.write(page, sql`state = 'open', submission = null, submission_digest = null`);
    harness.bank.setAvailable(IBANS.main, 10);
    await expect(page.conclude()).rejects.toMatchObject({ status: 400, code: 'FUNDS_NOT_AVAILABLE' });
  });

  it('of a signature of something that is gone still says where it ended', async () => {
    const page = await answered();
    await attempts.write(page, sql`state = 'open', submission = null, submission_digest = null`);
    const kind = { ...page.attempt.kind, examine: async () => undefined };
    await expect(page.conclude({ ...page.attempt, kind })).rejects.toMatchObject(ELSEWHERE);
  });

  it.each([
    ['another challenge', sql`challenge_id = 'sca_other'`],
    ['another body', sql`submission_digest = 'other'`],
  ])('signs nothing when the session has begun with %s meanwhile, and leaves that one running', async (_what, change) => {
    const page = await answered();
    const signatures = harness.signatures();
    await attempts.write(page, change);
    await expect(page.conclude()).rejects.toMatchObject(ELSEWHERE);
    expect((await attempts.read(page)).state).toBe('signing');
    expect(harness.signatures()).toBe(signatures);
  });
});

describe('an approval that is not recorded yet', () => {
  it('is recorded, used and signed in one commit', async () => {
    const page = await answered('approveByItself');
    expect(await readRow(page.challengeId)).toEqual({ state: 'started', isUsed: false });
    expect(await page.conclude()).toMatchObject({ transactionStatus: 'ACFC' });
    expect(await readRow(page.challengeId)).toEqual({ state: 'approved', isUsed: true });
    expect(await eventsOf(page)).toEqual(['sca.approved', 'signing.signed']);
  });

  it('signs once when five PUTs have heard of it', async () => {
    const page = await answered('approveByItself');
    const signatures = harness.signatures();
    const answers = await Promise.all(Array.from({ length: 5 }, () => page.conclude()));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(harness.signatures()).toBe(signatures + 1);
    expect(await eventsOf(page)).toEqual(['sca.approved', 'signing.signed']);
  });

  it('signs when another reader records it first', async () => {
    const page = await answered('approveByItself');
    expect((await attempts.engine.sca.read(page.challengeId))?.state).toBe('approved');
    expect(await page.conclude()).toMatchObject({ transactionStatus: 'ACFC' });
    expect(await eventsOf(page)).toEqual(['sca.approved', 'signing.signed']);
  });

  it('is recorded and not used when the payment is refused, and opens the session again', async () => {
    const page = await answered('approveByItself');
    const noFunds = new UiRefusal(400, 'FUNDS_NOT_AVAILABLE', 'Not enough money.');
    harness.faults.beforeSign = () => Promise.reject(noFunds);
    await expect(page.conclude()).rejects.toBe(noFunds);
    expect(await readRow(page.challengeId)).toEqual({ state: 'approved', isUsed: false });
    expect(await attempts.read(page)).toMatchObject({ state: 'open', submission: undefined });
    expect(await eventsOf(page)).toEqual(['sca.approved']);
  });

  it('is recorded and not used when the content is another one', async () => {
    const page = await answered('approveByItself');
    await sql`update challenge set content_hash = ${'0'.repeat(64)} where challenge_id = ${page.challengeId}`.execute(harness.db);
    const signatures = harness.signatures();
    await expect(page.conclude()).rejects.toMatchObject(CHANGED);
    expect(await readRow(page.challengeId)).toEqual({ state: 'approved', isUsed: false });
    expect((await attempts.read(page)).state).toBe('open');
    expect(harness.signatures()).toBe(signatures);
  });

  it.each([
    ['refused', (id: string) => harness.refuse(id)],
    ['over', () => harness.moveClock(TOTAL_MS + 1000)],
  ])('is recorded and not used when the session is %s', async (_how, meanwhile) => {
    const page = await answered('approveByItself');
    await meanwhile(page.id);
    await expect(page.conclude()).rejects.toMatchObject(TERMINATED);
    expect(await readRow(page.challengeId)).toEqual({ state: 'approved', isUsed: false });
  });

  it('stays unrecorded when the commit breaks, and signs when it is repeated', async () => {
    const page = await answered('approveByItself');
    harness.faults.beforeSign = () => Promise.reject(new Error('The power went out.'));
    await expect(page.conclude()).rejects.toThrow('The power went out.');
    expect(await readRow(page.challengeId)).toEqual({ state: 'started', isUsed: false });
    expect((await attempts.read(page)).state).toBe('signing');
    delete harness.faults.beforeSign;
    expect(await page.conclude()).toMatchObject({ transactionStatus: 'ACFC' });
  });

  it('counts as a refusal when the method has been blocked meanwhile', async () => {
    const page = await answered('approveByItself');
    const { sandboxId } = page.attempt.session;
    await sql`insert into person_attempt (sandbox_id, person, method, failures, blocked_until)
      values (${sandboxId}, ${digestPerson(testConfig(0).keys, CUSTOMERS.mari)}, 'SMART_ID', 5, now() + interval '10 minutes')
      on conflict (sandbox_id, person, method) do update set failures = 5, blocked_until = excluded.blocked_until`.execute(harness.db);
    const signatures = harness.signatures();
    await expect(page.conclude()).rejects.toMatchObject({ status: 422, code: 'SCA_REFUSED' });
    expect(await readRow(page.challengeId)).toEqual({ state: 'refused', isUsed: false });
    expect((await attempts.read(page)).state).toBe('open');
    expect(harness.signatures()).toBe(signatures);
  });
});

describe('what the phone approved', () => {
  it.each([
    ['what the page showed', sql`shown_digest = 'other'`],
    ['what the session asked for', sql`challenge_content_hash = 'other'`],
  ])('is not signed when it is not %s, and can be signed after another look', async (_what, change) => {
    const page = await answered();
    const signatures = harness.signatures();
    await attempts.write(page, change);
    await expect(page.conclude()).rejects.toMatchObject(CHANGED);
    expect(await attempts.read(page)).toMatchObject({ state: 'open', submission: undefined, isHeld: false });
    expect(harness.signatures()).toBe(signatures);
  });

  it('is not signed when the approval was used before', async () => {
    const page = await answered();
    const { challengeId, contentHash } = page.challenge;
    expect(await attempts.engine.platform.write(({ tx }) => attempts.engine.sca.consume(tx, challengeId, contentHash))).toBe(true);
    await expect(page.conclude()).rejects.toMatchObject(CHANGED);
    expect(await attempts.read(page)).toMatchObject({ state: 'open', submission: undefined });
  });

  it('is not signed when it is gone', async () => {
    const page = await answered();
    const kind = { ...page.attempt.kind, examine: async () => undefined };
    await expect(page.conclude({ ...page.attempt, kind })).rejects.toMatchObject(CHANGED);
    expect((await attempts.read(page)).state).toBe('open');
  });
});

describe('a commit that fails', () => {
  const unavailable = new UiRefusal(503, 'UNAVAILABLE', 'The bank is away.');
  const noFunds = new UiRefusal(400, 'FUNDS_NOT_AVAILABLE', 'Not enough money.');

  it('by a refusal that the customer can mend opens the session again, and nothing of it is kept', async () => {
    const page = await answered();
    harness.faults.beforeSign = () => Promise.reject(noFunds);
    await expect(page.conclude()).rejects.toBe(noFunds);
    expect(await attempts.read(page)).toMatchObject({ state: 'open', submission: undefined, isHeld: false });
  });

  it.each([
    ['because the bank is away', unavailable],
    ['because the bank broke', new UiRefusal(500, 'UNAVAILABLE', 'The bank does not understand itself.')],
    ['because something broke', new Error('The power went out.')],
  ])('%s keeps the approval for a repetition', async (_why, failure) => {
    const page = await answered();
    harness.faults.beforeSign = () => Promise.reject(failure);
    await expect(page.conclude()).rejects.toBe(failure);
    expect((await attempts.read(page)).state).toBe('signing');
    delete harness.faults.beforeSign;
    expect(await page.conclude()).toMatchObject({ transactionStatus: 'ACFC' });
  });

  it.each([
    ['refused', (id: string) => harness.refuse(id)],
    ['over', () => harness.moveClock(TOTAL_MS + 1000)],
  ])('by a refusal says that the session is over when it is %s meanwhile', async (_how, meanwhile) => {
    const page = await answered();
    await expect(
      page.conclude(
        page.attempt,
        page.afterFailedWrite(noFunds, () => meanwhile(page.id)),
      ),
    ).rejects.toMatchObject(TERMINATED);
  });

  it('by a refusal leaves alone what a twin has signed meanwhile', async () => {
    const page = await answered();
    await expect(
      page.conclude(
        page.attempt,
        page.afterFailedWrite(noFunds, () => page.conclude()),
      ),
    ).rejects.toBe(noFunds);
    expect((await attempts.read(page)).state).toBe('signed');
  });
});

describe('a refused challenge', () => {
  it('opens the session again', async () => {
    const page = await answered('refuse');
    await expect(page.conclude()).rejects.toMatchObject({
      status: 422,
      code: 'SCA_REFUSED',
      message: expect.stringContaining('No money was moved.'),
    });
    expect(await attempts.read(page)).toMatchObject({ state: 'open', submission: undefined, isHeld: false });
  });

  it.each([
    ['of nothing', async () => undefined, ofNoSession],
    ['after a refusal on the page', async (id: string) => harness.refuse(id), undefined],
    ['after fifteen minutes', async () => harness.moveClock(TOTAL_MS + 1000), undefined],
  ])('%s says that the session is over', async (_when, meanwhile, change) => {
    const page = await answered('refuse');
    await meanwhile(page.id);
    await expect(page.conclude(change?.(page.attempt))).rejects.toMatchObject(TERMINATED);
  });

  it('after a job has expired the session says that it is over, too', async () => {
    const page = await answered('refuse');
    await attempts.write(page, sql`state = 'expired', ended_at = now()`);
    await expect(page.conclude()).rejects.toMatchObject(TERMINATED);
  });

  it('opens nothing that has begun again with another challenge', async () => {
    const page = await answered('refuse');
    await attempts.write(page, sql`challenge_id = 'sca_other'`);
    await expect(page.conclude()).rejects.toMatchObject({ status: 422, code: 'SCA_REFUSED' });
    expect((await attempts.read(page)).state).toBe('signing');
  });

  it('heard by a second tab changes nothing more', async () => {
    const page = await answered('refuse');
    await expect(page.conclude()).rejects.toMatchObject({ code: 'SCA_REFUSED' });
    const { lastActivityAt } = await attempts.read(page);
    await harness.moveClock(1000);
    await expect(page.conclude()).rejects.toMatchObject({ code: 'SCA_REFUSED' });
    expect((await attempts.read(page)).lastActivityAt).toEqual(lastActivityAt);
  });
});
