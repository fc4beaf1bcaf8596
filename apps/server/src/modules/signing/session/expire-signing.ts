/** Expires an overdue session and rejects its resource in the same transaction, so that the provider reads one consistent state. */

import { isTenantOf } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { EngineDeps } from '../deps.ts';
import { endSessions, lockSession, lockUnfinished, updateSession } from './session-store.ts';
import { auditChain, auditIds, type SessionKey, type SigningSession } from './signing-session.ts';
import { nextState } from './signing-state.ts';
import { isOverdue, lapsedActivity } from './signing-time.ts';

/** True when the session has expired, by this call or a concurrent one. Can be repeated. */
export async function expireIfOverdue(deps: EngineDeps, key: SessionKey): Promise<boolean> {
  const expired = await deps.platform.write(async (context) => {
    const session = await lockSession(context.tx, key);
    if (session === undefined) return undefined;
    return session.state === 'expired' || (await expireLockedIfOverdue(deps, context, session)) ? session : undefined;
  });
  if (expired?.challengeId !== undefined) await deps.sca.abandon(expired.challengeId);
  return expired !== undefined;
}

/** The bank reports the end of the session during a signature: the session expires like one without activity. */
export async function expireAtOnce(deps: EngineDeps, key: SessionKey): Promise<void> {
  const challengeId = await deps.platform.write(async (context) => {
    const session = await lockSession(context.tx, key);
    if (session?.state !== 'signing') return undefined;
    const lastActivityAt = lapsedActivity(session.now);
    await updateSession(context.tx, session, { lastActivityAt });
    await expireLockedIfOverdue(deps, context, { ...session, lastActivityAt, isHeld: false });
    return session.challengeId;
  });
  if (challengeId !== undefined) await deps.sca.abandon(challengeId);
}

/** Expires the overdue sessions of a sandbox whose clock was moved ahead, because the jobs run in real time. */
export async function endOverdueSignings(deps: EngineDeps, sandboxId: string): Promise<void> {
  if (!isTenantOf(deps.bank.kind, sandboxId)) return;
  await deps.platform.write(async (context) => {
    const unfinished = await lockUnfinished(context.tx, { sandboxId });
    const overdue = unfinished.filter((session) => isOverdue(session, session.now));
    await expireLocked(deps, context, overdue, { keepsResources: false });
  });
}

/**
 * Expires locked, unfinished sessions of one sandbox with a constant number of statements, because an application can request any number of
 * signatures. A waiting PUT then finds its session expired and returns the way back; the running challenges are abandoned after the commit.
 */
export async function expireLocked(
  deps: EngineDeps,
  context: WriteContext,
  sessions: readonly SigningSession[],
  { keepsResources }: { readonly keepsResources: boolean },
): Promise<void> {
  const { tx } = context;
  const [first] = sessions;
  if (first === undefined) return;
  const { sandboxId } = first;
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
  }
  const challengeIds = sessions.flatMap(({ challengeId }) => challengeId ?? []);
  if (challengeIds.length > 0) context.afterCommit(() => deps.sca.abandonAll(challengeIds));
}

/** As {@link expireIfOverdue}, inside a transaction that has locked the session's row. */
export async function expireLockedIfOverdue(deps: EngineDeps, context: WriteContext, session: SigningSession): Promise<boolean> {
  // A session of another kind of bank stays unchanged, because this server must not reject its payment.
  if (!isOverdue(session, session.now) || !isTenantOf(deps.bank.kind, session.sandboxId)) return false;
  const state = nextState(session.state, 'expire');
  if (state === undefined) return false;
  await deps.kindOf(session.kind).refuse(context, session, 'expired');
  await updateSession(context.tx, session, { state, endedAt: session.now });
  await context.audit({ chain: auditChain(session), sandboxId: session.sandboxId, event: 'signing.expired', ids: auditIds(session) });
  return true;
}
