/** A consent's session, out of all that can be signed. */
import type { ConsentSigningSession } from '@portico/contract';
import type { SigningSession } from '../../engine/signing-session.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';

export function isConsent(session: SigningSession): session is ConsentSigningSession {
  return 'access' in session.details;
}

export const useConsent = () => useSessionOf(isConsent);
