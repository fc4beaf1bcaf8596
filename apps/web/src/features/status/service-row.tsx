/** One service: its present state, the start of the state, and its days. */
import type { Incident, ServiceStatus } from '@portico/contract';
import { SERVICE_STATE_WORDS } from '@portico/contract/values';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { DayBars } from './day-bars.tsx';
import styles from './status.module.css';
import { daysOf, STATE_BADGES, uptimePercent } from './status-words.ts';

interface ServiceRowProps {
  service: ServiceStatus;
  today: string;
  incidents: readonly Incident[];
  /** True when the server does not respond, so the shown state is an earlier one. */
  isDown: boolean;
}

export function ServiceRow({ service, today, incidents, isDown }: ServiceRowProps) {
  const { title, state, since } = service;
  const percent = uptimePercent(service);
  return (
    <li className={styles.service}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {percent === undefined ? null : (
          <span className="small second tab" title="Of the time that was measured">
            {percent}% up
          </span>
        )}
        {isDown ? <Badge kind="error">Down</Badge> : <Badge kind={STATE_BADGES[state]}>{SERVICE_STATE_WORDS[state]}</Badge>}
      </div>
      <p className="small muted">
        {isDown ? `Last known: ${SERVICE_STATE_WORDS[state].toLowerCase()}` : SERVICE_STATE_WORDS[state]}
        {since === undefined ? '' : ` since ${formatDateTime(since, 'en', browserTimeZone())}`}
      </p>
      <DayBars title={title} days={daysOf(service, today, incidents)} />
      <div className={styles.ends} aria-hidden="true">
        <span className={styles.manyDays}>90 days ago</span>
        <span className={styles.fewDays}>30 days ago</span>
        <span>today</span>
      </div>
    </li>
  );
}
