/**
 * Refusing: the page repeats `DELETE` until the bank answers; the last attempt outlives the page. The page leaves only after the bank's
 * confirmation. Until then the customer's device may still sign, so the page does not say that the order is cancelled.
 */
import { ApiError } from '../../../shared/api/api-error.ts';
import { waitOrWake } from '../../../shared/page/page.ts';
import { createRequestThunk, type RequestContext } from '../../../shared/store/request-thunk.ts';
import { leaveTo } from './leave-signing.ts';
import { openSigning, readSigning } from './open-signing.ts';
import { reportSigningError, signingHeaders, terminationOf } from './signing-calls.ts';
import { type SigningFlow, signingPath } from './signing-flow.ts';
import { signingActions } from './signing-slice.ts';
import { refusalUrl } from './way-back.ts';

const ATTEMPT_MS_MAX = 5000;
/** A refusal that takes longer is shown as unconfirmed. */
const TOLD_AFTER_MS = 2000;
const REPEAT_MS = 3000;

/** Runs until the bank confirms the refusal, or reports a signature or another end of the session. */
export const sendRefusal = createRequestThunk(
  'signing/refuse',
  async (flow: SigningFlow, context: RequestContext) => {
    const { signal, dispatch } = context;
    const told = setTimeout(() => dispatch(signingActions.refusalUnconfirmed()), TOLD_AFTER_MS);
    const lastWord = () => void refuseOnce(flow, context).catch(() => undefined);
    window.addEventListener('pagehide', lastWord);
    try {
      while (!(await refuseAndFollow(flow, context))) {
        dispatch(signingActions.refusalUnconfirmed());
        await waitOrWake(REPEAT_MS, signal);
      }
    } finally {
      clearTimeout(told);
      window.removeEventListener('pagehide', lastWord);
    }
  },
  'view',
);

function refuseOnce(flow: SigningFlow, { extra }: RequestContext): Promise<void> {
  const headers = signingHeaders(extra);
  return extra.api.nothing({ path: signingPath(flow), method: 'DELETE', headers, caller: 'customer', keepalive: true, timeoutMs: ATTEMPT_MS_MAX });
}

/** True when the bank has answered and the page has acted on it. */
async function refuseAndFollow(flow: SigningFlow, context: RequestContext): Promise<boolean> {
  const { signal, dispatch, getState } = context;
  try {
    await refuseOnce(flow, context);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'ALREADY_SIGNED') {
      await dispatch(openSigning(flow));
      return readSigning(getState())?.step !== 'refusing';
    }
    if (error.status !== 410) return false;
    if (terminationOf(error).end?.outcome !== 'refused') {
      reportSigningError(error, context);
      return true;
    }
  }
  signal.throwIfAborted();
  const url = refusalUrl(readSigning(getState())?.wayBack ?? {});
  dispatch(signingActions.leaving());
  leaveTo(url, context.extra.storage);
  return true;
}
