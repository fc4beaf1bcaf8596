import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Challenge } from '#modules/sca/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { createAttempts, OTHER_SUBMISSION, ofNoSession } from '../testing/signing-attempts.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import { answerRepeat, digestOfSubmission } from './answer-repeat.ts';
import type { Attempt } from './attempt.ts';
import { checkSubmission, refuseChangedContent, refuseOtherBody } from './checks.ts';

const GO_ON = { next: 'goOn' };
const AGAIN = { next: 'again' };
let harness: SigningHarness;
let attempts: ReturnType<typeof createAttempts>;
let open: Attempt<unknown>;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
  attempts = createAttempts(harness);
  open = await attempts.attemptOn(await harness.openPage());
});
afterAll(() => harness.close());

/** The attempt on a session that is as said. */
const on = (session: Partial<SigningSession>, change: Partial<Attempt<unknown>> = {}): Attempt<unknown> => ({
  ...open,
  ...change,
  session: { ...open.session, ...change.session, ...session },
});
/** What a round reads of the thing to sign, and how its check ends. */
async function examining(check: () => Promise<void>) {
  const thing = await open.examine();
  let checks = 0;
  const examined = thing && {
    ...thing,
    check: () => {
      checks += 1;
      return check();
    },
  };
  return { examine: async () => examined, checks: () => checks };
}
const neverExamine = () => Promise.reject(new Error('It was looked at.'));
/** A session that was open when the round began, and is refused now. */
async function endedMeanwhile(): Promise<Attempt<unknown>> {
  const page = await harness.openPage();
  const attempt = await attempts.attemptOn(page);
  await harness.refuse(page.id);
  return attempt;
}

describe('a repeated PUT', () => {
  const answer = { transactionStatus: 'ACFC', signedAt: '2026-11-20T12:00:00.000Z' };
  const signed = (submissionDigest: string, stored: unknown = answer) => on({ state: 'signed', submissionDigest, answer: stored });

  it('of the same body after the signature gets the stored response', async () =>
    expect(await answerRepeat(attempts.engine, signed(open.submissionDigest))).toEqual({ next: 'answer', answer }));

  it('of another body after the signature is refused', () =>
    expect(answerRepeat(attempts.engine, signed('other'))).rejects.toMatchObject({ status: 409, code: 'ALREADY_SIGNED' }));

  it('fails when the stored response does not have the form of its kind', () =>
    expect(answerRepeat(attempts.engine, signed(open.submissionDigest, { transactionStatus: 'NONE' }))).rejects.toThrow(
      `The stored answer of signing session ${open.session.authorisationId} does not have the form of its kind.`,
    ));

  it.each(['open', 'signing'] as const)('before the signature continues (%s)', async (state) =>
    expect(await answerRepeat(attempts.engine, on({ state, submissionDigest: open.submissionDigest }))).toEqual(GO_ON),
  );

  it('has a digest that depends on its values, not on the order of its members', () => {
    expect(digestOfSubmission({ a: 1, b: 2 })).toBe(digestOfSubmission({ b: 2, a: 1 }));
    expect(digestOfSubmission({ a: 1, b: 2 })).not.toBe(digestOfSubmission({ a: 2, b: 1 }));
    expect(open.submissionDigest).not.toBe(digestOfSubmission(OTHER_SUBMISSION));
  });
});

describe('a PUT of another body while a signature runs', () => {
  const running = { state: 'signing', submissionDigest: 'other', isHeld: false, isClaimed: false, challengeId: undefined } as const;
  const REFUSED = { status: 409, code: 'SIGNING_STATE_INVALID', message: expect.stringContaining('waiting on your phone') };
  const check = (session: Partial<SigningSession>, challenge?: Challenge['state']) => {
    const asked: string[] = [];
    const read = async (challengeId: string) => {
      asked.push(challengeId);
      return challenge && { ...SHOWN, challengeId, state: challenge };
    };
    const engine = attempts.with({ sca: { ...attempts.engine.sca, read } });
    return { verdict: refuseOtherBody(engine, on({ ...running, ...session })), asked };
  };
  const SHOWN: Omit<Challenge, 'challengeId' | 'state'> = {
    sandboxId: 'sbx_signing',
    customerId: 'cus_mari',
    customerName: 'Mari Maasikas',
    signatoryName: 'Mari Maasikas',
    method: 'SMART_ID',
    controlCode: '1234',
    calculatorNumber: undefined,
    contentHash: 'hash',
    secondsLeft: 60,
  };

  it.each<[string, Partial<SigningSession>]>([
    ['somebody waits for', { isHeld: true }],
    ['that is starting', { isClaimed: true }],
  ])('%s is refused', (_which, session) => expect(check(session).verdict).rejects.toMatchObject(REFUSED));

  it('is refused without a held request while the challenge runs', () =>
    expect(check({ challengeId: 'sca_1' }, 'started').verdict).rejects.toMatchObject(REFUSED));

  it.each(['approved', 'refused', 'timedOut'] as const)('continues without a held request when the challenge is %s', async (state) => {
    const { verdict, asked } = check({ challengeId: 'sca_1' }, state);
    expect(await verdict).toEqual(GO_ON);
    expect(asked).toEqual(['sca_1']);
  });

  it.each<[string, Partial<SigningSession>]>([
    ['no phone was asked', {}],
    ['it is the same body', { submissionDigest: 'same', isHeld: true, isClaimed: true, challengeId: 'sca_1' }],
    ['none runs', { state: 'open', isHeld: true, isClaimed: true, challengeId: 'sca_1' }],
  ])('continues when %s', async (_why, session) => {
    const digest = session.submissionDigest === 'same' ? { submissionDigest: open.submissionDigest } : {};
    const { verdict, asked } = check({ ...session, ...digest }, 'started');
    expect(await verdict).toEqual(GO_ON);
    expect(asked).toEqual([]);
  });
});

describe('the content that the page showed', () => {
  it('is accepted when it is the content to sign', async () => expect(await refuseChangedContent(attempts.engine, open)).toEqual(GO_ON));

  it('is refused when the content has changed', () =>
    expect(refuseChangedContent(attempts.engine, on({ shownDigest: 'other' }))).rejects.toMatchObject({
      status: 409,
      code: 'SCA_CONTENT_CHANGED',
      message: expect.stringContaining('No money was moved.'),
    }));

  it('is refused when the resource is gone', () =>
    expect(refuseChangedContent(attempts.engine, on({}, { examine: async () => undefined }))).rejects.toMatchObject({ code: 'SCA_CONTENT_CHANGED' }));

  it('is checked again when the session has ended since', async () => {
    const { session } = await endedMeanwhile();
    expect(await refuseChangedContent(attempts.engine, on({ shownDigest: 'other' }, { session }))).toEqual(AGAIN);
    expect(await refuseChangedContent(attempts.engine, on({ shownDigest: 'other' }, ofNoSession(open)))).toEqual(AGAIN);
  });

  it('is not checked during a challenge, which is bound to its content', async () =>
    expect(await refuseChangedContent(attempts.engine, on({ state: 'signing', shownDigest: 'other' }, { examine: neverExamine }))).toEqual(GO_ON));
});

describe('the check of the submission', () => {
  const noFunds = new UiRefusal(400, 'FUNDS_NOT_AVAILABLE', 'Not enough money.');

  it('succeeds when the resource reports no error', async () => {
    const { examine, checks } = await examining(async () => undefined);
    expect(await checkSubmission(attempts.engine, on({}, { examine }))).toEqual(GO_ON);
    expect(checks()).toBe(1);
  });

  it('fails with the refusal of the resource', async () => {
    const { examine } = await examining(() => Promise.reject(noFunds));
    await expect(checkSubmission(attempts.engine, on({}, { examine }))).rejects.toBe(noFunds);
  });

  it('is made for another body during a challenge, but not again for the same body', async () => {
    const page = await attempts.openSigningPage();
    const running = await attempts.attemptOn(page);
    const other = await attempts.attemptOn(page, OTHER_SUBMISSION);
    const { examine } = await examining(() => Promise.reject(noFunds));
    await expect(checkSubmission(attempts.engine, { ...other, examine })).rejects.toBe(noFunds);
    expect(await checkSubmission(attempts.engine, { ...running, examine: neverExamine })).toEqual(GO_ON);
  });

  it('is made again for the same body in an open session', async () => {
    const { examine } = await examining(() => Promise.reject(noFunds));
    await expect(checkSubmission(attempts.engine, on({ submissionDigest: open.submissionDigest }, { examine }))).rejects.toBe(noFunds);
  });

  it('is repeated when the resource is gone or the session has changed', async () => {
    expect(await checkSubmission(attempts.engine, on({}, { examine: async () => undefined }))).toEqual(AGAIN);
    const { examine } = await examining(() => Promise.reject(noFunds));
    expect(await checkSubmission(attempts.engine, { ...(await endedMeanwhile()), examine })).toEqual(AGAIN);
    expect(await checkSubmission(attempts.engine, { ...ofNoSession(open), examine })).toEqual(AGAIN);
  });

  it('fails with an unexpected error, also when the session has ended', async () => {
    const broken = new Error('The power went out.');
    const { examine } = await examining(() => Promise.reject(broken));
    await expect(checkSubmission(attempts.engine, { ...(await endedMeanwhile()), examine })).rejects.toBe(broken);
  });
});
