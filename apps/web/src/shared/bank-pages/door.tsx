/** What each of the bank's own pages shows before its content: it loads, no customer is signed in, or the call failed. */
import type { RuntimeConfig } from '@portico/contract';
import { type RequestFailure, toRequestFailure } from '../store/request-failure.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { DoorCalls } from './door-calls.ts';
import { FailedView } from './failed-view.tsx';
import { SignInChoice } from './sign-in-choice.tsx';

export type AtDoor =
  | { readonly step: 'loading' }
  /** `hasEnded`: a session in this page has ended. */
  | { readonly step: 'signedOut'; readonly hasEnded: boolean }
  | { readonly step: 'failed'; readonly failure: RequestFailure };

export function isAtDoor<State extends { readonly step: string }>(state: State | AtDoor): state is AtDoor {
  return state.step === 'loading' || state.step === 'signedOut' || state.step === 'failed';
}

/** 410 without a session; `hasEnded`: there was one in this page. */
export function doorAfter(error: unknown, hasEnded: boolean): Exclude<AtDoor, { step: 'loading' }> {
  const failure = toRequestFailure(error);
  return failure.status === 410 ? { step: 'signedOut', hasEnded } : { step: 'failed', failure };
}

interface DoorProps {
  readonly state: AtDoor;
  readonly reload: () => void;
  readonly calls: Pick<DoorCalls, 'signIn'>;
  readonly config: RuntimeConfig;
  readonly loading: string;
  /** What the customer can do after signing in. */
  readonly welcome: string;
  /** Path of the page, or of one item on it. */
  readonly returnTo: string;
}

export function Door({ state, reload, calls, config, loading, welcome, returnTo }: DoorProps) {
  switch (state.step) {
    case 'loading':
      return <Skeleton label={loading} lines={6} />;
    case 'signedOut':
      return <SignInChoice calls={calls} config={config} welcome={welcome} returnTo={returnTo} hasEnded={state.hasEnded} />;
    case 'failed':
      return <FailedView failure={state.failure} config={config} tryAgain={reload} />;
  }
}
