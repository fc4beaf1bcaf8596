/**
 * A reducer out of cases. A case gets a copy of the state, one level deep: it writes into the copy, or answers another state; what lies
 * deeper is replaced, never written into. Redux Toolkit's own (`createReducer`, `createSlice`) gives copies of any depth, with a library
 * for it (immer) that every customer would have to load: 4 kB of the 110 that a signing page may weigh.
 */
import type { Reducer, UnknownAction } from '@reduxjs/toolkit';

type Guard<Action> = (action: unknown) => action is Action;
/** An action creator, an asynchronous action's phase, or a guard over several (`isAnyOf`). */
type Matcher<Action> = Guard<Action> | { readonly match: Guard<Action> };

// biome-ignore lint/suspicious/noConfusingVoidType: a case that has written into its copy answers nothing
export type On<State> = <Action>(matcher: Matcher<Action>, next: (copy: State, action: Action) => State | void) => void;

/** Cases are asked in their order, each with what the one before left; a state that no case knows stays the same object. */
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
