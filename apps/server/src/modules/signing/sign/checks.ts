/** RTS (EU) 2018/389 Art. 5(1)(a): the payer signs what he was made aware of. What changed since it was shown is shown again first. */
import { isAsShown } from '../page/show-signing.ts';
import { contentChanged } from '../session/refusals.ts';
import { findSession } from '../session/session-store.ts';
import { AGAIN, GO_ON, type SubmitCheck } from './attempt.ts';

export const refuseChangedContent: SubmitCheck = async (deps, { session, kind, examine }) => {
  // A running signature is bound to its content by the challenge's own hash.
  if (session.state !== 'open' || isAsShown(kind, session, await examine())) return GO_ON;
  // Ended meanwhile: then it is over, and nothing is to be looked at again.
  const fresh = await findSession(deps.platform.db, session);
  if (fresh?.state !== session.state) return AGAIN;
  throw contentChanged(kind);
};
