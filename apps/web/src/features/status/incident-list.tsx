/** What operators have said: incidents with every update, and the work that is planned. */
import type { Incident, MaintenanceWindow } from '@portico/contract';
import { STATUS_SERVICES } from '@portico/contract/values';
import { useEffect, useRef } from 'react';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import styles from './status.module.css';
import { INCIDENT_BADGES } from './status-words.ts';

const at = (instant: string) => formatDateTime(instant, 'en', browserTimeZone());

export function IncidentList({ incidents, wanted }: { incidents: readonly Incident[]; wanted: string | null }) {
  return (
    <section className="stack" aria-labelledby="incidents">
      <h2 id="incidents">Incidents</h2>
      {incidents.length === 0 ? (
        <p className="second">No incident in the last 90 days.</p>
      ) : (
        <ol className={styles.incidents}>
          {openFirst(incidents).map((incident) => (
            <IncidentItem key={incident.incidentId} incident={incident} isWanted={incident.incidentId === wanted} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Among themselves, the newest first. */
const openFirst = (incidents: readonly Incident[]) =>
  incidents.toSorted((one, other) => Number(one.state === 'resolved') - Number(other.state === 'resolved'));

function IncidentItem({ incident, isWanted }: { incident: Incident; isWanted: boolean }) {
  const { title, state, services, startedAt, nextUpdateAt, isFallbackAvailable, updates } = incident;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) item.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const { kind, word } = INCIDENT_BADGES[state];
  return (
    <li ref={item} className={classNames(styles.incident, isWanted && styles.wanted)}>
      <div className="row wrap between">
        <h3>{title}</h3>
        <Badge kind={kind}>{word}</Badge>
      </div>
      <p className="small muted">
        {services.map((id) => STATUS_SERVICES[id]).join(', ')} · since {at(startedAt)}
      </p>
      {state === 'resolved' ? null : (
        <p className="small">
          {isFallbackAvailable ? (
            <>
              The fallback interface is available meanwhile: <a href="#/how-to-fallback">How to Fallback</a>.
            </>
          ) : (
            'The fallback interface is not available.'
          )}
          {nextUpdateAt === undefined ? '' : ` Next update: ${at(nextUpdateAt)}.`}
        </p>
      )}
      <dl className={styles.updates}>
        {updates.map((update) => (
          <div key={update.at + update.text}>
            <dt>
              <strong>{INCIDENT_BADGES[update.state].word}</strong> <time dateTime={update.at}>{at(update.at)}</time>
            </dt>
            <dd>{update.text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

export function MaintenanceList({ windows }: { windows: readonly MaintenanceWindow[] }) {
  if (windows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="maintenance">
      <h2 id="maintenance">Maintenance</h2>
      <ul className={styles.incidents}>
        {windows.map(({ maintenanceId, state, startsAt, endsAt, texts }) => (
          <li key={maintenanceId} className={styles.incident}>
            <div className="row wrap between">
              <h3>{state === 'running' ? 'Now' : 'Planned'}</h3>
              <Badge kind="maint">{state === 'running' ? 'Running' : 'Planned'}</Badge>
            </div>
            <p className="small muted">
              {at(startsAt)} {endsAt === undefined ? '· the end is not known yet' : `to ${at(endsAt)}`}
            </p>
            {texts.en === undefined ? null : <p className={styles.text}>{texts.en}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
