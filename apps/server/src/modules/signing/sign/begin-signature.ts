/**
 * Exactly one of any number of equal PUTs starts the challenge; the others wait for its id and join. The claim that decides it is
 * a row, so it holds across servers, and it lapses, so a crash between claim and challenge stops nobody.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { SIGNING_HOLD_SECONDS } from '@portico/contract/values';
import { inWordsOf } from '#modules/bank/index.ts';
import { crashPoint } from '#platform/crash-points.ts';
import { isDatabaseUnavailable } from '#platform/db/database-unavailable.ts';
import type { EngineDeps } from '../deps.ts';
import { expireAtOnce, expireLockedIfOverdue } from '../session/expire-signing.ts';
import { bankDown, terminated, tryAgainSoon } from '../session/refusals.ts';
import { findSession, lockSession } from '../session/session-store.ts';
import { claimSignature, clearSignature, prolongHold, recordChallenge } from '../session/signature-store.ts';
import { auditChain, type SigningSession } from '../session/signing-session.ts';
import type { Attempt } from './attempt.ts';

/** Longer than any start of a challenge takes. */
const CLAIM_SECONDS = 15;
/** The hold outlives the wait by what the commit may take. */
const HOLD_SECONDS = SIGNING_HOLD_SECONDS + 10;
const JOIN_INTERVAL_MS = 100;
const RELEASE_INTERVAL_MS = 1_000;

interface Claim {
  readonly claimId: string;
  /** This attempt starts the challenge, not a twin. */
  readonly isMine: boolean;
  /** The challenge that nobody waits for any more. */
  readonly replaced: string | undefined;
}

/** Id of the running challenge for exactly this submission; undefined when the session moved and must be looked at afresh. */
export async function beginSignature<Result>(deps: EngineDeps, attempt: Attempt<Result>): Promise<string | undefined> {
  const claim = await claimOrJoin(deps, attempt);
  if (claim === undefined) return undefined;
  if (claim.replaced !== undefined) await deps.sca.abandon(claim.replaced);
  return claim.isMine ? startChallenge(deps, attempt, claim.claimId) : joinChallenge(deps, attempt.session, claim.claimId);
}

/** Undefined: the session moved. */
function claimOrJoin<Result>(deps: EngineDeps, { session, submission, submissionDigest }: Attempt<Result>): Promise<Claim | undefined> {
  const { write, random } = deps.platform;
  return write(async (context) => {
    const { tx } = context;
    const locked = await lockSession(tx, session);
    if (locked === undefined || (await expireLockedIfOverdue(deps, context, locked))) return undefined;
    if (locked.state !== 'open' && locked.state !== 'signing') return undefined;
    const { now } = locked;
    // Of an open session there is no digest, and nobody holds it.
    const isSame = locked.submissionDigest === submissionDigest;
    if (isSame && locked.claimId !== undefined && (locked.challengeId !== undefined || locked.isClaimed)) {
      await prolongHold(tx, locked, { holdSeconds: HOLD_SECONDS, now });
      return { claimId: locked.claimId, isMine: false, replaced: undefined };
    }
    if (!isSame && (locked.isHeld || locked.isClaimed)) return undefined;
    const claimId = random.id('clm');
    await claimSignature(tx, locked, { claimId, submission, submissionDigest, claimSeconds: CLAIM_SECONDS, holdSeconds: HOLD_SECONDS, now });
    return { claimId, isMine: true, replaced: locked.state === 'signing' ? locked.challengeId : undefined };
  });
}

async function startChallenge<Result>(deps: EngineDeps, attempt: Attempt<Result>, claimId: string): Promise<string | undefined> {
  const { session, bankSession } = attempt;
  crashPoint('signing.claimed');
  try {
    const customer = await deps.bank.findCustomer(session);
    const thing = await attempt.examine();
    if (customer === undefined || thing === undefined) throw terminated(session);
    if (!deps.signIn.isByPerson(bankSession, customer)) throw terminated(session, 'signedOut');
    const challenge = await deps.sca
      .start({
        customer,
        method: bankSession.authMethod,
        purpose: 'signing',
        content: thing.content,
        locale: session.locale,
        deviceKeyHash: bankSession.deviceKeyHash,
        // The customer is signed in at the bank in this browser.
        isKnownBrowser: true,
        auditChain: auditChain(session),
      })
      .catch(inWordsOf(bankDown));
    crashPoint('signing.challengeStarted');
    const { challengeId, contentHash } = challenge;
    const isRecorded = await recordChallenge(deps.platform.db, session, { claimId, challengeId, contentHash });
    if (isRecorded && challenge.endsSession !== true) return challengeId;
    if (isRecorded) await expireAtOnce(deps, session);
    // Refused meanwhile, or the claim lapsed: the phone must not go on asking.
    else await deps.sca.abandon(challengeId);
    return undefined;
  } catch (error) {
    if (isDatabaseUnavailable(error)) void releaseLater(deps, session, claimId);
    else await releaseClaim(deps, session, claimId);
    throw error;
  }
}

/**
 * Behind the answer: who was refused because the database is busy has waited enough. As soon as it is not any more, because until then the
 * repetition waits for a twin that is not there. What fails here, a crash would leave as well: the claim lapses.
 */
async function releaseLater(deps: EngineDeps, session: SigningSession, claimId: string): Promise<void> {
  const lapsesAt = performance.now() + CLAIM_SECONDS * 1_000;
  while (performance.now() < lapsesAt && !deps.shutdown.signal.aborted) {
    try {
      return await releaseClaim(deps, session, claimId);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) return;
      await delay(RELEASE_INTERVAL_MS);
    }
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
