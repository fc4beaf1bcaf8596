/** The paper on which a customer reads and decides: provider header, time lintel, control code, countdown columns. Knows no flow. */
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { inPlaces, places } from './in-places.ts';
import styles from './sheet.module.css';

/** `isNarrow`: one pane (sign-in, success, terminated, error). */
export function SheetPage({ isNarrow = false, children }: { isNarrow?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.sign, isNarrow && styles.narrow)}>{children}</div>;
}

/** Specified sentence (`label`) and the provider's name under its monogram. */
export function ProviderHeader({ label, providerName }: { label: string; providerName: string }) {
  return (
    <div className={styles.from}>
      <span className={styles.mark} aria-hidden="true">
        {monogram(providerName)}
      </span>
      <div>
        <small>{label}</small>
        <b>{providerName}</b>
      </div>
    </div>
  );
}

/** `timeLeft` from 0 to 1 is the length of the lintel; `isShort` turns it warn. */
export function Sheet({ timeLeft = 1, isShort = false, children }: { timeLeft?: number; isShort?: boolean; children: ReactNode }) {
  return (
    <div className={styles.sheet}>
      <TimeBar part={timeLeft} isShort={isShort} />
      {children}
    </div>
  );
}

export function SheetBody({ children }: { children: ReactNode }) {
  return <div className={classNames(styles.body, 'stack-5')}>{children}</div>;
}

/** The control code in columns, one digit each; `label` is read aloud instead of the digits. */
export function CodeColumns({ code, label }: { code: string; label: string }) {
  return (
    <span className={styles.codecols} role="img" aria-label={label}>
      {inPlaces(code).map(({ key, item: digit }) => (
        <b key={key}>{digit}</b>
      ))}
    </span>
  );
}

/** `total` columns of which the first `left` are full. The sentence beside it says the same. */
export function TickColumns({ left, total }: { left: number; total: number }) {
  return (
    <span className={styles.tick} aria-hidden="true">
      {places(total).map(({ key, place }) => (
        <i key={key} className={classNames(place >= left && styles.off)} />
      ))}
    </span>
  );
}

function TimeBar({ part, isShort }: { part: number; isShort: boolean }) {
  const bar = useRef<HTMLElement>(null);
  // The CSP allows no style attributes; CSSOM is not one.
  useEffect(() => bar.current?.style.setProperty('width', `${Math.max(0, Math.min(1, part)) * 100}%`), [part]);
  return (
    <div className={classNames(styles.time, isShort && styles.short)} aria-hidden="true">
      <i ref={bar} />
    </div>
  );
}

/** First letters of the first two words: `Lumen Books OÜ` → `LB`. */
function monogram(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toLocaleUpperCase('en'))
    .join('');
}
