/** One figure: its chart, and beside it the table that says the same. */
import type { StatisticsDay } from '@portico/contract';
import type { ReactNode } from 'react';
import { Card } from '../../shared/portal/card.tsx';
import { FigureChart } from './figure-chart.tsx';
import { dayText, type FigureName, figureText } from './figure-texts.ts';
import styles from './statistics.module.css';

interface FigureCardProps {
  readonly title: string;
  /** What the figure is, for the chart's and the table's name: `Uptime in percent`. */
  readonly label: string;
  readonly figure: FigureName;
  /** A second figure of the table. */
  readonly also?: { readonly figure: FigureName; readonly heading: string };
  readonly from: number | undefined;
  readonly days: readonly StatisticsDay[];
  readonly children?: ReactNode;
}

export function FigureCard({ title, label, figure, also, from, days, children }: FigureCardProps) {
  const hasFigures = days.some(({ dedicated, customer }) => dedicated[figure] !== null || customer[figure] !== null);
  return (
    <Card title={title} aside={<Legend hasReplayed={days.some(({ isReplayed }) => isReplayed)} />}>
      {children}
      <div className={styles.beside}>
        {hasFigures ? (
          <FigureChart
            label={`${label}, each day, dedicated and customer interface. The table beside it has the figures.`}
            days={days}
            figure={figure}
            from={from}
          />
        ) : (
          <p className={styles.none}>No data: no such request was sent in this quarter.</p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
        <section className={styles.scroll} aria-label={`${label}, table`} tabIndex={0}>
          <table className={styles.table}>
            <caption className="vh">{label}</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Dedicated</th>
                <th scope="col">Customer</th>
                {also === undefined ? null : <th scope="col">{also.heading}</th>}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row">
                    {dayText(day.day)}
                    <Mark day={day} />
                  </th>
                  <td>{figureText(day.dedicated[figure])}</td>
                  <td>{figureText(day.customer[figure])}</td>
                  {also === undefined ? null : <td>{figureText(day.dedicated[also.figure])}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </Card>
  );
}

function Mark({ day: { isReplayed, isRunning } }: { day: StatisticsDay }) {
  if (!isReplayed && !isRunning) return null;
  return <small className={styles.mark}>{isReplayed ? 'replayed' : 'so far'}</small>;
}

function Legend({ hasReplayed }: { hasReplayed: boolean }) {
  return (
    <div className={styles.legend}>
      <span className={styles.dedicated}>
        <svg width="24" height="8" aria-hidden="true">
          <path className={styles.line} d="M0 4H24" />
        </svg>
        Dedicated interface
      </span>
      <span className={styles.customer}>
        <svg width="24" height="8" aria-hidden="true">
          <path className={styles.line} d="M0 4H24" />
        </svg>
        Customer interface
      </span>
      {hasReplayed ? (
        <span>
          <svg width="24" height="12" aria-hidden="true">
            <rect className={styles.replayed} width="24" height="12" />
          </svg>
          Replayed
        </span>
      ) : null}
    </div>
  );
}
