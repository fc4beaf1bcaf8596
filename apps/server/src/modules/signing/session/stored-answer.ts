/** The answer a finished session keeps. */
import type { Signable } from '../signing.ts';
import type { SigningSession } from './signing-session.ts';

export function storedAnswer<Result>(kind: Signable<unknown, Result>, session: Pick<SigningSession, 'answer' | 'sessionId'>): Result {
  const { answer, sessionId } = session;
  if (!kind.isResult(answer)) throw new Error(`The stored answer of signing session ${sessionId} does not have the form of its kind.`);
  return answer;
}
