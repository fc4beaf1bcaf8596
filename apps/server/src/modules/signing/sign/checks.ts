/**
 * What is looked at before a phone is asked. RTS (EU) 2018/389 Art. 5(1)(a): the payer signs what they were made aware of, so what changed since it was
 * shown is shown again first.
 */
import { Refusal } from '#platform/http/refusal.ts';
import { isAsShown } from '../page/show-signing.ts';
import { contentChanged, otherSignatureRunning, terminated } from '../session/refusals.ts';
import { findSession } from '../session/session-store.ts';
import { AGAIN, GO_ON, type SubmitCheck } from './attempt.ts';

/** A session that was refused or expired signs nothing any more. */
export const refuseEnded: SubmitCheck = async (_deps, { session }) => {
  if (session.state === 'refused' || session.state === 'expired') throw terminated(session);
  return GO_ON;
};

/** While a signature runs, only its own body may join it: the customer’s phone shows one content, not two. */
export const refuseOtherBody: SubmitCheck = async (deps, { session, submissionDigest }) => {
  if (session.state !== 'signing' || session.submissionDigest === submissionDigest) return GO_ON;
  if (session.isHeld || session.isClaimed) throw otherSignatureRunning();
  // No request waits for the answer any more, but the phone may still show the question.
  const challenge = session.challengeId === undefined ? undefined : await deps.sca.read(session.challengeId);
  if (challenge?.state === 'started') throw otherSignatureRunning();
  return GO_ON;
};

export const refuseChangedContent: SubmitCheck = async (deps, { session, kind, examine }) => {
  // A running signature is bound to its content by the challenge's own hash.
  if (session.state !== 'open' || isAsShown(kind, session, await examine())) return GO_ON;
  // Ended meanwhile: then it is over, and nothing is to be looked at again.
  const fresh = await findSession(deps.platform.db, session);
  if (fresh?.state !== session.state) return AGAIN;
  throw contentChanged(kind);
};

/** What the customer can correct is refused before their phone is asked. */
export const checkSubmission: SubmitCheck = async (deps, { session, submissionDigest, examine }) => {
  if (session.state === 'signing' && session.submissionDigest === submissionDigest) return GO_ON;
  try {
    const thing = await examine();
    if (thing === undefined) return AGAIN;
    await thing.check(deps.platform.db);
    return GO_ON;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A twin of this PUT may have signed meanwhile; then the money is gone because it was paid, and this is no shortfall.
    const fresh = await findSession(deps.platform.db, session);
    if (fresh?.state !== session.state) return AGAIN;
    throw error;
  }
};
