/** A payment's session, out of all that can be signed. */
import type { PaymentSigningSession } from '@portico/contract';
import type { SigningSession } from '../../engine/signing-session.ts';
import { useSession } from '../../views/signing-page-context.tsx';

export function isPayment(session: SigningSession): session is PaymentSigningSession {
  return 'instructedAmount' in session.details;
}

/** @throws on the page of another kind */
export function usePayment(): PaymentSigningSession {
  const session = useSession();
  if (!isPayment(session)) throw new Error('This page shows no payment');
  return session;
}
