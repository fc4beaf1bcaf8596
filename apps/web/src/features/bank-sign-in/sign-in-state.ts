/** The steps of a sign-in as a transition table; other transitions are impossible. */
import type { RoleChoice, SignInChallenge, SignInDetails, StartAuthenticationBody } from '@portico/contract';
import type { RequestFailure } from '../../shared/store/request-failure.ts';

export const SIGN_IN_STEPS = ['loading', 'form', 'starting', 'waiting', 'ended', 'completing', 'choosing', 'expired', 'failed', 'leaving'] as const;
export type SignInStep = (typeof SIGN_IN_STEPS)[number];

export const SIGN_IN_MOVES = ['open', 'start', 'wait', 'refuse', 'complete', 'choose', 'expire', 'fail', 'leave', 'reload'] as const;
export type SignInMove = (typeof SIGN_IN_MOVES)[number];

/** `open` shows the form (again); `refuse` covers every negative answer of the device. */
const SIGN_IN_TABLE: Readonly<Record<SignInStep, Partial<Readonly<Record<SignInMove, SignInStep>>>>> = {
  loading: { open: 'form', wait: 'waiting', expire: 'expired', fail: 'failed' },
  form: { start: 'starting', leave: 'leaving' },
  starting: { open: 'form', wait: 'waiting', refuse: 'ended', complete: 'completing', expire: 'expired', fail: 'failed', leave: 'leaving' },
  waiting: { open: 'form', refuse: 'ended', complete: 'completing', expire: 'expired', fail: 'failed', leave: 'leaving' },
  ended: { open: 'form', leave: 'leaving' },
  completing: { choose: 'choosing', expire: 'expired', fail: 'failed' },
  // The person has several roles; the sign-in is completed in the chosen one.
  choosing: { complete: 'completing', leave: 'leaving' },
  expired: { leave: 'leaving' },
  failed: { reload: 'loading', leave: 'leaving' },
  leaving: { expire: 'expired', fail: 'failed' },
};

export function nextSignInStep(step: SignInStep, move: SignInMove): SignInStep | undefined {
  return SIGN_IN_TABLE[step][move];
}

export type EndedReason = 'refused' | 'timedOut' | 'wrongCode' | 'unreachable';

export interface SignInState {
  readonly step: SignInStep;
  readonly details?: SignInDetails;
  /** The last submitted form, so that the customer need not type it again after a refusal. */
  readonly sent?: StartAuthenticationBody;
  readonly challenge?: { readonly reading: SignInChallenge; readonly atMs: number };
  readonly ended?: EndedReason;
  readonly roles?: readonly RoleChoice[];
  /** The chosen role, until the bank has refused it. */
  readonly roleId?: string | undefined;
  /** Why the form was refused; `path` names the field. */
  readonly refusal?: RequestFailure;
  readonly failure?: RequestFailure;
  /** For a sign-in that has ended and was opened in this browser. */
  readonly over?: OwnEnd;
}

export interface OwnEnd {
  /** The application to which the customer can still return. */
  readonly backTo?: string;
  readonly isSignedIn: boolean;
  /** After a completed sign-in: the page that it led to, or the website of `backTo`. */
  readonly continueTo?: string;
}

export type SignInEvent =
  | { type: 'detailsArrived'; details: SignInDetails }
  | { type: 'submitted'; body: StartAuthenticationBody }
  | { type: 'challengeArrived'; reading: SignInChallenge; atMs: number }
  | { type: 'startRefused'; failure: RequestFailure }
  | { type: 'expired'; failure: RequestFailure; over: OwnEnd }
  | { type: 'failed'; failure: RequestFailure }
  | { type: 'rolesArrived'; roles: readonly RoleChoice[] }
  | { type: 'roleChosen'; roleId: string }
  | { type: 'tryAgain' }
  | { type: 'leaving' }
  | { type: 'reload' };

export const initialSignIn: SignInState = { step: 'loading' };

export function signInReducer(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case 'detailsArrived':
      return move(state, event.details.challengeRunning ? 'wait' : 'open', { details: event.details });
    case 'submitted':
      return move(withoutOutcome(state), 'start', { sent: event.body });
    case 'challengeArrived':
      return withChallenge(state, event);
    case 'startRefused':
      return move(state, 'open', { refusal: event.failure });
    case 'expired':
      return move(state, 'expire', { failure: event.failure, over: event.over });
    case 'failed':
      return move(state, 'fail', { failure: event.failure, roleId: undefined });
    case 'rolesArrived':
      return move(state, 'choose', { roles: event.roles });
    case 'roleChosen':
      return move(state, 'complete', { roleId: event.roleId });
    case 'tryAgain':
      return move(withoutOutcome(state), 'open');
    case 'leaving':
      return move(state, 'leave');
    case 'reload':
      return move(state, 'reload');
  }
}

function withChallenge(state: SignInState, { reading, atMs }: { reading: SignInChallenge; atMs: number }): SignInState {
  const challenge = { reading, atMs };
  switch (reading.state) {
    case 'started':
      return state.step === 'waiting' ? { ...state, challenge } : move(state, 'wait', { challenge });
    case 'approved':
      return move(state, 'complete', { challenge });
    case 'none':
      return move(state, 'open');
    default:
      return move(state, 'refuse', { challenge, ended: reading.state });
  }
}

function move(state: SignInState, by: SignInMove, changes: Partial<SignInState> = {}): SignInState {
  const next = nextSignInStep(state.step, by);
  return next === undefined ? state : { ...state, ...changes, step: next };
}

function withoutOutcome({ step, details, sent }: SignInState): SignInState {
  return { step, ...(details && { details }), ...(sent && { sent }) };
}
