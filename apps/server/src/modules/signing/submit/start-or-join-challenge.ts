/**
 * Exactly one of any number of equal PUTs starts the challenge; the others wait for its id and join. The claim that decides it is
 * a row, so it holds across servers, and it lapses, so a crash between claim and challenge stops nobody.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { SIGNING_HOLD_SECONDS } from '@portico/contract/values';
import { crashPoint } from '#platform/crash-points.ts';
import { reachBank } from '../../bank/index.ts';
import { expireLockedIfOverdue } from '../expire-signing.ts';
import { claimSignature, clearSignature, prolongHold, recordChallenge } from '../signature-store.ts';
import type { EngineDeps } from '../signing-deps.ts';
import { bankDown, terminated, tryAgainSoon } from '../signing-errors.ts';
import { auditChain, type SigningSession } from '../signing-session.ts';
import { findSession, lockSession } from '../signing-store.ts';
import type { Attempt } from './attempt.ts';

/** Longer than any start of a challenge takes. */
const CLAIM_SECONDS = 15;
/** The hold outlives the wait by what the commit may take. */
const HOLD_SECONDS = SIGNING_HOLD_SECONDS + 10;
const JOIN_INTERVAL_MS = 100;

type Claim = { readonly outcome: 'mine' | 'join'; readonly claimId: string; readonly replaced: string | undefined } | { readonly outcome: 'again' };

/** Id of the running challenge for exactly this submission; undefined when the session moved and must be looked at afresh. */
export async function startOrJoinChallenge<Result>(deps: EngineDeps, attempt: Attempt<Result>): Promise<string | undefined> {
  const claim = await claimOrJoin(deps, attempt);
  if (claim.outcome === 'again') return undefined;
  if (claim.replaced !== undefined) await deps.sca.abandon(claim.replaced);
  return claim.outcome === 'mine' ? startChallenge(deps, attempt, claim.claimId) : joinChallenge(deps, attempt.session, claim.claimId);
}

function claimOrJoin<Result>(deps: EngineDeps, { session, submission, submissionDigest }: Attempt<Result>): Promise<Claim> {
  const { write, random } = deps.platform;
  return write(async (context) => {
    const { tx } = context;
    const locked = await lockSession(tx, session);
    if (locked === undefined || (await expireLockedIfOverdue(deps, context, locked))) return { outcome: 'again' };
    if (locked.state !== 'open' && locked.state !== 'signing') return { outcome: 'again' };
    const { now } = locked;
    if (locked.state === 'signing') {
      const isRunning = locked.challengeId !== undefined || locked.isClaimed;
      if (locked.submissionDigest === submissionDigest && isRunning && locked.claimId !== undefined) {
        await prolongHold(tx, locked, { holdSeconds: HOLD_SECONDS, now });
        return { outcome: 'join', claimId: locked.claimId, replaced: undefined };
      }
      if (locked.submissionDigest !== submissionDigest && (locked.isHeld || locked.isClaimed)) return { outcome: 'again' };
    }
    const claimId = random.id('clm');
    await claimSignature(tx, locked, { claimId, submission, submissionDigest, claimSeconds: CLAIM_SECONDS, holdSeconds: HOLD_SECONDS, now });
    return { outcome: 'mine', claimId, replaced: locked.state === 'signing' ? locked.challengeId : undefined };
  });
}

async function startChallenge<Result>(deps: EngineDeps, attempt: Attempt<Result>, claimId: string): Promise<string | undefined> {
  const { session, bankSession } = attempt;
  crashPoint('signing.claimed');
  try {
    const customer = await deps.bank.findCustomer(session);
    const thing = await attempt.examine();
    if (customer === undefined || thing === undefined) throw terminated(session);
    if (!(await reachBank(customer.scenario))) throw bankDown();
    const challenge = await deps.sca.start({
      customer,
      method: bankSession.authMethod,
      purpose: 'signing',
      content: thing.content,
      locale: session.locale,
      deviceKeyHash: bankSession.deviceKeyHash,
      auditChain: auditChain(session),
    });
    crashPoint('signing.challengeStarted');
    const { challengeId, contentHash } = challenge;
    const isRecorded = await deps.platform.write(({ tx }) => recordChallenge(tx, session, { claimId, challengeId, contentHash }));
    if (isRecorded) return challengeId;
    // Refused meanwhile, or the claim lapsed: the phone must not go on asking.
    await deps.sca.abandon(challengeId);
    return undefined;
  } catch (error) {
    await releaseClaim(deps, session, claimId);
    throw error;
  }
}

async function releaseClaim(deps: EngineDeps, session: SigningSession, claimId: string): Promise<void> {
  await deps.platform.write(async ({ tx }) => {
    const locked = await lockSession(tx, session);
    if (locked?.state !== 'signing' || locked.claimId !== claimId || locked.challengeId !== undefined) return;
    await clearSignature(tx, locked, await deps.platform.clock.now(tx, locked.sandboxId));
  });
}

/** Waits for the twin's challenge. Its end is awaited even if the session is open again: all twins get one answer. */
async function joinChallenge(deps: EngineDeps, session: SigningSession, claimId: string): Promise<string | undefined> {
  for (;;) {
    const fresh = await findSession(deps.platform.db, session);
    if (fresh === undefined || fresh.claimId !== claimId) return undefined;
    if (fresh.challengeId !== undefined) return fresh.challengeId;
    if (fresh.state !== 'signing' || !fresh.isClaimed) return undefined;
    if (deps.shutdown.signal.aborted) throw tryAgainSoon();
    await delay(JOIN_INTERVAL_MS);
  }
}
