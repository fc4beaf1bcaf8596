/**
 * The signature: a `PUT` that the server holds until the customer's device responds. After a broken connection, a restart of the server or a
 * frozen tab the page sends the same body again, which joins the running signature.
 */
import { SIGNING_HOLD_SECONDS } from '@portico/contract/values';
import { ApiError } from '../../../shared/api/api-error.ts';
import { elapsedMs, waitOrWake, watchReturn } from '../../../shared/page/page.ts';
import { type NoAnswer, repeatDelayMs } from './repeat-policy.ts';

/** Longer than the server's hold: a response that is still missing was lost. */
const ATTEMPT_MS_MAX = (SIGNING_HOLD_SECONDS + 30) * 1000;
/** After this time in the background a tab may have lost its connection unnoticed. */
const AWAY_MS = 3000;
/** Shorter pauses end before customers could read an explanation. */
const TOLD_DELAY_MS_MIN = 2000;

export interface SendSignature<Result> {
  send: (signal: AbortSignal) => Promise<Result>;
  /** Latest end of the session; no repetition starts after it. */
  endsAtMs: number;
  /** The bank does not respond; called when the pause until the next attempt is long enough to show. */
  onPause: (untilMs: number) => void;
  signal: AbortSignal;
}

/** @throws the final error, the last failure after the end of the session, or the signal's reason. */
export async function sendSignature<Result>({ send, endsAtMs, onPause, signal }: SendSignature<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await sendUntilReturn(send, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StaleAttempt) continue;
      const delayMs = error instanceof ApiError ? repeatDelayMs(toNoAnswer(error), failures) : undefined;
      if (delayMs === undefined || elapsedMs() + delayMs > endsAtMs) throw error;
      if (delayMs >= TOLD_DELAY_MS_MIN) onPause(elapsedMs() + delayMs);
      await waitOrWake(delayMs, signal);
    }
  }
}

/** One attempt; aborts it when the page returns from the background, or the hold has passed. */
async function sendUntilReturn<Result>(send: SendSignature<Result>['send'], signal: AbortSignal): Promise<Result> {
  const attempt = new AbortController();
  const giveUp = () => attempt.abort(new StaleAttempt());
  const timer = setTimeout(giveUp, ATTEMPT_MS_MAX);
  const stopWatching = watchReturn(AWAY_MS, giveUp);
  try {
    return await send(AbortSignal.any([signal, attempt.signal]));
  } finally {
    clearTimeout(timer);
    stopWatching();
  }
}

class StaleAttempt extends Error {
  override readonly name = 'StaleAttempt';
}

function toNoAnswer(error: ApiError): NoAnswer {
  if (error.status === 0) return { kind: 'lost' };
  return { kind: 'status', status: error.status, code: error.code, retryAfterSeconds: error.retryAfterSeconds };
}
