/** Grey lines in place of loading content. They appear after 300 ms, so that they do not flash before a quick response. */
import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { places } from './in-places.ts';
import styles from './skeleton.module.css';

const APPEARS_AFTER_MS = 300;

/** `label` is the text for screen readers. `isInline` replaces one figure in a line of text, without delay. */
export function Skeleton({ label, lines = 3, isInline = false }: { label: string; lines?: number; isInline?: boolean }) {
  const isVisible = useDelay(APPEARS_AFTER_MS) || isInline;
  if (isInline) {
    return (
      <span className={classNames(styles.skel, styles.inline)} role="status">
        <span className="vh">{label}</span>
        <i />
      </span>
    );
  }
  return (
    <div role="status">
      <span className="vh">{label}</span>
      {isVisible ? (
        <div className={styles.skel}>
          {places(lines).map(({ key }) => (
            <i key={key} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

function useDelay(delayMs: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isOver;
}
