/** A payment's session, out of all that can be signed. */
import type { PaymentSigningSession } from '@portico/contract';
import type { SigningSession } from '../../engine/signing-session.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';

export function isPayment(session: SigningSession): session is PaymentSigningSession {
  return 'instructedAmount' in session.details;
}

export const usePayment = () => useSessionOf(isPayment);
