/** What came of a request. It stands below the sample, in a narrow window a page further down: who sent it is led there. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { Outcome } from '../request/outcome.ts';

export function Arrival({ outcome, children }: { outcome: Outcome; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome comes into view once
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [outcome]);
  return (
    <div ref={place} className="stack-5">
      {children}
    </div>
  );
}
