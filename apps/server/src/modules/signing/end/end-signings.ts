/** Ends signing sessions for external reasons: a reset of the customer, a suspension of the application, a withdrawal by the provider. */
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { EngineDeps } from '../deps.ts';
import { deleteSessions, listUnfinished, lockSession, updateSession } from '../session/session-store.ts';
import { auditChain, auditIds, type SigningSession } from '../session/signing-session.ts';
import { nextState } from '../session/signing-state.ts';
import type { WhoseSignings } from '../signing.ts';

/** Rejects the unsigned resources, too. */
export function endSignings(deps: EngineDeps, context: WriteContext, whose: WhoseSignings): Promise<void> {
  return endEach(deps, context, whose, async (session) => void (await deps.kindOf(session.kind).refuse(context, session, 'expired')));
}

/** Leaves the unsigned resources to the caller. */
export function withdrawSignings(deps: EngineDeps, context: WriteContext, whose: WhoseSignings): Promise<void> {
  return endEach(deps, context, whose, async () => {});
}

/** A waiting PUT then finds the session expired and returns the way back; the challenge is abandoned after the commit. */
async function endEach(
  deps: EngineDeps,
  context: WriteContext,
  whose: WhoseSignings,
  endThing: (session: SigningSession) => Promise<void>,
): Promise<void> {
  for (const authorisationId of await listUnfinished(context.tx, whose)) {
    const session = await lockSession(context.tx, { authorisationId, sandboxId: whose.sandboxId });
    const state = session && nextState(session.state, 'expire');
    if (session === undefined || state === undefined) continue;
    await endThing(session);
    await updateSession(context.tx, session, { state, endedAt: await deps.platform.clock.now(context.tx, session.sandboxId) });
    await context.audit({ chain: auditChain(session), sandboxId: session.sandboxId, event: 'signing.expired', ids: auditIds(session) });
    const { challengeId } = session;
    if (challengeId !== undefined) context.afterCommit(() => deps.sca.abandon(challengeId));
  }
}

export function forgetSignings(tx: Tx, sandboxId: string): Promise<void> {
  return deleteSessions(tx, sandboxId);
}
