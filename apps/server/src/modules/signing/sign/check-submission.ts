/** What the customer can mend is refused before his phone is asked. */
import { Refusal } from '#platform/http/refusal.ts';
import { findSession } from '../session/session-store.ts';
import { AGAIN, GO_ON, type SubmitCheck } from './attempt.ts';

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
