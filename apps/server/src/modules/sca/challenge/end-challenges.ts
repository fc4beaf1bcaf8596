/** Ends everything that a customer's device was asked, because an operator signs the customer out. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { listUsable } from './challenge-store.ts';
import { lockConcluded, recordEnd } from './conclude-challenge.ts';

/** Running challenges time out, and approvals that were not used count as used: another person may hold the browser that would use them. */
export async function endChallengesOfCustomer(context: WriteContext, customerId: string): Promise<void> {
  for (const challengeId of await listUsable(context.tx, customerId)) {
    const locked = await lockConcluded(context.tx, challengeId, 'timeOut');
    if (locked === undefined || locked.isUsed) continue;
    await recordEnd(context, locked, { isUsed: locked.state === 'approved' });
  }
}
