/** The time, once a second, for figures that run down between two answers of the server. */
import { useEffect, useState } from 'react';
import { elapsedMs, nowMs } from './page.ts';

/** By the clock of the device, to be compared with dates. */
export function useNow(): number {
  return useTime(nowMs);
}

/** By the page's steady clock, to be compared with the time at which an answer arrived. */
export function useElapsed(): number {
  return useTime(elapsedMs);
}

function useTime(read: () => number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const update = () => setNow(read());
    const timer = setInterval(update, 1000);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [read]);
  return now;
}
