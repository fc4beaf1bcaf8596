/**
 * `PUT ui/{kind}`: the signature. It stays open until the customer's device answers and can be repeated at any time, from any tab,
 * at any server: every repetition joins the running signature or gets its stored answer.
 */

import type { EngineDeps } from '../deps.ts';
import type { Authority } from '../entry/authority.ts';
import { expireIfOverdue } from '../session/expire-signing.ts';
import { terminated, tryAgainSoon } from '../session/refusals.ts';
import { findSession } from '../session/session-store.ts';
import { isOverdue } from '../session/signing-time.ts';
import type { Signable, Submission } from '../signing.ts';
import { answerRepeat, digestOfSubmission } from './answer-repeat.ts';
import type { Attempt, SubmitCheck, Verdict } from './attempt.ts';
import { awaitAnswer } from './await-answer.ts';
import { beginSignature } from './begin-signature.ts';
import { checkSubmission, refuseChangedContent, refuseEnded, refuseOtherBody } from './checks.ts';
import { completeSignature } from './complete-signature.ts';
import { confirmBySignIn } from './confirm-by-sign-in.ts';

/** In this order; nothing is started before all have passed. */
const CHECKS: readonly SubmitCheck[] = [refuseEnded, answerRepeat, refuseOtherBody, refuseChangedContent, checkSubmission];

/** A round is repeated only when another call moved the session, which it can do a few times at most. */
const ROUNDS_MAX = 5;

/** @throws UiRefusal 400, 409, 410, 422, 503 as `refusals.ts` and the kind say. */
export async function submitSignature<Result>(
  deps: EngineDeps,
  kind: Signable<unknown, Result>,
  authority: Authority,
  submission: Submission,
  { method = authority.bankSession.authMethod, form }: Partial<Pick<Attempt<Result>, 'method' | 'form'>> = {},
): Promise<Result> {
  const { bankSession, customer } = authority;
  const submissionDigest = digestOfSubmission(submission);
  let session = authority.session;
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    const current = session;
    const examine = once(() => kind.examine(deps.platform.db, current, submission));
    const attempt: Attempt<Result> = { kind, session, bankSession, customer, method, form, submission, submissionDigest, examine };
    const verdict = await runRound(deps, attempt);
    if (verdict.next === 'answer') return verdict.answer;
    const fresh = await findSession(deps.platform.db, session);
    if (fresh === undefined || (isOverdue(fresh, fresh.now) && (await expireIfOverdue(deps, fresh)))) throw terminated(session);
    session = fresh;
  }
  throw tryAgainSoon();
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}

async function runRound<Result>(deps: EngineDeps, attempt: Attempt<Result>): Promise<Verdict<Result>> {
  for (const check of CHECKS) {
    const verdict = await check(deps, attempt);
    if (verdict.next !== 'goOn') return verdict;
  }
  const confirmed = await confirmBySignIn(deps, attempt);
  if (confirmed.next !== 'goOn') return confirmed;
  const challengeId = await beginSignature(deps, attempt);
  if (challengeId === undefined) return { next: 'again' };
  const challenge = await awaitAnswer(deps, challengeId);
  if (challenge === undefined) return { next: 'again' };
  return { next: 'answer', answer: await completeSignature(deps, attempt, challenge) };
}
