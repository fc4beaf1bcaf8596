/** The steps of a signature as separate functions, so that tests can run them in orders that browsers reach rarely. */
import { type RawBuilder, sql } from 'kysely';
import type { EngineDeps } from '../deps.ts';
import { findSession } from '../session/session-store.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { digestOfSubmission } from '../sign/answer-repeat.ts';
import type { Attempt } from '../sign/attempt.ts';
import type { EndedChallenge } from '../sign/await-answer.ts';
import { beginSignature } from '../sign/begin-signature.ts';
import type { SigningHarness } from './signing-harness.ts';
import { CUSTOMERS, IBANS, SANDBOX } from './test-bank.ts';

interface Page {
  readonly paymentId: string;
}

const SUBMISSION = { debtorAccountIban: IBANS.main };
/** Another valid body. */
export const OTHER_SUBMISSION = { debtorAccountIban: IBANS.main, debtorDetails: { debtorId: '1' } };

export function createAttempts(harness: SigningHarness) {
  const { engine } = harness.signing;

  async function read({ paymentId }: Page): Promise<SigningSession> {
    const { session_id: authorisationId } = await harness.sessionOf(paymentId);
    const session = await findSession(harness.db, { authorisationId, sandboxId: SANDBOX });
    if (session === undefined) throw new Error(`There is no session of ${paymentId}.`);
    return session;
  }

  /** Mari's PUT, as the engine receives it at the start of a round. */
  async function attemptOn(page: Page, submission: Attempt<unknown>['submission'] = SUBMISSION): Promise<Attempt<unknown>> {
    const [session, kind] = [await read(page), engine.kindOf('payment')];
    return {
      kind,
      session,
      bankSession: harness.signIn.sessionOf('mari'),
      customer: CUSTOMERS.mari,
      method: 'SMART_ID',
      submission,
      submissionDigest: digestOfSubmission(submission),
      examine: () => kind.examine(harness.db, session, submission),
    };
  }

  return {
    engine,
    read,
    attemptOn,

    /** Opens a page with an open challenge. */
    async openSigningPage(submission?: Attempt<unknown>['submission']) {
      const page = await harness.openPage();
      const attempt = await attemptOn(page, submission);
      const challengeId = await beginSignature(engine, attempt);
      if (challengeId === undefined) throw new Error('No challenge was started.');
      return { ...page, attempt, challengeId };
    },

    /** @throws when no challenge was sent, or the challenge no longer accepts this answer. */
    async answer(challengeId: string, answer: 'approve' | 'refuse'): Promise<EndedChallenge> {
      await harness.call('POST', `/bank/device/challenges/${challengeId}/answer`, { as: 'mari', body: { answer } });
      const challenge = await engine.sca.read(challengeId);
      const expected = answer === 'approve' ? 'approved' : 'refused';
      if (challenge?.state !== expected) throw new Error(`The challenge is ${challenge?.state}, not ${expected}.`);
      return { ...challenge, state: expected };
    },

    /** Lets the device approve automatically; the approval is not yet recorded. */
    async hear(challengeId: string): Promise<EndedChallenge> {
      await sql`update challenge set scenario = 'approves', answers_at = now() where challenge_id = ${challengeId}`.execute(harness.db);
      const signal = new AbortController().signal;
      const challenge = await engine.sca.waitForApproval(challengeId, { holdMs: 5_000, signal });
      if (challenge?.state !== 'approved' || challenge.isHeard !== true) throw new Error(`The challenge is ${challenge?.state}, and recorded.`);
      return { ...challenge, state: 'approved' };
    },

    /** Writes to the database directly, for example a change by another server. */
    write: async ({ paymentId }: Page, change: RawBuilder<unknown>) =>
      void (await sql`update signing_session set ${change} where resource_id = ${paymentId}`.execute(harness.db)),

    /** An engine with replaced parts. */
    with: (parts: Partial<EngineDeps>): EngineDeps => ({ ...engine, ...parts }),
  };
}

/** The same attempt for a session that does not exist. */
export const ofNoSession = (attempt: Attempt<unknown>): Attempt<unknown> => ({
  ...attempt,
  session: { ...attempt.session, authorisationId: 'sgn_none' },
});
