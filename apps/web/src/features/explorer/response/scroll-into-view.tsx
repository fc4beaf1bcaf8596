/** Scrolls to a new response. It is below the sample, and in a narrow window a page further down. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { Outcome } from '../request/outcome.ts';

/** Height of the sticky bar. */
const BAR_PX = 64;
/** If at least this much of the response is visible, the page does not scroll. */
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
