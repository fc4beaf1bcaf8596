import { SIGNING_HOLD_SECONDS } from '@portico/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { digestPerson } from '#modules/bank/index.ts';
import { createSca, type StartChallenge } from '#modules/sca/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { expireIfOverdue } from '../session/expire-signing.ts';
import { createAttempts, OTHER_SUBMISSION, ofNoSession } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import { CUSTOMERS } from '../testing/test-bank.ts';
import { testConfig } from '../testing/test-config.ts';
import { beginSignature } from './begin-signature.ts';

const TOTAL_MS = 15 * 60_000;
const IDLE_MS = 5 * 60_000;
/** As a server of the version before leaves it that died before it started the challenge. */
const LAPSED = sql`challenge_id = null, challenge_content_hash = null, claimed_until = now() - interval '1 second'`;
/** As a server of the version before has it while it starts the challenge. */
const CLAIMED = sql`challenge_id = null, challenge_content_hash = null, claimed_until = now() + interval '15 seconds'`;
const NOBODY_WAITS = sql`held_until = now() - interval '1 second'`;
let harness: SigningHarness;
let attempts: ReturnType<typeof createAttempts>;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
  attempts = createAttempts(harness);
});
afterEach(() => harness.moveClock(0));
afterAll(() => harness.close());

/** What the phones are asked, and which of them stop, in order. */
function watchPhones() {
  const [started, abandoned]: [StartChallenge[], string[]] = [[], []];
  const { sca } = attempts.engine;
  const engine = attempts.with({
    sca: {
      ...sca,
      startWith: async (input, write) => {
        const challenge = await sca.startWith(input, write);
        if (challenge !== undefined) started.push(input);
        return challenge;
      },
      abandon: async (challengeId) => {
        abandoned.push(challengeId);
        await sca.abandon(challengeId);
      },
    },
  });
  return { started, abandoned, engine };
}

async function secondsOf({ paymentId }: { paymentId: string }, column: 'held_until' | 'claimed_until'): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from ${sql.ref(column)} - now())::double precision as seconds
    from signing_session where resource_id = ${paymentId}`.execute(harness.db);
  return rows[0]?.seconds ?? null;
}

/** What a job does to a session whose time is over. */
async function expire(page: { paymentId: string }): Promise<void> {
  await harness.moveClock(TOTAL_MS + 1000);
  expect(await expireIfOverdue(attempts.engine, await attempts.read(page))).toBe(true);
}

describe('the first PUT', () => {
  it('starts a challenge for its customer, content and browser, with a hold longer than the request waits', async () => {
    const page = await harness.openPage();
    const attempt = await attempts.attemptOn(page);
    const { started, abandoned, engine } = watchPhones();
    const challengeId = await beginSignature(engine, attempt);
    const content = (await attempt.examine())?.content;
    expect(started).toEqual([
      {
        customer: CUSTOMERS.mari,
        method: 'SMART_ID',
        purpose: 'signing',
        content,
        locale: 'en',
        deviceKeyHash: attempt.bankSession.deviceKeyHash,
        isKnownBrowser: true,
        auditChain: `signing:${attempt.session.authorisationId}`,
        provider: 'Demo Shop OÜ',
      },
    ]);
    expect(abandoned).toEqual([]);
    const session = await attempts.read(page);
    expect(session).toMatchObject({ state: 'signing', challengeId, isHeld: true, isClaimed: false });
    expect(session).toMatchObject({ submission: attempt.submission, submissionDigest: attempt.submissionDigest });
    expect(session.challengeContentHash).toBe(content && engine.sca.contentHash(content));
    expect(await secondsOf(page, 'held_until')).toBeGreaterThan(SIGNING_HOLD_SECONDS);
  });

  it('starts one challenge for eight simultaneous requests that read the same session', async () => {
    const page = await harness.openPage();
    const attempt = await attempts.attemptOn(page);
    const { started, abandoned, engine } = watchPhones();
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginSignature(engine, attempt)));
    const { challengeId } = await attempts.read(page);
    expect(begun.filter((id) => id !== undefined)).toEqual([challengeId]);
    expect({ started: started.length, abandoned }).toEqual({ started: 1, abandoned: [] });
    const { rows } = await sql`select from challenge where audit_chain = ${`signing:${attempt.session.authorisationId}`}`.execute(harness.db);
    expect(rows).toHaveLength(1);
  });

  it('writes the claim, so that a server of the previous version joins the challenge', async () => {
    const page = await harness.openPage();
    const challengeId = await beginSignature(attempts.engine, await attempts.attemptOn(page));
    expect(await attempts.read(page)).toMatchObject({ claimId: challengeId, challengeId, isClaimed: false });
  });

  it('starts another challenge after a failed one, and abandons none', async () => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, sql`state = 'open', submission = null, submission_digest = null`);
    const { abandoned, engine } = watchPhones();
    const challengeId = await beginSignature(engine, await attempts.attemptOn(page));
    expect(challengeId).not.toBe(page.challengeId);
    expect(abandoned).toEqual([]);
  });

  it.each([
    ['is gone', async () => undefined, ofNoSession],
    ['was refused', async (page: { id: string }) => harness.refuse(page.id), undefined],
    ['was ended by a job', async (page: { paymentId: string }) => expire(page), undefined],
    ['has been idle for too long', async () => harness.moveClock(IDLE_MS + 1000), undefined],
    ['is over', async () => harness.moveClock(TOTAL_MS + 1000), undefined],
    ['was entered again', async (page: { paymentId: string }) => attempts.write(page, sql`entry_version = entry_version + 1`), undefined],
    ['was shown with other content', async (page: { paymentId: string }) => attempts.write(page, sql`shown_digest = 'other'`), undefined],
  ])('starts no challenge when the session %s', async (_how, meanwhile, change) => {
    const page = await harness.openPage();
    const attempt = await attempts.attemptOn(page);
    await meanwhile(page);
    const { started, engine } = watchPhones();
    expect(await beginSignature(engine, change?.(attempt) ?? attempt)).toBeUndefined();
    expect(started).toEqual([]);
  });
});

describe('a challenge that cannot start', () => {
  const OPEN = { state: 'open', submission: undefined, isClaimed: false };

  it.each([
    ['the bank does not know the customer any more', undefined, 410],
    ['the bank is away', { ...CUSTOMERS.mari, scenario: 'bankDown' as const }, 503],
  ])('because %s leaves the session open', async (_why, customer, status) => {
    const page = await harness.openPage();
    const { started, engine } = watchPhones();
    await expect(beginSignature(engine, { ...(await attempts.attemptOn(page)), customer })).rejects.toMatchObject({ status });
    expect(await attempts.read(page)).toMatchObject(OPEN);
    expect(started).toEqual([]);
  });

  it('because another person now authenticates for the customer leaves the session open', async () => {
    const page = await harness.openPage();
    const isByPerson = vi.spyOn(harness.signIn, 'isByPerson').mockReturnValueOnce(false);
    const refused = await harness.sign(page.id);
    isByPerson.mockRestore();
    expect([refused.status, refused.text]).toEqual([410, expect.stringContaining('signedOut')]);
    expect(await attempts.read(page)).toMatchObject({ ...OPEN, challengeId: undefined });
  });

  it('because its row cannot be written leaves the session open, and a repeated request succeeds', async () => {
    const page = await harness.openPage();
    const taken = (await attempts.openSigningPage()).challengeId;
    const { platform } = attempts.engine;
    const sca = createSca({ platform: { ...platform, random: { ...platform.random, id: () => taken } }, authenticator: { offers: () => true } });
    await expect(beginSignature(attempts.with({ sca }), await attempts.attemptOn(page))).rejects.toMatchObject({ code: '23505' });
    expect(await attempts.read(page)).toMatchObject({ ...OPEN, challengeId: undefined });
    expect(await beginSignature(attempts.engine, await attempts.attemptOn(page))).toBeDefined();
  });

  it('because its resource is gone leaves the session open, with the failure URL', async () => {
    const page = await harness.openPage();
    const { started, engine } = watchPhones();
    const attempt = { ...(await attempts.attemptOn(page)), examine: async () => undefined };
    await expect(beginSignature(engine, attempt)).rejects.toMatchObject({
      status: 410,
      options: { extra: { tppFailureUrl: 'https://shop.example/failed?order=7' } },
    });
    expect(await attempts.read(page)).toMatchObject(OPEN);
    expect(started).toEqual([]);
  });

  it('because the method is blocked leaves the session open, with the remaining time', async () => {
    const page = await harness.openPage();
    const attempt = await attempts.attemptOn(page);
    const { sandboxId } = attempt.session;
    await sql`insert into person_attempt (sandbox_id, person, method, failures, blocked_until)
      values (${sandboxId}, ${digestPerson(testConfig(0).keys, CUSTOMERS.mari)}, 'SMART_ID', 5, now() + interval '10 minutes')`.execute(harness.db);
    const { started, engine } = watchPhones();
    const begun = beginSignature(engine, attempt).finally(() => sql`delete from person_attempt`.execute(harness.db));
    await expect(begun).rejects.toMatchObject({ status: 422, code: 'SCA_METHOD_BLOCKED', message: expect.stringContaining('(10 min)') });
    expect(await attempts.read(page)).toMatchObject({ ...OPEN, challengeId: undefined });
    expect(started).toEqual([]);
  });

  it('because the database is busy leaves the session open', async () => {
    const page = await harness.openPage();
    const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const startWith = () => Promise.reject(busy);
    const engine = attempts.with({ sca: { ...attempts.engine.sca, startWith } });
    await expect(beginSignature(engine, await attempts.attemptOn(page))).rejects.toBe(busy);
    expect(await attempts.read(page)).toMatchObject({ ...OPEN, challengeId: undefined });
  });
});

describe('a second PUT', () => {
  it('of the same body joins the challenge and extends the hold', async () => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, sql`held_until = now() + interval '1 second'`);
    await harness.moveClock(60_000);
    const { started, abandoned, engine } = watchPhones();
    expect(await beginSignature(engine, await attempts.attemptOn(page))).toBe(page.challengeId);
    expect({ started, abandoned }).toEqual({ started: [], abandoned: [] });
    expect(await secondsOf(page, 'held_until')).toBeGreaterThan(SIGNING_HOLD_SECONDS);
    const { lastActivityAt, createdAt } = await attempts.read(page);
    expect(lastActivityAt.getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(60_000);
  });

  it('of the same body starts no challenge when the one to join has failed', async () => {
    const page = await attempts.openSigningPage();
    const attempt = await attempts.attemptOn(page);
    await attempts.write(page, sql`state = 'open', submission = null, submission_digest = null`);
    const { started, engine } = watchPhones();
    expect(await beginSignature(engine, attempt)).toBeUndefined();
    expect(started).toEqual([]);
  });

  it.each([
    ['the time of the session is over', TOTAL_MS, sql`held_until = now() + interval '1 minute'`],
    ['the session was idle for too long and no request is held', IDLE_MS, NOBODY_WAITS],
  ])('of the same body does not extend the session when %s', async (_why, passedMs, change) => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, change);
    const attempt = await attempts.attemptOn(page);
    const { lastActivityAt } = attempt.session;
    await harness.moveClock(passedMs + 1000);
    expect(await beginSignature(attempts.engine, attempt)).toBeUndefined();
    expect((await attempts.read(page)).lastActivityAt).toEqual(lastActivityAt);
  });

  it('of the same body takes over an expired claim of the previous version', async () => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, LAPSED);
    const { started, abandoned, engine } = watchPhones();
    const challengeId = await beginSignature(engine, await attempts.attemptOn(page));
    expect(challengeId).not.toBe(page.challengeId);
    expect((await attempts.read(page)).challengeId).toBe(challengeId);
    expect(started).toHaveLength(1);
    expect(abandoned).toEqual([]);
  });

  it('of the same body gets 503 with Retry-After while a server of the previous version starts the challenge', async () => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, CLAIMED);
    const { started, engine } = watchPhones();
    const refused = beginSignature(engine, await attempts.attemptOn(page));
    await expect(refused).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE', options: { headers: { 'retry-after': '1' } } });
    expect(started).toEqual([]);
  });

  it('of another body replaces a signature that no request holds, and abandons its challenge', async () => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, NOBODY_WAITS);
    const { abandoned, engine } = watchPhones();
    const attempt = await attempts.attemptOn(page, OTHER_SUBMISSION);
    const challengeId = await beginSignature(engine, attempt);
    expect(abandoned).toEqual([page.challengeId]);
    expect((await engine.sca.read(page.challengeId))?.state).toBe('timedOut');
    expect(await attempts.read(page)).toMatchObject({ challengeId, submissionDigest: attempt.submissionDigest });
  });

  it.each<[string, RawBuilder<unknown>]>([
    ['is held', sql`claimed_until = null`],
    ['is starting', sql`held_until = now() - interval '1 second', claimed_until = now() + interval '15 seconds'`],
  ])('of another body does not replace a signature that %s', async (_how, change) => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, change);
    const { started, engine } = watchPhones();
    expect(await beginSignature(engine, await attempts.attemptOn(page, OTHER_SUBMISSION))).toBeUndefined();
    expect(started).toEqual([]);
    expect((await attempts.read(page)).submissionDigest).toBe(page.attempt.submissionDigest);
  });
});
