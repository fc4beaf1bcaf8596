/** The days of a service as columns. One column is in the tab order; arrows, Home and End move between them, Esc hides the details. */
import { SERVICE_STATE_WORDS } from '@portico/contract/values';
import { type KeyboardEvent, useRef, useState } from 'react';
import { formatDate } from '../../shared/format/dates.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import styles from './status.module.css';
import { dayLabel, factsOf, type ShownDay, STATE_BADGES } from './status-words.ts';

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

export function DayBars({ title, days }: { title: string; days: readonly ShownDay[] }) {
  const last = days.length - 1;
  const bars = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(last);
  const [open, setOpen] = useState<{ readonly at: number; readonly isPinned: boolean }>();
  const shown = open === undefined ? undefined : days[open.at];
  const show = (at: number) => setOpen((now) => (now?.isPinned === true ? now : { at, isPinned: false }));
  const hide = () => setOpen((now) => (now?.isPinned === true ? now : undefined));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open !== undefined) {
      event.stopPropagation();
      setOpen(undefined);
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // A phone shows the latest days only.
    const first = firstVisible(bars.current);
    const next = Math.min(last, Math.max(first, step(Math.max(current, first), last)));
    setCurrent(next);
    setOpen({ at: next, isPinned: false });
    buttonsOf(bars.current)[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the details stay open while the pointer rests on them; keys have their own way.
    <div className={styles.history} onMouseLeave={hide}>
      <div ref={bars} className={styles.bars} role="toolbar" aria-label={`${title}, day by day`} onKeyDown={onKeyDown} onBlur={hide}>
        {days.map((day, at) => (
          <button
            key={day.date}
            type="button"
            className={classNames(styles.day, open?.at === at && styles.chosen)}
            tabIndex={at === current ? 0 : -1}
            aria-label={dayLabel(day)}
            aria-expanded={open?.at === at}
            onMouseEnter={() => show(at)}
            onFocus={() => {
              setCurrent(at);
              show(at);
            }}
            onClick={() => setOpen((now) => (now?.at === at && now.isPinned ? undefined : { at, isPinned: true }))}
          >
            <span className={styles[day.state]} />
          </button>
        ))}
      </div>
      {shown === undefined || open === undefined ? null : (
        <div ref={intoView} className={classNames(styles.details, open.at > last / 2 ? styles.atEnd : styles.atStart)} aria-hidden="true">
          <div className="row between">
            <strong>{formatDate(shown.date, 'en')}</strong>
            <Badge kind={STATE_BADGES[shown.state]}>{SERVICE_STATE_WORDS[shown.state]}</Badge>
          </div>
          <ul>
            {factsOf(shown).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
            {shown.incidents.map(({ incidentId, title: incident }) => (
              <li key={incidentId}>Incident: {incident}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Scrolls the details into view for keyboard users only, so that the page does not move under a pointer. */
function intoView(details: HTMLElement | null): void {
  if (details?.parentElement?.querySelector('button:focus-visible') != null) details.scrollIntoView?.({ block: 'nearest' });
}

const buttonsOf = (bars: HTMLElement | null): readonly HTMLButtonElement[] => [...(bars?.querySelectorAll('button') ?? [])];

function firstVisible(bars: HTMLElement | null): number {
  return Math.max(
    0,
    buttonsOf(bars).findIndex((button) => button.checkVisibility?.() ?? true),
  );
}
