/** What came of a request. It stands below the sample, in a narrow window a page further down: who sent it is led there. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { Outcome } from '../request/outcome.ts';

/** Of the bar that stays above everything. */
const BAR_PX = 64;
/** As much of it as says what came: where that is in view nothing moves under the pointer. */
const TELLING_PX = 160;

export function ScrollIntoView({ outcome, children }: { outcome: Outcome; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome comes into view once
  useEffect(() => {
    const { top = 0 } = place.current?.getBoundingClientRect() ?? {};
    if (top < BAR_PX || top > window.innerHeight - TELLING_PX) place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  return (
    <div ref={place} className="stack-5">
      {children}
    </div>
  );
}
