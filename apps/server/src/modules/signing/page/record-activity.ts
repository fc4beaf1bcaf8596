/** `POST ui/activity`: the customer is still there. Counted at most once in 30 s, harmless when repeated. */
import type { ActivityResult } from '@portico/contract';
import { ACTIVITY_INTERVAL_SECONDS_MIN } from '@portico/contract/values';
import type { EngineDeps } from '../deps.ts';
import type { Authority } from '../entry/authority.ts';
import { expireLockedIfOverdue } from '../session/expire-signing.ts';
import { terminated } from '../session/refusals.ts';
import { lockSession, updateSession } from '../session/session-store.ts';
import { timeLeft } from '../session/signing-time.ts';

export async function recordActivity(deps: EngineDeps, authority: Authority): Promise<ActivityResult> {
  const { signedInAt } = authority.bankSession;
  const left = await deps.platform.write(async (context) => {
    const session = await lockSession(context.tx, authority.session);
    if (session === undefined || (await expireLockedIfOverdue(deps, context, session))) return undefined;
    if (session.state === 'refused' || session.state === 'expired') return undefined;
    const now = await deps.platform.clock.now(context.tx, session.sandboxId);
    const sinceLastMs = now.getTime() - session.lastActivityAt.getTime();
    if (session.state === 'signed' || sinceLastMs < ACTIVITY_INTERVAL_SECONDS_MIN * 1000) return timeLeft(session, now, signedInAt);
    await updateSession(context.tx, session, { lastActivityAt: now });
    return timeLeft({ ...session, lastActivityAt: now }, now, signedInAt);
  });
  if (left === undefined) throw terminated(authority.session);
  return { timeLeft: left };
}
