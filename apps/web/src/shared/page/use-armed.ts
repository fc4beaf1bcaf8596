/**
 * Against clickjacking, and against the second press of a double click that meets what has just come to that place: a button that signs
 * or refuses works only after it could be seen for half a second.
 */
import { useEffect, useState } from 'react';

const ARMED_AFTER_MS = 500;

/**
 * False until the page has been visible for 500 ms without a break; going to the background starts it anew.
 * @param place changes when something beside the button comes or goes, and the button moves: that starts it anew, too
 */
export function useArmed(place?: boolean): boolean {
  const [isArmed, setIsArmed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` is what starts it anew
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      setIsArmed(false);
      if (document.visibilityState !== 'hidden') timer = setTimeout(() => setIsArmed(true), ARMED_AFTER_MS);
    };
    restart();
    document.addEventListener('visibilitychange', restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', restart);
    };
  }, [place]);
  return isArmed;
}
