/** `DELETE ui/{kind}`: the customer refuses. Repeating it is harmless; after a signature it is too late. */
import { crashPoint } from '#platform/crash-points.ts';
import type { EngineDeps } from '../deps.ts';
import type { Authority } from '../entry/authority.ts';
import { expireLockedIfOverdue } from '../session/expire-signing.ts';
import { alreadySigned, terminated } from '../session/refusals.ts';
import { lockSession, updateSession } from '../session/session-store.ts';
import { auditChain, auditIds } from '../session/signing-session.ts';
import { nextState } from '../session/signing-state.ts';
import { storedAnswer } from '../session/stored-answer.ts';
import type { Signable } from '../signing.ts';

type Refused<Result> =
  | { readonly end: 'refused'; readonly answer: Result; readonly challengeId: string | undefined }
  | { readonly end: 'signed' | 'over' };

/** @throws UiRefusal 409 ALREADY_SIGNED, 410. */
export async function refuseSigning<Result>(deps: EngineDeps, kind: Signable<unknown, Result>, authority: Authority): Promise<Result> {
  const { write, clock } = deps.platform;
  const refused = await write<Refused<Result>>(async (context) => {
    const { tx } = context;
    const session = await lockSession(tx, authority.session);
    if (session === undefined || (await expireLockedIfOverdue(deps, context, session))) return { end: 'over' };
    if (session.state === 'refused') return { end: 'refused', answer: storedAnswer(kind, session), challengeId: undefined };
    if (session.state === 'signed') return { end: 'signed' };
    const state = nextState(session.state, 'refuse');
    if (state === undefined) return { end: 'over' };
    const answer = await kind.refuse(context, session, 'refused');
    await updateSession(tx, session, { state, answer, endedAt: await clock.now(tx, session.sandboxId) });
    await context.audit({ chain: auditChain(session), sandboxId: session.sandboxId, event: 'signing.refused', ids: auditIds(session) });
    return { end: 'refused', answer, challengeId: session.challengeId };
  });
  if (refused.end !== 'refused') throw refused.end === 'signed' ? alreadySigned() : terminated(authority.session);
  crashPoint('signing.refused');
  // Wakes a held PUT, and the phone stops asking.
  if (refused.challengeId !== undefined) await deps.sca.abandon(refused.challengeId);
  return refused.answer;
}
