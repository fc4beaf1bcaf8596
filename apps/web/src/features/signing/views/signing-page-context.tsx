/** What every part of a signing page needs to know: which kind it shows, and the bank's settings. */
import type { RuntimeConfig } from '@portico/contract';
import type { AuthMethod, SigningKind } from '@portico/contract/values';
import { createContext, type ReactNode, useContext } from 'react';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import type { SigningFlow } from '../engine/signing-flow.ts';
import { isBulk, isOf, isPaid, isPayment, isPeriodic, type SigningSession } from '../engine/signing-session.ts';
import { methodOf, type SigningRoot, type SigningState } from '../engine/signing-slice.ts';

export interface SigningPageValue {
  readonly flow: SigningFlow;
  readonly config: RuntimeConfig;
}

const Context = createContext<SigningPageValue | undefined>(undefined);

export function SigningPageProvider({ value, children }: { value: SigningPageValue; children: ReactNode }) {
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** @throws outside of a signing page */
export function useSigningPage(): SigningPageValue {
  const value = useContext(Context);
  if (value === undefined) throw new Error('A part of a signing page stands outside of it');
  return value;
}

export function useSigning<Selected>(select: (state: SigningState) => Selected): Selected {
  return useAppSelector((root: SigningRoot) => select(root.signing));
}

/** The loaded session. @throws before the details arrived: such views are drawn in later steps only */
export function useSession(): SigningSession {
  const session = useSigning((state) => state.session);
  if (session === undefined) throw new Error('The details have not arrived');
  return session;
}

/** The method that the next signature asks for. @throws as {@link useSession}. */
export function useMethod(): AuthMethod {
  const method = useSigning(methodOf);
  if (method === undefined) throw new Error('The details have not arrived');
  return method;
}

export const usePayment = () => useNarrowed(isPayment);
export const usePeriodic = () => useNarrowed(isPeriodic);
export const useBulk = () => useNarrowed(isBulk);
export const usePaid = () => useNarrowed(isPaid);
export const useSessionOf = <Kind extends SigningKind>(kind: Kind) => useNarrowed(isOf(kind));

/** The loaded session, of the kinds that this part belongs to. @throws on the page of another kind */
function useNarrowed<Session extends SigningSession>(isOfKind: (session: SigningSession) => session is Session): Session {
  const session = useSession();
  if (!isOfKind(session)) throw new Error('This page shows another kind');
  return session;
}
