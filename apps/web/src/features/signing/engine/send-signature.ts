/**
 * The signature: a `PUT` that the server holds until the customer's device answers. A connection that dies meanwhile, a server that
 * restarts and a tab that was frozen all end the same way: the same body is sent again and joins what is running.
 */
import { SIGNING_HOLD_SECONDS } from '@portico/contract/values';
import { ApiError } from '../../../shared/api/api-error.ts';
import { nowMs, waitOrWake, watchReturn } from '../../../shared/page/page.ts';
import { type NoAnswer, repeatDelayMs } from './repeat-policy.ts';

/** Longer than the server's hold: an answer that is still missing then was lost on the way. */
const ATTEMPT_MS_MAX = (SIGNING_HOLD_SECONDS + 30) * 1000;
/** A tab that was away this long may have lost its connection without noticing. */
const AWAY_MS = 3000;
/** Shorter pauses pass before anybody would have read why. */
const TOLD_DELAY_MS_MIN = 2000;

export interface SendSignature<Result> {
  send: (signal: AbortSignal) => Promise<Result>;
  /** When the session ends at the latest; no repetition starts after it. */
  endsAtMs: number;
  /** The bank does not answer: there is a pause worth telling of, until then. */
  onPause: (untilMs: number) => void;
  signal: AbortSignal;
}

/** @throws the answer that is final, the last failure once the session's time is over, or the signal's reason. */
export async function sendSignature<Result>({ send, endsAtMs, onPause, signal }: SendSignature<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await sendUntilReturn(send, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StaleAttempt) continue;
      const delayMs = error instanceof ApiError ? repeatDelayMs(toNoAnswer(error), failures) : undefined;
      if (delayMs === undefined || nowMs() + delayMs > endsAtMs) throw error;
      if (delayMs >= TOLD_DELAY_MS_MIN) onPause(nowMs() + delayMs);
      await waitOrWake(delayMs, signal);
    }
  }
}

/** One attempt; gives up on it when the page returns from the background or the hold is over. */
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
