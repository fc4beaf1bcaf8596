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
  /** The place at which the button is armed: a button that moves is disarmed in the same rendering. */
  const [armedAt, setArmedAt] = useState<{ readonly place: boolean | undefined }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      setArmedAt(undefined);
      if (document.visibilityState !== 'hidden') timer = setTimeout(() => setArmedAt({ place }), ARMED_AFTER_MS);
    };
    restart();
    document.addEventListener('visibilitychange', restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', restart);
    };
  }, [place]);
  return armedAt !== undefined && armedAt.place === place;
}
