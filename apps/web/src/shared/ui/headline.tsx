/** A step's heading takes the focus when the step appears, so that a screen reader and the keyboard start there. */
import { type ReactNode, useEffect, useRef } from 'react';

export function Headline({ level = 1, takesFocus = true, children }: { level?: 1 | 2; takesFocus?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Heading ref={heading} tabIndex={-1}>
      {children}
    </Heading>
  );
}
