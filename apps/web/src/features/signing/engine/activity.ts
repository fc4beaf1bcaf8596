/** Tells the server that somebody is there, at most once in 30 s, however much they type. */
import { ACTIVITY_INTERVAL_SECONDS_MIN } from '@portico/contract/values';

export interface Activity {
  /** Sends, or does nothing when the last one is younger than 30 s. */
  note: () => void;
}

export function createActivity({ send, nowMs }: { send: () => void; nowMs: () => number }): Activity {
  let sentAtMs = Number.NEGATIVE_INFINITY;
  return {
    note: () => {
      if (nowMs() - sentAtMs < ACTIVITY_INTERVAL_SECONDS_MIN * 1000) return;
      sentAtMs = nowMs();
      send();
    },
  };
}
