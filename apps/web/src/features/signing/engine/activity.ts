/**
 * Reports activity to the server, at most once in 30 s. The report is delayed by a second: the press of a button that cancels or signs sends
 * its own call, and a report at the same moment could reach the session after its end.
 */
import { ACTIVITY_INTERVAL_SECONDS_MIN } from '@portico/contract/values';

const DELAY_MS = 1000;

export interface Activity {
  /** Reports soon, unless the last report is younger than 30 s. */
  note: () => void;
  /** Discards a report that is not sent yet. */
  cancel: () => void;
}

export function createActivity({ send, elapsedMs }: { send: () => void; elapsedMs: () => number }): Activity {
  let notedAtMs = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    note: () => {
      if (elapsedMs() - notedAtMs < ACTIVITY_INTERVAL_SECONDS_MIN * 1000) return;
      notedAtMs = elapsedMs();
      waiting = setTimeout(send, DELAY_MS);
    },
    cancel: () => clearTimeout(waiting),
  };
}
