/** Headers and error handling of all signing calls: the signing id, and the meaning of a 410. */
import { HEADERS } from '@portico/contract/values';
import { ApiError, isRecord } from '../../../shared/api/api-error.ts';
import { safeUrl } from '../../../shared/page/safe-url.ts';
import { toRequestFailure } from '../../../shared/store/request-failure.ts';
import type { AppDispatch, ThunkExtra } from '../../../shared/store/request-thunk.ts';
import { endOf } from './session-end.ts';
import { type SigningFailure, signingActions, type Termination } from './signing-slice.ts';
import type { WayBack } from './way-back.ts';

/** After these statuses the customer can sign again from the info step; after others the page loads all data again. */
const REOPENING_STATUSES: ReadonlySet<number> = new Set([400, 422]);

export function signingHeaders({ storage }: Pick<ThunkExtra, 'storage'>): Record<string, string> {
  const signingId = storage.signingId.read();
  return signingId === undefined ? {} : { [HEADERS.signingId]: signingId };
}

/**
 * Handles a failed call: a 410 flags the session as terminated and opens that view; other errors open the error view. `isSignature`: the call was
 * `PUT`, whose refusal leads back to the info step.
 */
export function reportSigningError(error: unknown, { extra, dispatch }: { extra: ThunkExtra; dispatch: AppDispatch }, isSignature = false): void {
  if (error instanceof ApiError && error.status === 410) {
    extra.storage.signingTerminated.write('true');
    dispatch(signingActions.terminated(terminationOf(error)));
    return;
  }
  dispatch(signingActions.signingFailed(failureOf(error, isSignature)));
}

export function terminationOf(error: unknown): Termination {
  if (!(error instanceof ApiError)) return { wayBack: {} };
  const end = endOf(error.body);
  return { wayBack: wayBackOf(error.body), requestId: error.requestId, ...(end === undefined ? {} : { end }) };
}

function failureOf(error: unknown, isSignature: boolean): SigningFailure {
  const failure = toRequestFailure(error);
  return { ...failure, isSignature, retry: isSignature && REOPENING_STATUSES.has(failure.status) ? 'reopen' : 'load' };
}

/** The way back in the 410 of this browser's own session; addresses other than http(s) are dropped. */
export function wayBackOf(body: unknown): WayBack {
  if (!isRecord(body)) return {};
  const { tppName, tppSuccessUrl, tppFailureUrl } = body;
  const wayBack: { -readonly [Key in keyof WayBack]: WayBack[Key] } = {};
  if (typeof tppName === 'string' && tppName !== '') wayBack.tppName = tppName;
  if (typeof tppSuccessUrl === 'string' && safeUrl(tppSuccessUrl) !== undefined) wayBack.tppSuccessUrl = tppSuccessUrl;
  if (typeof tppFailureUrl === 'string' && safeUrl(tppFailureUrl) !== undefined) wayBack.tppFailureUrl = tppFailureUrl;
  return wayBack;
}
