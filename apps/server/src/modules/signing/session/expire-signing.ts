/** Expires an overdue session and rejects its resource in the same transaction, so that the provider reads one consistent state. */

import { isTenantOf } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { EngineDeps } from '../deps.ts';
import { listUnfinished, lockSession, updateSession } from './session-store.ts';
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
  const unfinished = await listUnfinished(deps.platform.db, sandboxId);
  for (const session of unfinished) if (isOverdue(session, session.now)) await expireIfOverdue(deps, session);
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
