import { setTimeout as delay } from 'node:timers/promises';
import { SIGNING_HOLD_SECONDS } from '@portico/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSca, type StartChallenge } from '#modules/sca/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createAttempts, OTHER_SUBMISSION, ofNoSession } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import { CUSTOMERS } from '../testing/test-bank.ts';
import { beginSignature } from './begin-signature.ts';

const TOTAL_MS = 15 * 60_000;
/** As a server that died right after its claim leaves it. */
const LAPSED = sql`challenge_id = null, challenge_content_hash = null, claimed_until = now() - interval '1 second'`;
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
      start: async (input) => {
        const challenge = await sca.start(input);
        started.push(input);
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

describe('the first PUT', () => {
  it('starts the challenge of its customer, content and browser, and is held longer than it waits', async () => {
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
      },
    ]);
    expect(abandoned).toEqual([]);
    const session = await attempts.read(page);
    expect(session).toMatchObject({ state: 'signing', challengeId, isHeld: true, isClaimed: false });
    expect(session).toMatchObject({ submission: attempt.submission, submissionDigest: attempt.submissionDigest });
    expect(session.challengeContentHash).toBe(content && engine.sca.contentHash(content));
    expect(await secondsOf(page, 'held_until')).toBeGreaterThan(SIGNING_HOLD_SECONDS);
  });

  it('has a claim of its own while the challenge starts', async () => {
    const page = await harness.openPage();
    const { sca } = attempts.engine;
    const seen: unknown[] = [];
    const start: typeof sca.start = async (input) => {
      seen.push(await attempts.read(page));
      return sca.start(input);
    };
    await beginSignature(attempts.with({ sca: { ...sca, start } }), await attempts.attemptOn(page));
    expect(seen).toMatchObject([{ state: 'signing', isClaimed: true, challengeId: undefined, claimId: expect.stringMatching(/^clm/) }]);
  });

  it('after a failed challenge starts another one, and stops nothing', async () => {
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
    ['is over', async () => harness.moveClock(TOTAL_MS + 1000), undefined],
  ])('starts nothing when the session %s', async (_how, meanwhile, change) => {
    const page = await harness.openPage();
    const attempt = await attempts.attemptOn(page);
    await meanwhile(page);
    const { started, engine } = watchPhones();
    expect(await beginSignature(engine, change?.(attempt) ?? attempt)).toBeUndefined();
    expect(started).toEqual([]);
  });

  it('ends an overdue session on the way', async () => {
    const page = await harness.openPage();
    const attempt = await attempts.attemptOn(page);
    await harness.moveClock(TOTAL_MS + 1000);
    await beginSignature(attempts.engine, attempt);
    expect((await attempts.read(page)).state).toBe('expired');
  });
});

describe('a challenge that cannot start', () => {
  const OPEN = { state: 'open', submission: undefined, isClaimed: false };

  it.each([
    ['the bank does not know the customer any more', async () => undefined, 410],
    ['the bank is away', async () => ({ ...CUSTOMERS.mari, scenario: 'bankDown' as const }), 503],
  ])('because %s leaves the session open', async (_why, findCustomer, status) => {
    const page = await harness.openPage();
    const { started, engine } = watchPhones();
    await expect(beginSignature({ ...engine, bank: { ...engine.bank, findCustomer } }, await attempts.attemptOn(page))).rejects.toMatchObject({
      status,
    });
    expect(await attempts.read(page)).toMatchObject(OPEN);
    expect(started).toEqual([]);
  });

  it('because somebody else signed in than who authenticates for the customer now leaves the session open', async () => {
    const page = await harness.openPage();
    const { started, engine } = watchPhones();
    const signIn = { ...engine.signIn, isByPerson: () => false };
    const begun = beginSignature({ ...engine, signIn }, await attempts.attemptOn(page));
    await expect(begun).rejects.toMatchObject({ status: 410, unfinished: 'signedOut' });
    expect(await attempts.read(page)).toMatchObject(OPEN);
    expect(started).toEqual([]);
  });

  it('because its row cannot be written leaves the session open, and can be asked for again', async () => {
    const page = await harness.openPage();
    const taken = (await attempts.openSigningPage()).challengeId;
    const { platform } = attempts.engine;
    const sca = createSca({ platform: { ...platform, random: { ...platform.random, id: () => taken } }, authenticator: { offers: () => true } });
    await expect(beginSignature(attempts.with({ sca }), await attempts.attemptOn(page))).rejects.toMatchObject({ code: '23505' });
    expect(await attempts.read(page)).toMatchObject({ ...OPEN, challengeId: undefined });
    expect(await beginSignature(attempts.engine, await attempts.attemptOn(page))).toBeDefined();
  });

  it('because its claim cannot be written asks no phone, and leaves the session as it was', async () => {
    const page = await harness.openPage();
    const { started, engine } = watchPhones();
    const { platform } = engine;
    // No text of the database.
    const random = { ...platform.random, id: () => 'clm_\0' };
    await expect(beginSignature({ ...engine, platform: { ...platform, random } }, await attempts.attemptOn(page))).rejects.toBeInstanceOf(Error);
    expect(started).toEqual([]);
    expect(await attempts.read(page)).toMatchObject({ ...OPEN, claimId: undefined });
  });

  it('because what was to be signed is gone leaves the session open, with the way back', async () => {
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

  /** The start of a challenge fails after something else has happened to the session. */
  async function failAfter(meanwhile: (page: { paymentId: string; id: string }) => Promise<unknown>) {
    const page = await harness.openPage();
    const start = async () => {
      await meanwhile(page);
      throw new Error('No phone is to be had.');
    };
    const attempt = beginSignature(attempts.with({ sca: { ...attempts.engine.sca, start } }), await attempts.attemptOn(page));
    await expect(attempt).rejects.toThrow('No phone is to be had.');
    return attempts.read(page);
  }

  it('for any other reason leaves the session open', async () => {
    expect(await failAfter(async () => undefined)).toMatchObject(OPEN);
  });

  it('because the database is busy is said at once; the session is open as soon as the database is free', async () => {
    const page = await harness.openPage();
    const { sca, platform } = attempts.engine;
    const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const lock = Promise.withResolvers<void>();
    let isBusy = false;
    const start = async () => {
      isBusy = true;
      throw busy;
    };
    const write: typeof platform.write = async (work) => {
      if (!isBusy) return platform.write(work);
      await lock.promise;
      isBusy = false;
      throw busy;
    };
    const engine = attempts.with({ sca: { ...sca, start }, platform: { ...platform, write } });
    await expect(beginSignature(engine, await attempts.attemptOn(page))).rejects.toBe(busy);
    expect(await attempts.read(page)).toMatchObject({ state: 'signing', isClaimed: true });
    lock.resolve();
    await expect.poll(() => attempts.read(page), { timeout: 120_000 }).toMatchObject(OPEN);
  });

  it.each([
    ['with another claim', sql`claim_id = 'clm_other'`],
    ['with its challenge', sql`challenge_id = 'sca_other'`],
  ])('leaves a signature running that goes on %s', async (_how, change) => {
    expect(await failAfter((page) => attempts.write(page, change))).toMatchObject({ state: 'signing' });
  });

  it('leaves a refused session refused', async () => {
    expect(await failAfter((page) => harness.refuse(page.id))).toMatchObject({ state: 'refused' });
  });

  it('of a session that is gone says why it could not start', async () => {
    const page = await harness.openPage();
    const { sca, platform } = attempts.engine;
    const attempt = await attempts.attemptOn(page);
    let isGone = false;
    const start = async () => {
      isGone = true;
      throw new Error('No phone is to be had.');
    };
    const write: typeof platform.write = async (work) => {
      if (isGone) await sql`delete from signing_entry where session_id = ${attempt.session.authorisationId}`.execute(harness.db);
      if (isGone) await sql`delete from signing_session where session_id = ${attempt.session.authorisationId}`.execute(harness.db);
      return platform.write(work);
    };
    const engine = attempts.with({ sca: { ...sca, start }, platform: { ...platform, write } });
    await expect(beginSignature(engine, attempt)).rejects.toThrow('No phone is to be had.');
  });

  it('in time for its session is stopped again, and the session looked at afresh', async () => {
    const page = await harness.openPage();
    const { abandoned, engine } = watchPhones();
    const ids: string[] = [];
    const start: typeof engine.sca.start = async (input) => {
      const challenge = await engine.sca.start(input);
      ids.push(challenge.challengeId);
      await harness.refuse(page.id);
      return challenge;
    };
    const attempt = await attempts.attemptOn(page);
    expect(await beginSignature({ ...engine, sca: { ...engine.sca, start } }, attempt)).toBeUndefined();
    expect(abandoned).toEqual(ids);
    expect(ids).toHaveLength(1);
  });
});

describe('a second PUT', () => {
  it('of the same body joins the challenge, and is held from then on', async () => {
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

  it('of the same body takes over a claim that has lapsed', async () => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, LAPSED);
    const { started, abandoned, engine } = watchPhones();
    const challengeId = await beginSignature(engine, await attempts.attemptOn(page));
    expect(challengeId).not.toBe(page.challengeId);
    expect((await attempts.read(page)).challengeId).toBe(challengeId);
    expect(started).toHaveLength(1);
    expect(abandoned).toEqual([]);
  });

  it('of another body takes over what nobody waits for, and its phone stops asking', async () => {
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
  ])('of another body leaves alone what %s', async (_how, change) => {
    const page = await attempts.openSigningPage();
    await attempts.write(page, change);
    const { started, engine } = watchPhones();
    expect(await beginSignature(engine, await attempts.attemptOn(page, OTHER_SUBMISSION))).toBeUndefined();
    expect(started).toEqual([]);
    expect((await attempts.read(page)).submissionDigest).toBe(page.attempt.submissionDigest);
  });
});

describe('a PUT that waits for the challenge of its twin', () => {
  async function joinAndThen(meanwhile: (page: { paymentId: string; challengeId: string; id: string }) => Promise<unknown>, parts = {}) {
    const page = await attempts.openSigningPage();
    await attempts.write(page, CLAIMED);
    const { started, engine } = watchPhones();
    const joined = beginSignature({ ...engine, ...parts }, await attempts.attemptOn(page)).catch((refusal: unknown) => refusal);
    await delay(50);
    await meanwhile(page);
    const answer = await joined;
    expect(started).toEqual([]);
    return { page, answer };
  }

  it('gets it as soon as it is there', async () => {
    const { page, answer } = await joinAndThen((at) => attempts.write(at, sql`challenge_id = ${at.challengeId}, claimed_until = null`));
    expect(answer).toBe(page.challengeId);
  });

  it('gets it even when it has come to nothing already', async () => {
    const { page, answer } = await joinAndThen((at) =>
      attempts.write(at, sql`challenge_id = ${at.challengeId}, state = 'open', submission = null, submission_digest = null`),
    );
    expect(answer).toBe(page.challengeId);
  });

  it.each<[string, RawBuilder<unknown>]>([
    ['the claim lapses', LAPSED],
    ['another PUT has the claim', sql`claim_id = 'clm_other', challenge_id = 'sca_other'`],
    ['no challenge could start', sql`state = 'open', submission = null, submission_digest = null`],
  ])('looks afresh when %s', async (_when, change) => {
    expect((await joinAndThen((page) => attempts.write(page, change))).answer).toBeUndefined();
  });

  it('looks afresh when the session is refused', async () => {
    expect((await joinAndThen((page) => harness.refuse(page.id))).answer).toBeUndefined();
  });

  it('is asked to come again when its server stops', async () => {
    const { answer } = await joinAndThen(async () => undefined, { shutdown: { signal: AbortSignal.abort() } });
    expect(answer).toMatchObject({ status: 503, code: 'UNAVAILABLE', options: { headers: { 'retry-after': '1' } } });
  });
});
