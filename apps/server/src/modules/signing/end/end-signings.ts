/** Ends signing sessions for external reasons: a reset of the customer, a suspension of the application, a withdrawal by the provider. */
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { EngineDeps } from '../deps.ts';
import { deleteSessions, endSessions, lockUnfinished } from '../session/session-store.ts';
import { auditChain, auditIds } from '../session/signing-session.ts';
import type { WhoseSignings } from '../signing.ts';

/** Rejects the unsigned resources, too. */
export async function endSignings(deps: EngineDeps, context: WriteContext, whose: WhoseSignings): Promise<void> {
  await expireUnfinished(deps, context, whose, { keepsResources: false });
}

/** Leaves the unsigned resources to the caller. */
export async function withdrawSignings(deps: EngineDeps, context: WriteContext, whose: WhoseSignings): Promise<void> {
  await expireUnfinished(deps, context, whose, { keepsResources: true });
}

/**
 * Sends a constant number of statements, because an application can request any number of signatures. A waiting PUT then finds its session expired
 * and returns the way back; the started challenges are abandoned after the commit.
 */
async function expireUnfinished(
  deps: EngineDeps,
  context: WriteContext,
  whose: WhoseSignings,
  { keepsResources }: { readonly keepsResources: boolean },
): Promise<void> {
  const { tx } = context;
  const { sandboxId } = whose;
  const sessions = await lockUnfinished(tx, whose);
  if (sessions.length === 0) return;
  // All sessions are locked before the first resource, in the same order as in a signature, to prevent deadlocks.
  if (!keepsResources) {
    for (const [kind, alike] of Map.groupBy(sessions, (session) => session.kind)) {
      const resourceIds = [...new Set(alike.map(({ resourceId }) => resourceId))];
      await deps.kindOf(kind).expireAll(context, sandboxId, resourceIds);
    }
  }
  const endedAt = await deps.platform.clock.now(tx, sandboxId);
  const authorisationIds = sessions.map(({ authorisationId }) => authorisationId);
  await endSessions(tx, sandboxId, authorisationIds, { state: 'expired', endedAt });
  for (const session of sessions) {
    await context.audit({ chain: auditChain(session), sandboxId, event: 'signing.expired', ids: auditIds(session) });
    const { challengeId } = session;
    if (challengeId !== undefined) context.afterCommit(() => deps.sca.abandon(challengeId));
  }
}

export function forgetSignings(tx: Tx, sandboxId: string): Promise<void> {
  return deleteSessions(tx, sandboxId);
}
