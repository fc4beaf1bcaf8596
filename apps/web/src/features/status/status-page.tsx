/** `/api-status`: the present and past states of the bank's services, and the bank's incidents. */
import type { ApiStatus, RuntimeConfig } from '@portico/contract';
import { DEGRADED, SERVICE_STATE_WORDS, SERVICE_STATES, type ServiceState, SUBSCRIPTION_PAGE } from '@portico/contract/values';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Card } from '../../shared/portal/card.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { useQuery } from '../../shared/portal/router/place.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Note, type NoteKind } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { KnownStatus } from './api-status-slice.ts';
import { IncidentList, MaintenanceList } from './incident-list.tsx';
import { ServiceRow } from './service-row.tsx';
import styles from './status.module.css';
import { STATUS_PATH } from './status-calls.ts';
import { StatusTable } from './status-table.tsx';
import { useStatus } from './use-status.ts';

const NOTES: Readonly<Record<ServiceState, NoteKind>> = {
  operational: 'ok',
  degraded: 'warn',
  down: 'error',
  maintenance: 'maint',
  noData: 'info',
};

export function ApiStatusPage({ url, title, config }: { url: string; title: string; config: RuntimeConfig }) {
  const { known, isDown, checkedAt, checkAgain } = useStatus();
  const search = useQuery();
  const feed = `${config.apiBase}${STATUS_PATH}`;
  return (
    <div className="stack-6">
      <div className={styles.top}>
        <div className="stack-2">
          <PageHeading title={title} />
          <p className="second">Measured once a minute by the bank’s own probes, and from every request to its API.</p>
        </div>
        <div className="row wrap small">
          <ButtonLink kind="secondary" isDense href={`#${url}/${SUBSCRIPTION_PAGE.segment}`}>
            Get updates by mail
          </ButtonLink>
          <a href={feed}>JSON</a>
          <a href={`${feed}/summary`}>Summary</a>
          <a href={`${feed}/incidents`}>Incidents</a>
          <a href={`${feed}/incidents.atom`}>Atom feed</a>
        </div>
      </div>
      {/* The region is there before it says something, so that what changes is read out. */}
      <div role="status">
        {checkedAt === null ? null : isDown ? <DownNote known={known} /> : known === null ? null : <StateNote status={known.status} />}
      </div>
      {known !== null ? (
        <>
          <Services known={known} isDown={isDown} checkedAt={checkedAt} checkAgain={checkAgain} />
          <MaintenanceList windows={known.status.maintenance} />
          <IncidentList incidents={known.status.incidents} wanted={search.get('incident')} />
        </>
      ) : isDown ? (
        <Button kind="secondary" onClick={checkAgain}>
          Ask again
        </Button>
      ) : (
        <Skeleton label="Loading the status" lines={8} />
      )}
      <Rules />
    </div>
  );
}

const at = (instant: string) => formatDateTime(instant, 'en', browserTimeZone());

/** An open incident takes precedence over the measured state. */
function StateNote({ status: { state, summary, incidents } }: { status: ApiStatus }) {
  const open = incidents.find((incident) => incident.state !== 'resolved');
  if (open === undefined) {
    return (
      <Note kind={NOTES[state]}>
        <strong>{summary}</strong>
      </Note>
    );
  }
  return (
    <Note kind={state === 'operational' || state === 'noData' ? 'warn' : NOTES[state]}>
      <strong>{open.title}.</strong> {open.updates[0]?.text}
      <div>Measured: {summary}</div>
    </Note>
  );
}

function DownNote({ known }: { known: KnownStatus | null }) {
  return (
    <Note kind="error">
      <strong>Down.</strong> The status was asked for and not answered: take the services for down. This page asks again by itself.
      {known === null ? null : (
        <div>
          Last known at {at(known.answeredAt)}: {known.status.summary}
        </div>
      )}
    </Note>
  );
}

interface ServicesProps {
  known: KnownStatus;
  isDown: boolean;
  checkedAt: string | null;
  checkAgain: () => void;
}

function Services({ known: { status }, isDown, checkedAt, checkAgain }: ServicesProps) {
  return (
    <Card title="Services" aside={<Legend />}>
      <ul className={styles.services}>
        {status.services.map((service) => (
          <ServiceRow key={service.serviceId} service={service} today={status.today} incidents={status.incidents} isDown={isDown} />
        ))}
      </ul>
      <StatusTable services={status.services} />
      <div className={styles.foot}>
        <p className="micro muted">
          {status.measuredAt === undefined ? 'Nothing was measured yet.' : `Last measured ${at(status.measuredAt)}.`}
          {checkedAt === null ? '' : ` Asked ${at(checkedAt)}; this page asks again every 30 seconds.`}
        </p>
        <Button kind="quiet" isDense onClick={checkAgain}>
          Refresh
        </Button>
      </div>
    </Card>
  );
}

function Legend() {
  return (
    <ul className={styles.legend} aria-label="What the columns mean">
      {SERVICE_STATES.map((state) => (
        <li key={state}>
          <span className={styles.sample}>
            <span className={styles[state]} />
          </span>
          {SERVICE_STATE_WORDS[state]}
        </li>
      ))}
    </ul>
  );
}

function Rules() {
  return (
    <section className="stack-2" aria-labelledby="rules">
      <h2 id="rules">How it is measured</h2>
      <p className="second">
        A service is <strong>down</strong> from the first of five consecutive requests that were not answered within 30 seconds, or failed on the
        bank’s side, until one is answered again (EBA/GL/2018/07, guideline 2.4). It is <strong>degraded</strong> when, of the requests of the last{' '}
        {DEGRADED.minutes} minutes, {DEGRADED.failedPercent}% or more failed, or {DEGRADED.slowPercent}% or more took longer than{' '}
        {DEGRADED.slowMs / 1_000} seconds; a day is, when that lasted {DEGRADED.minutes} minutes or longer. Calls that wait for a customer’s phone are
        not judged by their time. Where nothing was measured there is <strong>no data</strong>. Days are those of the bank, in Tallinn.
      </p>
      <p className="second">
        The probes are requests of this server to itself. They are marked, and neither an application’s figures nor the statistics of response times
        include them.
      </p>
    </section>
  );
}
