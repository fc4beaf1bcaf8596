/** Runs one sign-in: the calls of a step start with the step and are aborted when it ends. */
import type { SignInLocation, StartAuthenticationBody } from '@portico/contract';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { leavePage } from '../../shared/page/leave-page.ts';
import { elapsedMs, untilVisible, waitOrWake } from '../../shared/page/page.ts';
import { type RequestFailure, toRequestFailure } from '../../shared/store/request-failure.ts';
import { ownEndOf, type SignInCalls } from './sign-in-calls.ts';
import { initialSignIn, type SignInEvent, type SignInState, signInReducer } from './sign-in-state.ts';

const POLL_MS = 1000;
/** Errors that the customer can correct in the form. */
const FORM_STATUSES: ReadonlySet<number> = new Set([400, 422, 429]);

export interface SignIn {
  readonly state: SignInState;
  start: (body: StartAuthenticationBody) => void;
  /** Sends the calculator's response; returns the failure if it did not arrive. */
  respond: (response: string) => Promise<RequestFailure | undefined>;
  /** Notifies the device instead of the link. The next reading follows if the call fails. */
  notify: () => void;
  cancel: () => void;
  chooseRole: (roleId: string) => void;
  tryAgain: () => void;
  reload: () => void;
}

export function useSignIn(calls: SignInCalls): SignIn {
  const [state, dispatch] = useReducer(signInReducer, initialSignIn);
  const starting = useRef<AbortController>(undefined);
  const { step, roleId } = state;

  useEffect(() => (step === 'loading' ? run((signal) => load(calls, dispatch, signal), dispatch) : undefined), [step, calls]);
  useEffect(() => (step === 'waiting' ? run((signal) => poll(calls, dispatch, signal), dispatch) : undefined), [step, calls]);
  useEffect(() => (step === 'completing' ? run((signal) => complete(calls, roleId, dispatch, signal), dispatch) : undefined), [step, roleId, calls]);
  useEffect(() => (step === 'leaving' ? run((signal) => leaveBy(calls.cancel(signal)), dispatch) : undefined), [step, calls]);
  useReturnFromHistory();

  return {
    state,
    start: (body) => {
      starting.current = new AbortController();
      const { signal } = starting.current;
      dispatch({ type: 'submitted', body });
      void start(calls, body, dispatch, signal);
    },
    respond: (response) => respond(calls, response, dispatch),
    notify: () => {
      void calls.notify().then(
        (reading) => dispatch({ type: 'challengeArrived', reading, atMs: elapsedMs() }),
        (error: unknown) => {
          const event = failureEvent(error);
          if (event.type === 'expired') dispatch(event);
        },
      );
    },
    cancel: () => {
      starting.current?.abort();
      dispatch({ type: 'leaving' });
    },
    chooseRole: (chosen) => dispatch({ type: 'roleChosen', roleId: chosen }),
    tryAgain: () => dispatch({ type: 'tryAgain' }),
    reload: () => dispatch({ type: 'reload' }),
  };
}

type Dispatch = (event: SignInEvent) => void;

/** Runs a task until it or the step ends; reports a failure unless the step has ended. */
function run(task: (signal: AbortSignal) => Promise<void>, dispatch: Dispatch): () => void {
  const stop = new AbortController();
  task(stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) dispatch(failureEvent(error));
  });
  return () => stop.abort();
}

async function load(calls: SignInCalls, dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  dispatch({ type: 'detailsArrived', details: await calls.details(signal) });
}

/** Polls once a second, pauses in the background, and ignores a connection that fails for a moment. */
async function poll(calls: SignInCalls, dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  for (;;) {
    await untilVisible(signal);
    try {
      const reading = await calls.challenge(signal);
      dispatch({ type: 'challengeArrived', reading, atMs: elapsedMs() });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || !error.isPassing) throw error;
    }
    await waitOrWake(POLL_MS, signal);
  }
}

async function start(calls: SignInCalls, body: StartAuthenticationBody, dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  try {
    const reading = await calls.start(body, signal);
    if (!signal.aborted) dispatch({ type: 'challengeArrived', reading, atMs: elapsedMs() });
  } catch (error) {
    if (signal.aborted) return;
    const isAboutForm = error instanceof ApiError && (FORM_STATUSES.has(error.status) || error.isPassing);
    dispatch(isAboutForm ? { type: 'startRefused', failure: toRequestFailure(error) } : failureEvent(error));
  }
}

async function respond(calls: SignInCalls, response: string, dispatch: Dispatch): Promise<RequestFailure | undefined> {
  try {
    dispatch({ type: 'challengeArrived', reading: await calls.respond({ response }), atMs: elapsedMs() });
    return undefined;
  } catch (error) {
    const event = failureEvent(error);
    if (event.type === 'expired') dispatch(event);
    return event.failure;
  }
}

async function complete(calls: SignInCalls, roleId: string | undefined, dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  const answer = await calls.complete(roleId, signal);
  if ('roles' in answer) dispatch({ type: 'rolesArrived', roles: answer.roles });
  else leavePage(answer.location);
}

async function leaveBy(answer: Promise<SignInLocation>): Promise<void> {
  leavePage((await answer).location);
}

function failureEvent(error: unknown): Extract<SignInEvent, { type: 'expired' | 'failed' }> {
  const failure = toRequestFailure(error);
  return failure.status === 410 ? { type: 'expired', failure, over: ownEndOf(error) } : { type: 'failed', failure };
}

/** Reloads a page that the browser restores from its back/forward cache, because the sign-in's state may have changed. */
function useReturnFromHistory(): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
