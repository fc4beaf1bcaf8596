/** A terminated page that asks again: while a signature is open, or to go on in this tab. */
import { isSigningSession } from '../../../shared/api/answers.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { untilVisible, waitOrWake } from '../../../shared/page/page.ts';
import { createRequestThunk, type RequestContext } from '../../../shared/store/request-thunk.ts';
import { signingHeaders, terminationOf } from './signing-calls.ts';
import { detailsPath, type SigningFlow } from './signing-flow.ts';
import { signingActions } from './signing-slice.ts';

const ASK_MS = 3000;

/** Asks every three seconds what became of the session, until its end is known or it can be shown again. Ends by abort. */
export const askEnd = createRequestThunk(
  'signing/askEnd',
  async (flow: SigningFlow, context: RequestContext) => {
    for (;;) {
      await waitOrWake(ASK_MS, context.signal);
      await untilVisible(context.signal);
      await askOnce(flow, context);
    }
  },
  'view',
);

async function askOnce(flow: SigningFlow, { extra, signal, dispatch }: RequestContext): Promise<void> {
  try {
    await extra.api.json({ path: detailsPath(flow), headers: signingHeaders(extra), caller: 'customer', signal }, isSigningSession);
    dispatch(signingActions.reloading());
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.status === 410) dispatch(signingActions.terminated(terminationOf(error)));
  }
}

/** Goes on here with a session that another tab has: without its id the server gives this tab one beside it. */
export const continueHere = createRequestThunk<void>(
  'signing/continue',
  async (_, { extra, dispatch }) => {
    extra.storage.signingId.clear();
    extra.storage.signingTerminated.clear();
    dispatch(signingActions.reloading());
  },
  'view',
);
