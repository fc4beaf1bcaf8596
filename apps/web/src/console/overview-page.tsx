/** What needs an act now, the payments of today by state, and what expires soon. */
import type { ConsoleOverview } from '@portico/contract';
import type { ConsoleAct } from '@portico/contract/values';
import { type ReactNode, useCallback } from 'react';
import { formatDate, formatMoment } from '../shared/format/dates.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { ScrollRegion } from '../shared/ui/scroll-region.tsx';
import styles from './console.module.css';
import { followIn, type PageProps, TIME_ZONE } from './page-props.ts';
import { Failure, PageTitle } from './page-title.tsx';
import { STATUS_NAMES } from './payment-statuses.ts';
import { PaymentTable } from './payment-table.tsx';
import { useLoad } from './use-load.ts';

type Parts = Pick<PageProps, 'onGo'> & { readonly acts: readonly ConsoleAct[]; readonly overview: ConsoleOverview };

export function OverviewPage({ calls, acts, onGo, onEnded }: PageProps & { readonly acts: readonly ConsoleAct[] }) {
  const { value, failure, reload } = useLoad(
    useCallback(() => calls.overview(), [calls]),
    onEnded,
  );
  return (
    <>
      <PageTitle title="Overview">{value === undefined ? null : <p>Read at {formatMoment(value.at, TIME_ZONE)}.</p>}</PageTitle>
      <Failure text={failure} />
      {value === undefined ? null : (
        <>
          <Now overview={value} acts={acts} onGo={onGo} />
          <Today overview={value} acts={acts} onGo={onGo} />
          <Stuck overview={value} acts={acts} onGo={onGo} />
          <Certificates overview={value} acts={acts} onGo={onGo} />
        </>
      )}
      <div className={styles.bar}>
        <Button kind="secondary" isDense onClick={reload}>
          Read again
        </Button>
      </div>
    </>
  );
}

function Now({ overview, acts, onGo }: Parts) {
  const { stuck, failedJobs, waitingRequests, maintenance, incidents } = overview;
  const rows: (readonly [key: string, kind: 'error' | 'warn' | 'maint' | 'info', label: string, text: ReactNode])[] = [];
  for (const { incidentId, title, state, startedAt } of incidents)
    rows.push([incidentId, 'error', 'Incident', `${title}: ${state} since ${formatMoment(startedAt, TIME_ZONE)}`]);
  if (stuck.length > 0) rows.push(['stuck', 'error', 'Act now', `${countOf(stuck.length, 20)} late by more than 10 minutes`]);
  for (const { queue, count } of failedJobs)
    rows.push([
      queue,
      'warn',
      'Check',
      `${count === 1 ? '1 job' : `${count} jobs`} of the queue ${queue} failed and will not be tried again. The server’s log has the cause.`,
    ]);
  if (waitingRequests > 0) {
    const text = waitingRequests === 1 ? '1 request waits for a second person' : `${waitingRequests} requests wait for a second person`;
    const link = (
      <a href="/requests" onClick={followIn(onGo)}>
        {text}
      </a>
    );
    rows.push(['requests', 'info', 'Decide', acts.includes('requests') ? link : text]);
  }
  for (const { maintenanceId, isRunning, startsAt, endsAt } of maintenance)
    rows.push([
      maintenanceId,
      'maint',
      'Maintenance',
      `${isRunning ? 'runs since' : 'planned from'} ${formatMoment(startsAt, TIME_ZONE)}${endsAt === undefined ? '' : ` until ${formatMoment(endsAt, TIME_ZONE)}`}`,
    ]);
  return (
    <section className={styles.panel} aria-labelledby="now">
      <h2 id="now">Now</h2>
      {rows.length === 0 ? (
        <p>
          <Badge kind="ok">Nothing needs attention</Badge>
        </p>
      ) : (
        <ul className={styles.signals}>
          {rows.map(([key, kind, label, text]) => (
            <li key={key}>
              <Badge kind={kind}>{label}</Badge>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const countOf = (count: number, max: number): string => (count === 1 ? '1 order is' : `${count === max ? `At least ${max}` : count} orders are`);

function Today({ overview: { payments, day }, acts, onGo }: Parts) {
  return (
    <section className={styles.part} aria-labelledby="today">
      <div className={styles.above}>
        <h2 id="today">Payments received today</h2>
        <p>{formatDate(day, 'en')}</p>
      </div>
      {payments.length === 0 ? (
        <p>No payment was received today.</p>
      ) : (
        <dl className={styles.figures}>
          {payments.map(({ status, count }) => (
            <div key={status}>
              <dt>
                {STATUS_NAMES[status]} <code>{status}</code>
              </dt>
              <dd>
                {acts.includes('payments') ? (
                  <a href={`/payments?${new URLSearchParams({ status })}`} onClick={followIn(onGo)}>
                    {count.toLocaleString('en')}
                  </a>
                ) : (
                  count.toLocaleString('en')
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Stuck({ overview: { stuck }, acts, onGo }: Parts) {
  return (
    <section className={styles.panel} aria-labelledby="stuck">
      <h2 id="stuck">Stuck orders</h2>
      {stuck.length === 0 ? (
        <p>No order is late by more than 10 minutes.</p>
      ) : (
        <PaymentTable label="Stuck orders" payments={stuck} mayFind={acts.includes('find')} onGo={onGo} />
      )}
    </section>
  );
}

function Certificates({ overview: { certificates }, acts, onGo }: Parts) {
  return (
    <section className={styles.panel} aria-labelledby="expiring">
      <h2 id="expiring">Certificates that expire within 30 days</h2>
      {certificates.length === 0 ? <p>None.</p> : null}
      {certificates.length === 0 ? null : (
        <ScrollRegion label="Certificates that expire" className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Application</th>
                <th scope="col">Expires</th>
                <th scope="col">Organisation</th>
              </tr>
            </thead>
            <tbody>
              {certificates.map(({ clientId, clientName, organizationId, thumbprint, notAfter }) => (
                <tr key={`${clientId} ${thumbprint}`}>
                  <td>
                    {acts.includes('providers') ? (
                      <a href={`/providers?${new URLSearchParams({ id: clientId })}`} onClick={followIn(onGo)}>
                        {clientName}
                      </a>
                    ) : (
                      clientName
                    )}
                    <small>{thumbprint.slice(0, 16)}</small>
                  </td>
                  <td>{formatMoment(notAfter, TIME_ZONE)}</td>
                  <td>{organizationId}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
