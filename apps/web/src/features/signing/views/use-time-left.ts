/** What is left of the session, second by second. */

import { useElapsed } from '../../../shared/page/use-now.ts';
import { type TimeLeftShown, timeLeftAt } from '../engine/time-left.ts';
import { useSigning } from './signing-page-context.tsx';

export function useTimeLeft(): TimeLeftShown | undefined {
  const reading = useSigning((state) => state.timeLeft);
  const now = useElapsed();
  return reading === undefined ? undefined : timeLeftAt(reading, now);
}
