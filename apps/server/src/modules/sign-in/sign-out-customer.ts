/** A customer signed out everywhere, by an operator. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { isSessionAlive } from './bank-session-lifetime.ts';
import { endSessionsOfCustomer } from './bank-session-store.ts';

/** Answers how many sessions were alive; each end is an entry of the audit log. */
export async function signOutCustomer({ tx, audit }: Pick<WriteContext, 'tx' | 'audit'>, customerId: string): Promise<number> {
  const ended = await endSessionsOfCustomer(tx, customerId);
  for (const session of ended) {
    const { signInId, sandboxId } = session;
    const event = isSessionAlive(session, session.now) ? 'bank-session.ended' : 'bank-session.expired';
    await audit({ chain: `sign-in:${signInId}`, sandboxId, event, ids: { signInId, customerId } });
  }
  return ended.filter((session) => isSessionAlive(session, session.now)).length;
}
