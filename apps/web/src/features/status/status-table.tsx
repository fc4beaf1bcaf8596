/** The same days as a table of figures. */
import type { ServiceStatus } from '@portico/contract';
import { DEFAULT_LOCALE, SERVICE_STATE_WORDS } from '@portico/contract/values';
import { useState } from 'react';
import { formatDate } from '../../shared/format/dates.ts';
import styles from './status.module.css';
import { duration } from './status-words.ts';

export function StatusTable({ services }: { services: readonly ServiceStatus[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const dates = [...new Set(services.flatMap(({ days }) => days.map(({ date }) => date)))].sort().reverse();
  if (dates.length === 0) return null;
  return (
    <details className={styles.table} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>The measured days as a table</summary>
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        <section className={styles.scroll} tabIndex={0} aria-label="Measured days">
          <table>
            <thead>
              <tr>
                <th scope="col">Date</th>
                {services.map(({ serviceId, title }) => (
                  <th key={serviceId} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {dates.map((date) => (
                <tr key={date}>
                  <th scope="row" className="tab">
                    {formatDate(date, DEFAULT_LOCALE)}
                  </th>
                  {services.map(({ serviceId, days }) => {
                    const day = days.find((each) => each.date === date);
                    return (
                      <td key={serviceId}>
                        {SERVICE_STATE_WORDS[day?.state ?? 'noData']}
                        {day === undefined || day.downSeconds === 0 ? '' : `, down ${duration(day.downSeconds)}`}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
