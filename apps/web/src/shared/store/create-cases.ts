/**
 * A reducer made of cases. A case gets a shallow copy of the state. It writes into the copy or returns another state; nested objects must be
 * replaced, not modified. Redux Toolkit's `createReducer` and `createSlice` give deep copies with the library immer, which every customer would
 * have to load: 4 kB of the 110 that a signing page may have.
 */
import type { Reducer, UnknownAction } from '@reduxjs/toolkit';

type Guard<Action> = (action: unknown) => action is Action;
/** An action creator, a phase of an asynchronous action, or a guard over several (`isAnyOf`). */
type Matcher<Action> = Guard<Action> | { readonly match: Guard<Action> };

// biome-ignore lint/suspicious/noConfusingVoidType: a case that has written into its copy answers nothing
export type On<State> = <Action>(matcher: Matcher<Action>, next: (copy: State, action: Action) => State | void) => void;

/** Cases run in order, each on the result of the previous one. The state object stays the same when no case matches. */
export function createCases<State extends object>(initialState: State, declare: (on: On<State>) => void): Reducer<State> {
  const cases: ((state: State, action: UnknownAction) => State)[] = [];
  declare((matcher, next) => {
    const fits = 'match' in matcher ? matcher.match : matcher;
    cases.push((state, action) => {
      if (!fits(action)) return state;
      const copy = { ...state };
      return next(copy, action) ?? copy;
    });
  });
  return (state = initialState, action) => cases.reduce((current, run) => run(current, action), state);
}
