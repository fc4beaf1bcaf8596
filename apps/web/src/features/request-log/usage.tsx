/** The calls of the developer's application in figures: by hour or by day, with errors by code, also as a file. */
import type { RequestUsage } from '@portico/contract';
import { toCsv } from '@portico/primitives';
import { useCallback } from 'react';
import { formatDate, formatDateTime } from '../../shared/format/dates.ts';
import { saveBlob } from '../../shared/page/save-blob.ts';
import { ErrorCode } from '../../shared/portal/http/error-code.tsx';
import { statusLine } from '../../shared/portal/http/status-words.ts';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { changeQuery, useQuery } from '../../shared/portal/router/place.ts';
import { SelectField } from '../../shared/portal/select-field.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { createRequestLogCalls, type UsagePeriod } from './request-log-calls.ts';
import styles from './usage.module.css';
import { UsageChart } from './usage-chart.tsx';
import { Results } from './usage-results.tsx';

const PERIODS = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

const countText = (count: number) => count.toLocaleString('en');
const msText = (ms: number | undefined) => (ms === undefined ? '–' : `${countText(ms)}\u00a0ms`);

export function Usage() {
  const asked = useQuery().get('period');
  const period = PERIODS.find(({ value }) => value === asked)?.value ?? '24h';
  return (
    <div className="stack-6">
      <div className={styles.period}>
        <SelectField label="Period" options={PERIODS} value={period} onChange={(value) => changeQuery('period', value, { replace: true })} />
      </div>
      <Figures key={period} period={period} />
      <Results key={`results ${period}`} period={period} />
    </div>
  );
}

function Figures({ period }: { period: UsagePeriod }) {
  const { api } = useExtra();
  const { value: usage, failure, reload } = useLoaded(useCallback((signal) => createRequestLogCalls(api).usage(period, signal), [api, period]));
  if (usage === undefined)
    return failure === undefined ? <Skeleton label="Loading the figures" lines={8} /> : <LoadFailure failure={failure} onRetry={reload} />;
  if (usage.total.calls === 0) return <p className="strong">No calls in this period.</p>;
  const isHourly = period === '24h';
  const stepText = (from: string) => (isHourly ? formatDateTime(from, 'en', 'UTC') : formatDate(from.slice(0, 10), 'en'));
  const { calls, failed, p50Ms, p95Ms } = usage.total;
  const total = [
    ['Calls', countText(calls)],
    ['Failed calls', countText(failed)],
    ['Median duration (p50)', msText(p50Ms)],
    ['95% are done within (p95)', msText(p95Ms)],
  ] as const;
  return (
    <>
      <dl className={styles.total}>
        {total.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <section className="stack" aria-labelledby="usage-steps">
        <div className="row wrap between">
          <h2 id="usage-steps">{isHourly ? 'Calls by hour' : 'Calls by day'}</h2>
          <Button kind="secondary" isDense onClick={() => saveBlob(toFile(usage), `usage-${period}.csv`)}>
            Download CSV
          </Button>
        </div>
        <p className="small second">
          Failed calls, status 400 and above, are the lower part of each column. {isHourly ? 'Hours' : 'Days'} are of UTC. Calls that are not
          authenticated are not counted.
        </p>
        <UsageChart steps={usage.steps} />
        <ScrollRegion label="Calls, table" className={styles.scroll}>
          <table className={styles.table} aria-labelledby="usage-steps">
            <thead>
              <tr>
                <th scope="col">{isHourly ? 'Hour' : 'Day'}</th>
                <th scope="col">Calls</th>
                <th scope="col">Failed</th>
                <th scope="col">p50</th>
                <th scope="col">p95</th>
              </tr>
            </thead>
            <tbody>
              {usage.steps.toReversed().map((step) => (
                <tr key={step.from}>
                  <th scope="row">{stepText(step.from)}</th>
                  <td>{countText(step.calls)}</td>
                  <td>{countText(step.failed)}</td>
                  <td>{msText(step.p50Ms)}</td>
                  <td>{msText(step.p95Ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </section>
      <Errors errors={usage.errors} />
    </>
  );
}

function Errors({ errors }: Pick<RequestUsage, 'errors'>) {
  if (errors.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="usage-errors">
      <h2 id="usage-errors">Errors by code</h2>
      <ScrollRegion label="Errors, table" className={styles.scroll}>
        <table className={styles.table} aria-labelledby="usage-errors">
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">Calls</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ code, status, isFallback, calls }) => (
              <tr key={`${status} ${code ?? ''} ${isFallback}`}>
                <th scope="row">{code === undefined ? 'No code' : <ErrorCode code={code} status={status} isFallback={isFallback} />}</th>
                <td>{statusLine(status)}</td>
                <td>{countText(calls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

/** The steps, an empty line, and the errors. */
function toFile({ steps, errors }: RequestUsage): Blob {
  const numberOf = (figure: number | undefined) => (figure === undefined ? null : String(figure));
  const rows = [
    ['from', 'calls', 'failed', 'p50 ms', 'p95 ms'],
    ...steps.map(({ from, calls, failed, p50Ms, p95Ms }) => [from, String(calls), String(failed), numberOf(p50Ms), numberOf(p95Ms)]),
    [],
    ['code', 'status', 'calls'],
    ...errors.map(({ code, status, calls }) => [code ?? null, String(status), String(calls)]),
  ];
  return new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' });
}
