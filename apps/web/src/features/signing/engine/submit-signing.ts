/** Signing, watching the customer's device, and telling the server that the customer is there. */
import type { SigningChallenge } from '@portico/contract';
import { isActivityResult, isSigningChallenge, isSigningResult } from '../../../shared/api/answers.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { nowMs, untilVisible, waitOrWake } from '../../../shared/page/page.ts';
import { createRequestThunk, type RequestContext } from '../../../shared/store/request-thunk.ts';
import { readSigning } from './open-signing.ts';
import { sendSignature } from './send-signature.ts';
import { reportSigningError, signingHeaders } from './signing-calls.ts';
import { type SigningFlow, signingPath } from './signing-flow.ts';
import type { SigningSubmission } from './signing-session.ts';
import { type SigningState, signingActions } from './signing-slice.ts';

const POLL_MS = 1000;

/** `PUT` until it is answered. A page that was reloaded meanwhile sends the body of the running signature again. */
export const submitSigning = createRequestThunk(
  'signing/submit',
  async (flow: SigningFlow, context: RequestContext) => {
    const { extra, signal, dispatch, getState } = context;
    const state = readSigning(getState());
    const body = state === undefined ? undefined : submissionOf(flow, state);
    if (state === undefined || body === undefined) return;
    const call = { path: signingPath(flow), method: 'PUT', body, headers: signingHeaders(extra), caller: 'customer' } as const;
    try {
      const send = (attempt: AbortSignal) => extra.api.json({ ...call, signal: attempt }, isSigningResult);
      const onPause = (untilMs: number) => dispatch(signingActions.paused(untilMs));
      dispatch(signingActions.signed(await sendSignature({ send, endsAtMs: sessionEndMs(state), onPause, signal })));
    } catch (error) {
      signal.throwIfAborted();
      reportSigningError(error, context, true);
      throw error;
    }
  },
  'view',
);

/** Reads the challenge every second while a signature is held; rests while nobody can see it. Ends by abort, or with the session. */
export const watchChallenge = createRequestThunk<void>(
  'signing/challenge',
  async (_, context) => {
    for (;;) {
      await untilVisible(context.signal);
      const reading = await readChallenge(context);
      if (reading !== undefined) context.dispatch(signingActions.challengeArrived({ reading, atMs: nowMs() }));
      await waitOrWake(POLL_MS, context.signal);
    }
  },
  'view',
);

/** What the customer's calculator showed. Whether it was right, the held `PUT` will tell. */
export const sendResponse = createRequestThunk(
  'signing/response',
  async (response: string, context: RequestContext) => {
    const { extra, dispatch } = context;
    const call = { path: '/ui/challenge/response', method: 'POST', body: { response }, headers: signingHeaders(extra), caller: 'customer' } as const;
    try {
      dispatch(signingActions.challengeArrived({ reading: await extra.api.json(call, isSigningChallenge), atMs: nowMs() }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 410) reportSigningError(error, context);
      throw error;
    }
  },
  'view',
);

/** Repeatable, harmless, and silent when it fails: the next one comes. */
export const noteActivity = createRequestThunk<void>(
  'signing/activity',
  async (_, { extra, signal, dispatch }) => {
    const call = { path: '/ui/activity', method: 'POST', headers: signingHeaders(extra), caller: 'customer', signal } as const;
    const { timeLeft } = await extra.api.json(call, isActivityResult);
    dispatch(signingActions.timeLeftArrived({ timeLeft, atMs: nowMs() }));
  },
  'view',
);

/** Undefined when it did not arrive: only the end of the session matters here, everything else the held `PUT` will tell. */
async function readChallenge(context: RequestContext): Promise<SigningChallenge | undefined> {
  const { extra, signal } = context;
  try {
    return await extra.api.json({ path: '/ui/challenge', headers: signingHeaders(extra), caller: 'customer', signal }, isSigningChallenge);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) || error.status !== 410) return undefined;
    reportSigningError(error, context);
    throw error;
  }
}

/** Asks, without counting as activity, until the server says that the session is over (or the page got more time). */
export const probeSession = createRequestThunk<void>(
  'signing/probe',
  async (_, context) => {
    for (;;) {
      await untilVisible(context.signal);
      await readChallenge(context);
      await waitOrWake(POLL_MS, context.signal);
    }
  },
  'view',
);

/** Of a signature that runs already, exactly its body: the server joins it then. */
function submissionOf(flow: SigningFlow, state: SigningState): SigningSubmission | undefined {
  const running = state.session?.state === 'signing' ? state.session.submission : undefined;
  return running ?? flow.submission(state);
}

function sessionEndMs({ timeLeft }: SigningState): number {
  return timeLeft === undefined ? nowMs() : timeLeft.atMs + timeLeft.timeLeft.totalSeconds * 1000;
}
