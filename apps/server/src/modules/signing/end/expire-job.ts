/** Expires sessions even without a further call: a durable job checks each session at its deadline. */

import { isTenantOf } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import type { EngineDeps } from '../deps.ts';
import { expireLockedIfOverdue } from '../session/expire-signing.ts';
import { lockSession } from '../session/session-store.ts';
import type { SessionKey } from '../session/signing-session.ts';
import { isTerminal } from '../session/signing-state.ts';
import { deadline } from '../session/signing-time.ts';

export const EXPIRE_QUEUE = 'signing.expire';
/** The job runs shortly after the deadline, and again after at least this time. */
const MARGIN_SECONDS = 1;
const RECHECK_SECONDS_MIN = 30;
/** Time after which a server of the session's own kind of bank may have taken the job. */
const FOREIGN_SECONDS = 600;

export async function sendExpireJob(deps: Pick<Platform, 'jobs' | 'clock'>, tx: Tx, key: SessionKey, inSeconds: number): Promise<void> {
  const realNow = await deps.clock.realNow(tx);
  const startAfter = new Date(realNow.getTime() + (inSeconds + MARGIN_SECONDS) * 1000);
  await deps.jobs.send(tx, EXPIRE_QUEUE, { sessionId: key.authorisationId, sandboxId: key.sandboxId }, { startAfter });
}

/** Declares the job; call before `jobs.start`. */
export function defineExpireJob(deps: EngineDeps): void {
  deps.platform.jobs.define<{ readonly sessionId: string; readonly sandboxId: string }>(EXPIRE_QUEUE, ({ sessionId, sandboxId }) =>
    runExpireJob(deps, { authorisationId: sessionId, sandboxId }),
  );
}

async function runExpireJob(deps: EngineDeps, key: SessionKey): Promise<void> {
  const { write, clock } = deps.platform;
  if (!isTenantOf(deps.bank.kind, key.sandboxId)) {
    await write(({ tx }) => sendExpireJob(deps.platform, tx, key, FOREIGN_SECONDS));
    return;
  }
  const expired = await write(async (context) => {
    const session = await lockSession(context.tx, key);
    if (session === undefined || isTerminal(session.state)) return undefined;
    if (await expireLockedIfOverdue(deps, context, session)) return session;
    // The customer was active, or the tenant's clock was set back: check again at the new deadline.
    const now = await clock.now(context.tx, session.sandboxId);
    const secondsLeft = Math.ceil((deadline(session).getTime() - now.getTime()) / 1000);
    await sendExpireJob(deps.platform, context.tx, session, Math.max(secondsLeft, RECHECK_SECONDS_MIN));
    return undefined;
  });
  if (expired?.challengeId !== undefined) await deps.sca.abandon(expired.challengeId);
}
