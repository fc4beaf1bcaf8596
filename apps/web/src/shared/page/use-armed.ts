/**
 * Protects against clickjacking and double clicks: a button that signs or refuses works only after it was visible for half a second. The second
 * press of a double click can therefore not hit a button that has just appeared.
 */
import { useEffect, useState } from 'react';

const ARMED_AFTER_MS = 500;

/**
 * False until the page has been visible for 500 ms without a break; a switch to the background restarts the period.
 * @param place changes when an element beside the button appears or disappears and the button moves; a change restarts the period, too
 */
export function useArmed(place?: boolean): boolean {
  const [isArmed, setIsArmed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `place` restarts the period
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
