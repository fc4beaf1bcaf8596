/** A transactions statement's session, out of all that can be signed. */
import type { StatementSigningSession } from '@portico/contract';
import type { SigningSession } from '../../engine/signing-session.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';

export function isStatement(session: SigningSession): session is StatementSigningSession {
  return 'dateFrom' in session.details;
}

export const useStatement = () => useSessionOf(isStatement);
