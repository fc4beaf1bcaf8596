/** A customer's sessions with every application ended, by an operator. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { isSessionAlive } from '../sign-in/index.ts';
import { endSessionsOfCustomer } from './fallback-session-store.ts';
import { chainOf } from './sign-in.ts';

/** Answers how many sessions were alive; their end is an entry of the audit log each. Sign-ins that wait for the phone end too, uncounted. */
export async function signOutFallbackCustomer({ tx, audit }: Pick<WriteContext, 'tx' | 'audit'>, customerId: string): Promise<number> {
  const ended = await endSessionsOfCustomer(tx, customerId);
  const alive = ended.filter(({ session, now }) => session !== undefined && isSessionAlive(session, now));
  for (const { signInId, sandboxId, appId } of alive) {
    await audit({ chain: chainOf(signInId), sandboxId, event: 'fallback.session-ended', ids: { signInId, customerId, appId } });
  }
  return alive.length;
}
