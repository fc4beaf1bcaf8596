/** A consent's session, out of all that can be signed. */
import type { ConsentSigningSession } from '@portico/contract';
import type { SigningSession } from '../../engine/signing-session.ts';
import { useSession } from '../../views/signing-page-context.tsx';

export function isConsent(session: SigningSession): session is ConsentSigningSession {
  return 'access' in session.details;
}

/** @throws on the page of another kind */
export function useConsent(): ConsentSigningSession {
  const session = useSession();
  if (!isConsent(session)) throw new Error('This page shows no consent');
  return session;
}
