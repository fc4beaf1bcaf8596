/** The answer a finished session keeps. */
import type { Signable } from '../signing.ts';
import type { SigningSession } from './signing-session.ts';

export function storedAnswer<Result>(kind: Signable<unknown, Result>, session: Pick<SigningSession, 'answer' | 'authorisationId'>): Result {
  const { answer, authorisationId } = session;
  if (!kind.isResult(answer)) throw new Error(`The stored answer of signing session ${authorisationId} does not have the form of its kind.`);
  return answer;
}
