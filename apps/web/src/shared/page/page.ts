/** The browser's time, visibility and network events, for polling and held calls. */

/** The clock of the device: for dates only. Customers' pages count time with {@link elapsedMs}, because this clock can be wrong and can be set. */
export function nowMs(): number {
  return Date.now();
}

/** The page's steady clock, which the device's settings do not change; only differences count. It may stop while the device sleeps: {@link watchClock}. */
export function elapsedMs(): number {
  return performance.now();
}

function isPageVisible(): boolean {
  return document.visibilityState !== 'hidden';
}

/**
 * Resolves after `delayMs`, or earlier when the page becomes visible or the network returns; rejects with the signal's reason. The timers of a
 * frozen
 * tab stop, so the delay alone would keep a returning customer waiting.
 */
export function waitOrWake(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => finish(resolve);
    const wakeWhenVisible = () => {
      if (isPageVisible()) wake();
    };
    const abort = () => finish(() => reject(signal.reason));
    const timer = setTimeout(wake, delayMs);
    function finish(settle: () => void): void {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wakeWhenVisible);
      window.removeEventListener('online', wake);
      signal.removeEventListener('abort', abort);
      settle();
    }
    if (signal.aborted) {
      abort();
      return;
    }
    document.addEventListener('visibilitychange', wakeWhenVisible);
    window.addEventListener('online', wake);
    signal.addEventListener('abort', abort);
  });
}

/** Resolves at once when the page is visible, else when it becomes visible; rejects with the signal's reason. */
export function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      document.removeEventListener('visibilitychange', check);
      reject(signal.reason);
    };
    const check = () => {
      if (!isPageVisible()) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', abort, { once: true });
    check();
  });
}

/**
 * Calls back when the page returns after at least `awayMs` in the background (a customer in the Smart-ID app). Returns a function that stops
 * watching.
 */
export function watchReturn(awayMs: number, onReturn: () => void): () => void {
  let hiddenAtMs: number | undefined = isPageVisible() ? undefined : elapsedMs();
  const onChange = () => {
    if (!isPageVisible()) {
      hiddenAtMs ??= elapsedMs();
      return;
    }
    const wasAwayMs = hiddenAtMs === undefined ? 0 : elapsedMs() - hiddenAtMs;
    hiddenAtMs = undefined;
    if (wasAwayMs >= awayMs) onReturn();
  };
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

const CLOCK_CHECK_MS = 1000;
const CLOCK_TOLERANCE_MS = 2000;

/**
 * Calls back when the page becomes visible, and when the two clocks have drifted apart: the device slept, or its clock was set. What the page counts
 * may then be wrong until the server is asked. Returns a function that stops watching.
 */
export function watchClock(onDoubt: () => void): () => void {
  let differenceMs = nowMs() - elapsedMs();
  const check = () => {
    const nextMs = nowMs() - elapsedMs();
    const isInDoubt = Math.abs(nextMs - differenceMs) > CLOCK_TOLERANCE_MS;
    differenceMs = nextMs;
    if (isInDoubt) onDoubt();
  };
  const onChange = () => {
    if (!isPageVisible()) return;
    differenceMs = nowMs() - elapsedMs();
    onDoubt();
  };
  const timer = setInterval(check, CLOCK_CHECK_MS);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
