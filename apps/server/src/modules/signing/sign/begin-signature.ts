/**
 * Exactly one of any number of equal PUTs starts the challenge: the statement that writes it compares the session with what the PUT has read and
 * changes it, so it holds across servers. The others find the session signing and join.
 */

import { SIGNING_HOLD_SECONDS } from '@portico/contract/values';
import { inWordsOf } from '#modules/bank/index.ts';
import { crashPoint } from '#platform/crash-points.ts';
import type { EngineDeps } from '../deps.ts';
import { expireAtOnce } from '../session/expire-signing.ts';
import { bankDown, terminated, tryAgainSoon } from '../session/refusals.ts';
import { prolongHold, writeBegun } from '../session/signature-store.ts';
import { auditChain } from '../session/signing-session.ts';
import type { Attempt } from './attempt.ts';

/** The hold outlives the wait by what the commit may take. */
const HOLD_SECONDS = SIGNING_HOLD_SECONDS + 10;

/** Id of the running challenge for exactly this submission; undefined when the session moved and must be looked at afresh. */
export async function beginSignature<Result>(deps: EngineDeps, attempt: Attempt<Result>): Promise<string | undefined> {
  const { session, submissionDigest } = attempt;
  if (session.state !== 'signing' || session.submissionDigest !== submissionDigest) return startChallenge(deps, attempt);
  const { challengeId } = session;
  if (challengeId !== undefined) {
    return (await prolongHold(deps.platform.db, session, { challengeId, holdSeconds: HOLD_SECONDS })) ? challengeId : undefined;
  }
  // A server of the version before is starting it.
  if (session.isClaimed) throw tryAgainSoon();
  return startChallenge(deps, attempt);
}

async function startChallenge<Result>(deps: EngineDeps, attempt: Attempt<Result>): Promise<string | undefined> {
  const { session, bankSession, customer, method, form, submission, submissionDigest } = attempt;
  const { db } = deps.platform;
  const thing = await attempt.examine();
  if (customer === undefined || thing === undefined) throw terminated(session);
  const asked = {
    customer,
    method,
    purpose: 'signing',
    form,
    content: thing.content,
    locale: session.locale,
    deviceKeyHash: bankSession.deviceKeyHash,
    // The customer is signed in at the bank in this browser.
    isKnownBrowser: true,
    auditChain: auditChain(session),
    provider: session.tppName,
  } as const;
  const begun = { submission, submissionDigest, holdSeconds: HOLD_SECONDS };
  const challenge = await deps.sca.startWith(asked, (row) => writeBegun(db, session, begun, row)).catch(inWordsOf(bankDown));
  if (challenge === undefined) return undefined;
  crashPoint('signing.challengeStarted');
  // No request is held for the earlier challenge any more; the phone must stop asking.
  if (session.state === 'signing' && session.challengeId !== undefined) await deps.sca.abandon(session.challengeId);
  if (challenge.endsSession !== true) return challenge.challengeId;
  await expireAtOnce(deps, session);
  return undefined;
}
