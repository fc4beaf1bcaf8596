/** The five seconds before the page redirects the customer. */
import { REDIRECT_COUNTDOWN_SECONDS, REDIRECT_TICK_MS } from '@portico/contract/values';

export interface Countdown {
  stop: () => void;
}

/** Calls `onTick` at once and every second, then `onEnd`. After `stop` neither callback runs again. */
export function startCountdown({ onTick, onEnd }: { onTick: (secondsLeft: number) => void; onEnd: () => void }): Countdown {
  let secondsLeft = REDIRECT_COUNTDOWN_SECONDS;
  onTick(secondsLeft);
  const timer = setInterval(() => {
    secondsLeft -= 1;
    onTick(secondsLeft);
    if (secondsLeft > 0) return;
    clearInterval(timer);
    onEnd();
  }, REDIRECT_TICK_MS);
  return { stop: () => clearInterval(timer) };
}
