/** A periodic payment's session, out of all that can be signed. */
import type { PeriodicPaymentSigningSession } from '@portico/contract';
import type { SigningSession } from '../../engine/signing-session.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';

export function isPeriodic(session: SigningSession): session is PeriodicPaymentSigningSession {
  return 'frequency' in session.details;
}

export const usePeriodic = () => useSessionOf(isPeriodic);
