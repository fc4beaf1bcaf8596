/** Ends signing sessions for external reasons: a reset of the customer, a suspension of the application, a withdrawal by the provider. */
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { EngineDeps } from '../deps.ts';
import { expireLocked } from '../session/expire-signing.ts';
import { deleteSessions, lockUnfinished } from '../session/session-store.ts';
import type { WhoseSignings } from '../signing.ts';

/** Rejects the unsigned resources, too. */
export async function endSignings(deps: EngineDeps, context: WriteContext, whose: WhoseSignings): Promise<void> {
  await expireUnfinished(deps, context, whose, { keepsResources: false });
}

/** Leaves the unsigned resources to the caller. */
export async function withdrawSignings(deps: EngineDeps, context: WriteContext, whose: WhoseSignings): Promise<void> {
  await expireUnfinished(deps, context, whose, { keepsResources: true });
}

async function expireUnfinished(
  deps: EngineDeps,
  context: WriteContext,
  whose: WhoseSignings,
  { keepsResources }: { readonly keepsResources: boolean },
): Promise<void> {
  await expireLocked(deps, context, await lockUnfinished(context.tx, whose), { keepsResources });
}

export function forgetSignings(tx: Tx, sandboxId: string): Promise<void> {
  return deleteSessions(tx, sandboxId);
}
