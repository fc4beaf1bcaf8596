/** `/statistics`: availability and response times of the bank's interfaces, by quarter. `?quarter=2026Q3` selects one. */
import type { RuntimeConfig, StatisticsList, StatisticsQuarter } from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { useState } from 'react';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { changeQuery, useQuery } from '../../shared/portal/router/place.ts';
import { SelectField } from '../../shared/portal/select-field.tsx';
import { Tabs } from '../../shared/portal/tabs.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { DownloadButtons } from './download-buttons.tsx';
import { FigureCard } from './figure-card.tsx';
import { monthsText, quarterText } from './figure-texts.ts';
import { Formula } from './formula.tsx';
import { KeyFigures } from './key-figures.tsx';
import styles from './statistics.module.css';
import { useQuarter, useStatisticsList } from './use-statistics.ts';

const KINDS = [
  { id: 'aisMs', label: 'Account information', text: 'account information' },
  { id: 'pisMs', label: 'Payments', text: 'payment initiation' },
  { id: 'fundsMs', label: 'Funds', text: 'confirmation of funds' },
] as const;

export function StatisticsPage({ config }: { config: Pick<RuntimeConfig, 'apiBase'> }) {
  const { value: list, failure, reload } = useStatisticsList();
  return (
    <div className="stack-6">
      <div className="stack-2">
        <PageHeading title="Statistics" />
        <p className="second">Availability and performance of the bank’s interfaces, day by day, as EBA/GL/2018/07 asks.</p>
      </div>
      {list === null ? (
        failure === undefined ? (
          <Skeleton label="Loading the statistics" lines={8} />
        ) : (
          <LoadFailure isToasted failure={failure} onRetry={reload} />
        )
      ) : (
        <Quarters list={list} apiBase={config.apiBase} />
      )}
    </div>
  );
}

function Quarters({ list, apiBase }: { list: StatisticsList; apiBase: string }) {
  const wanted = useQuery().get('quarter');
  const periods = [...new Set(list.map(({ period }) => period))];
  const period = periods.find((known) => known === wanted) ?? periods[0];
  if (period === undefined) return <p>The bank has published no statistics yet.</p>;
  const options = periods.map((value) => ({
    value,
    label: `${quarterText(value)}${list.some((item) => item.period === value && item.isRunning) ? ' (running)' : ''}`,
  }));
  return (
    <>
      <div className={styles.tools}>
        <SelectField label="Quarter" options={options} value={period} onChange={(chosen) => changeQuery('quarter', chosen)} />
        <DownloadButtons key={period} reports={list.filter((item) => item.period === period)} apiBase={apiBase} />
      </div>
      {wanted === null || wanted === period ? null : (
        <Note kind="info" role="status">
          There are no statistics of that quarter. These are of {quarterText(period)}.
        </Note>
      )}
      <Figures key={period} period={period} />
    </>
  );
}

function Figures({ period }: { period: string }) {
  const { value: quarter, failure, reload } = useQuarter(period);
  if (quarter === null)
    return failure === undefined ? <Skeleton label="Loading the figures" lines={8} /> : <LoadFailure isToasted failure={failure} onRetry={reload} />;
  return (
    <>
      <Remarks quarter={quarter} />
      {isMeasured(quarter) ? <Charts quarter={quarter} /> : <Empty />}
      <Formula timeZone={quarter.timeZone} />
    </>
  );
}

/** Every day is counted, but an interface without requests has no figures. */
function isMeasured({ whole: { dedicated, customer } }: StatisticsQuarter): boolean {
  return [dedicated, customer].some(({ requests, uptimePercent }) => requests > 0 || uptimePercent !== null);
}

function Remarks({ quarter }: { quarter: StatisticsQuarter }) {
  const { days, isRunning, publishedAt } = quarter;
  const replayed = days.filter(({ isReplayed }) => isReplayed).length;
  const [first] = days;
  return (
    <div className="stack">
      <p className="small second">
        {monthsText(quarter)} {quarter.period.slice(0, 4)}
        {first === undefined || !isMeasured(quarter) ? '.' : `, measured from ${first.day} to ${days.at(-1)?.day ?? ''}.`}
        {isRunning ? ' The quarter is running: figures so far.' : ''}
        {publishedAt === undefined ? '' : ` Published on ${formatDateTime(publishedAt, DEFAULT_LOCALE, browserTimeZone())}.`}
      </p>
      {replayed === 0 ? null : (
        <Note kind="warn">
          {replayed === 1 ? 'One day is' : `${replayed} days are`} replayed: real requests, sent by the operator to the sandbox and dated back. They
          show how the page looks, not how the bank was. They are marked.
        </Note>
      )}
    </div>
  );
}

function Empty() {
  return (
    <div className="stack-2">
      <p className="strong">No data yet.</p>
      <p className="second">
        Nothing was measured in this quarter. The first figures appear within five minutes of the first request, for example one from the{' '}
        <a href="#/api-explorer">API Explorer</a>.
      </p>
    </div>
  );
}

function Charts({ quarter: { days, whole } }: { quarter: StatisticsQuarter }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]['id']>('aisMs');
  const about = KINDS.find(({ id }) => id === kind)?.text ?? '';
  return (
    <>
      <KeyFigures whole={whole} days={days.length} />
      <FigureCard
        title="Availability, %"
        label="Uptime in percent"
        figure="uptimePercent"
        also={{ figure: 'downtimePercent', heading: 'Dedicated down' }}
        from={undefined}
        days={days}
      />
      <Tabs label="Kind of request" tabs={KINDS} chosen={kind} onChoose={setKind}>
        <FigureCard title="Response time, ms" label={`Mean response time of ${about} in milliseconds`} figure={kind} from={0} days={days} />
      </Tabs>
      <FigureCard title="Error responses, %" label="Error response rate in percent" figure="errorPercent" from={0} days={days} />
    </>
  );
}
