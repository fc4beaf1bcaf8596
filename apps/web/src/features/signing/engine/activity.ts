/**
 * Tells the server that somebody is there, at most once in 30 s, however much they type. It is said a moment later: the press that
 * cancels or signs is a call of its own, and must not race a second one to a session that it ends.
 */
import { ACTIVITY_INTERVAL_SECONDS_MIN } from '@portico/contract/values';

const DELAY_MS = 1000;

export interface Activity {
  /** Sends soon, or does nothing when the last one is younger than 30 s. */
  note: () => void;
  /** What was noted but not yet sent is forgotten. */
  cancel: () => void;
}

export function createActivity({ send, nowMs }: { send: () => void; nowMs: () => number }): Activity {
  let notedAtMs = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    note: () => {
      if (nowMs() - notedAtMs < ACTIVITY_INTERVAL_SECONDS_MIN * 1000) return;
      notedAtMs = nowMs();
      waiting = setTimeout(send, DELAY_MS);
    },
    cancel: () => clearTimeout(waiting),
  };
}
