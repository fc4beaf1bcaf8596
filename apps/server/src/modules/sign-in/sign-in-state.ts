/** The life of a sign-in. One table; the store's conditional updates take their `where state in` from it. */

export const SIGN_IN_STATES = ['open', 'authenticating', 'done', 'cancelled', 'expired'] as const;
export type SignInState = (typeof SIGN_IN_STATES)[number];

export const SIGN_IN_EVENTS = ['authenticate', 'complete', 'cancel', 'expire'] as const;
export type SignInEvent = (typeof SIGN_IN_EVENTS)[number];

const SIGN_IN_MOVES: Readonly<Record<SignInState, Readonly<Partial<Record<SignInEvent, SignInState>>>>> = {
  open: { authenticate: 'authenticating', cancel: 'cancelled', expire: 'expired' },
  // A refused or timed-out challenge leaves the sign-in where it is: the customer may start another one.
  authenticating: { authenticate: 'authenticating', complete: 'done', cancel: 'cancelled', expire: 'expired' },
  done: {},
  cancelled: {},
  expired: {},
};

/** The state after `event`; undefined when that move is forbidden. */
export function nextSignInState(from: SignInState, event: SignInEvent): SignInState | undefined {
  return SIGN_IN_MOVES[from][event];
}

/** The states in which `event` is allowed. */
export function statesBefore(event: SignInEvent): readonly SignInState[] {
  return SIGN_IN_STATES.filter((state) => nextSignInState(state, event) !== undefined);
}

export function isLive(state: SignInState): boolean {
  return nextSignInState(state, 'expire') !== undefined;
}

/** Expiry is never written: it is a fact of the clock. */
export function stateAt(stored: SignInState, expiresAt: Date, now: Date): SignInState {
  return expiresAt <= now ? (nextSignInState(stored, 'expire') ?? stored) : stored;
}
