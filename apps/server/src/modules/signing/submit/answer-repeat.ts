/** After the signature the same body gets the stored answer, another body is refused; nothing is done twice. */

import type { EngineDeps } from '../signing-deps.ts';
import { alreadySigned } from '../signing-errors.ts';
import { type Attempt, GO_ON, type Verdict } from './attempt.ts';
import { storedAnswer } from './stored-answer.ts';

export async function answerRepeat<Result>(_deps: EngineDeps, attempt: Attempt<Result>): Promise<Verdict<Result>> {
  const { session, submissionDigest, kind } = attempt;
  if (session.state !== 'signed') return GO_ON;
  if (session.submissionDigest !== submissionDigest) throw alreadySigned();
  return { next: 'answer', answer: storedAnswer(kind, session) };
}
