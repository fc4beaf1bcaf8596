/** The answer a finished session keeps. Members that this version does not know are left out: a newer server may have stored them. */
import { Value } from 'typebox/value';
import type { Signable } from '../signing.ts';
import type { SigningSession } from './signing-session.ts';

/** @throws Error when a known member is missing or of another form. */
export function storedAnswer<Result>(
  kind: Pick<Signable<unknown, Result>, 'schemas' | 'isResult'>,
  session: Pick<SigningSession, 'answer' | 'authorisationId'>,
): Result {
  const answer = Value.Clean(kind.schemas.result, structuredClone(session.answer));
  if (!kind.isResult(answer)) throw new Error(`The stored answer of signing session ${session.authorisationId} does not have the form of its kind.`);
  return answer;
}
