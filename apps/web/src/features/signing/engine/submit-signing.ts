/** Submits the signature, polls the challenge, and reports the customer's activity. */
import type { SigningChallenge } from '@portico/contract';
import type { ChallengeForm } from '@portico/contract/values';
import { HEADERS } from '@portico/contract/values';
import { isActivityResult, isSigningChallenge, isSigningResult } from '../../../shared/api/answers.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { elapsedMs, untilVisible, waitOrWake } from '../../../shared/page/page.ts';
import { createRequestThunk, type RequestContext } from '../../../shared/store/request-thunk.ts';
import { readSigning } from './open-signing.ts';
import { sendSignature } from './send-signature.ts';
import { reportSigningError, signingHeaders } from './signing-calls.ts';
import { type SigningFlow, signingPath } from './signing-flow.ts';
import type { SigningSubmission } from './signing-session.ts';
import { offersLink, type SigningState, signingActions } from './signing-slice.ts';

const POLL_MS = 1000;

/** Repeats `PUT` until it gets a response. After a reload the page sends the body of the running signature again. */
export const submitSigning = createRequestThunk(
  'signing/submit',
  async (flow: SigningFlow, context: RequestContext) => {
    const { extra, signal, dispatch, getState } = context;
    const state = readSigning(getState());
    const body = state === undefined ? undefined : submissionOf(flow, state);
    if (state === undefined || body === undefined) return;
    const { chosenMethod, opensByLink } = state;
    const form: ChallengeForm = opensByLink && offersLink(state) ? 'deviceLink' : 'notification';
    const headers = {
      ...signingHeaders(extra),
      ...(chosenMethod === undefined ? {} : { [HEADERS.signingMethod]: chosenMethod }),
      ...(form === 'deviceLink' && { [HEADERS.signingForm]: form }),
    };
    const call = { path: signingPath(flow), method: 'PUT', body, headers, caller: 'customer' } as const;
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

/** Polls the challenge every second during a signature, and pauses in the background. Ends by abort, or with the session. */
export const watchChallenge = createRequestThunk<void>(
  'signing/challenge',
  async (_, context) => {
    for (;;) {
      await untilVisible(context.signal);
      const reading = await readChallenge(context);
      if (reading !== undefined) context.dispatch(signingActions.challengeArrived({ reading, atMs: elapsedMs() }));
      await waitOrWake(POLL_MS, context.signal);
    }
  },
  'view',
);

/** Notifies the device instead of the link. The next reading of the challenge follows if the call fails. */
export const notifyInstead = createRequestThunk<void>(
  'signing/notification',
  async (_, { extra, dispatch }) => {
    const call = { path: '/ui/challenge/notification', method: 'POST', body: {}, headers: signingHeaders(extra), caller: 'customer' } as const;
    dispatch(signingActions.challengeArrived({ reading: await extra.api.json(call, isSigningChallenge), atMs: elapsedMs() }));
  },
  'view',
);

/** Sends the calculator's response. The waiting `PUT` reports whether it was right. */
export const sendResponse = createRequestThunk(
  'signing/response',
  async (response: string, context: RequestContext) => {
    const { extra, dispatch } = context;
    const call = { path: '/ui/challenge/response', method: 'POST', body: { response }, headers: signingHeaders(extra), caller: 'customer' } as const;
    try {
      dispatch(signingActions.challengeArrived({ reading: await extra.api.json(call, isSigningChallenge), atMs: elapsedMs() }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 410) reportSigningError(error, context);
      throw error;
    }
  },
  'view',
);

/** Can be repeated, and ignores failures, because the next report follows. */
export const noteActivity = createRequestThunk<void>(
  'signing/activity',
  async (_, { extra, signal, dispatch }) => {
    const call = { path: '/ui/activity', method: 'POST', headers: signingHeaders(extra), caller: 'customer', signal } as const;
    const { timeLeft } = await extra.api.json(call, isActivityResult);
    dispatch(signingActions.timeLeftArrived({ timeLeft, atMs: elapsedMs() }));
  },
  'view',
);

/** Reads what the server counts, without counting as activity. */
export const readTimeLeft = createRequestThunk<void>('signing/timeLeft', async (_, context) => void (await readChallenge(context)), 'view');

/** Undefined when there was no response. Only the end of the session matters here; the waiting `PUT` reports all other results. */
async function readChallenge(context: RequestContext): Promise<SigningChallenge | undefined> {
  const { extra, signal, dispatch } = context;
  try {
    const call = { path: '/ui/challenge', headers: signingHeaders(extra), caller: 'customer', signal } as const;
    const reading = await extra.api.json(call, isSigningChallenge);
    if (reading.timeLeft !== undefined) dispatch(signingActions.timeLeftArrived({ timeLeft: reading.timeLeft, atMs: elapsedMs() }));
    return reading;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) || error.status !== 410) return undefined;
    reportSigningError(error, context);
    throw error;
  }
}

/** Polls, without counting as activity, until the server says that the session has ended, or the page has more time. */
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

/** For a running signature exactly its body, so that the server joins the calls. */
function submissionOf(flow: SigningFlow, state: SigningState): SigningSubmission | undefined {
  const running = state.session?.state === 'signing' ? state.session.submission : undefined;
  return running ?? flow.submission(state);
}

function sessionEndMs({ timeLeft }: SigningState): number {
  return timeLeft === undefined ? elapsedMs() : timeLeft.atMs + timeLeft.timeLeft.totalSeconds * 1000;
}
