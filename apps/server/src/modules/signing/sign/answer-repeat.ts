/** After the signature the same body gets the stored answer, another body is refused; nothing is done twice. */

import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { EngineDeps } from '../deps.ts';
import { alreadySigned } from '../session/refusals.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { storedAnswer } from '../session/stored-answer.ts';
import type { Signable, Submission } from '../signing.ts';
import { type Attempt, GO_ON, type Verdict } from './attempt.ts';

export async function answerRepeat<Result>(_deps: EngineDeps, { session, submissionDigest, kind }: Attempt<Result>): Promise<Verdict<Result>> {
  return session.state === 'signed' ? { next: 'answer', answer: answerAgain(kind, session, submissionDigest) } : GO_ON;
}

/** @throws UiRefusal 409 ALREADY_SIGNED for another body. */
export function answerAgain<Result>(kind: Signable<unknown, Result>, session: SigningSession, submissionDigest: string): Result {
  if (session.submissionDigest !== submissionDigest) throw alreadySigned();
  return storedAnswer(kind, session);
}

export function digestOfSubmission(submission: Submission): string {
  return sha256Hex(canonicalJson(submission));
}
