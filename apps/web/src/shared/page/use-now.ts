/** The time, once a second, for figures that run down between two answers of the server. */
import { useEffect, useState } from 'react';
import { nowMs } from './page.ts';

export function useNow(): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const update = () => setNow(nowMs());
    const timer = setInterval(update, 1000);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return now;
}
