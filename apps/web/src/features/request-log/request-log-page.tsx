/** `/tpp/requests`: the calls of the developer's application as the bank received them, with the reason of each refusal, and their figures. */
import type { RuntimeConfig, TokenUserList } from '@portico/contract';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { ApplicationSelect } from '../../shared/application/application-select.tsx';
import { useApplications } from '../../shared/application/use-applications.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { changeQuery, useQuery } from '../../shared/portal/router/place.ts';
import { SelectField } from '../../shared/portal/select-field.tsx';
import { Tabs } from '../../shared/portal/tabs.tsx';
import { customerName } from '../../shared/portal/test-customers/customer-texts.ts';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './request-log.module.css';
import { createRequestLogCalls, type RequestFilter } from './request-log-calls.ts';
import { RequestRow } from './request-row.tsx';
import { Usage } from './usage.tsx';
import { useRequestLog } from './use-request-log.ts';

const STATUSES = [
  { value: '', label: 'All responses' },
  { value: '2xx', label: 'Done (2xx)' },
  { value: '3xx', label: 'Redirected (3xx)' },
  { value: '4xx', label: 'Refused (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
] as const;

const METHODS = [
  { value: '', label: 'All methods' },
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
  { value: 'PUT', label: 'PUT' },
  { value: 'DELETE', label: 'DELETE' },
] as const;

const HOUR_MS = 3_600_000;
const TIMES = [
  { value: '', label: '30 days', ms: 0 },
  { value: '1h', label: '1 hour', ms: HOUR_MS },
  { value: '24h', label: '24 hours', ms: 24 * HOUR_MS },
  { value: '7d', label: '7 days', ms: 168 * HOUR_MS },
] as const;

const SENDERS = [
  { value: '', label: 'All senders' },
  { value: 'false', label: 'Application' },
  { value: 'true', label: 'Portal' },
] as const;

const VIEWS = [
  { id: 'requests', label: 'Requests' },
  { id: 'usage', label: 'Usage' },
] as const;

export function RequestLogPage({ config: { hasSandboxBank } }: { config: RuntimeConfig }) {
  const asked = useQuery().get('view');
  const applications = useApplications();
  const view = VIEWS.find(({ id }) => id === asked)?.id ?? 'requests';
  return (
    <div className="stack-6">
      <div className="stack-2">
        <PageHeading title="Request log" />
        <p className="second">
          Every call of your application in the last 30 days, as the bank saw it. Tokens, secrets and personal data are masked.
        </p>
        <ApplicationSelect applications={applications} />
      </div>
      <Tabs
        label="Views of the request log"
        tabs={VIEWS}
        chosen={view}
        panelClassName="stack-6"
        onChoose={(id) => changeQuery('view', id === 'requests' ? '' : id, { replace: true })}
      >
        {view === 'usage' ? <Usage key={applications.choice} /> : <FilteredRequests key={applications.choice} hasCustomers={hasSandboxBank} />}
      </Tabs>
    </div>
  );
}

function FilteredRequests({ hasCustomers }: { hasCustomers: boolean }) {
  const search = useQuery();
  const requestId = search.get('requestId') ?? '';
  const status = STATUSES.find(({ value }) => value === search.get('status'))?.value ?? '';
  const method = METHODS.find(({ value }) => value === search.get('method'))?.value ?? '';
  const path = search.get('path') ?? '';
  const customerId = search.get('customer') ?? '';
  const portal = SENDERS.find(({ value }) => value === search.get('portal'))?.value ?? '';
  const customers = useCustomers(hasCustomers);
  const { value: time, ms } = TIMES.find(({ value }) => value === search.get('time')) ?? TIMES[0];
  const from = useMemo(() => (ms === 0 ? '' : new Date(Date.now() - ms).toISOString()), [ms]);
  const change = (name: string, value: string) => changeQuery(name, value, { replace: true });
  return (
    <>
      <search className={styles.filters}>
        <TextField
          label="Path, or id of a consent or payment"
          type="search"
          value={path}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change('path', event.target.value.trim())}
        />
        <TextField
          label="X-Request-ID"
          type="search"
          value={requestId}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change('requestId', event.target.value.trim())}
        />
        {!hasCustomers ? null : (
          // Also before they are read, so that the list below does not move under the pointer.
          <SelectField
            label="Test customer"
            options={[{ value: '', label: 'All customers' }, ...customers.map((user) => ({ value: user.id, label: customerName(user) }))]}
            value={customers.some(({ id }) => id === customerId) ? customerId : ''}
            onChange={(value) => change('customer', value)}
          />
        )}
        <SelectField label="Sent by" options={SENDERS} value={portal} onChange={(value) => change('portal', value)} />
        <SelectField label="Method" options={METHODS} value={method} onChange={(value) => change('method', value)} />
        <SelectField label="Response" options={STATUSES} value={status} onChange={(value) => change('status', value)} />
        <SelectField label="Last" options={TIMES} value={time} onChange={(value) => change('time', value)} />
      </search>
      <Requests
        key={[requestId, status, method, path, from, customerId, portal].join('\n')}
        filter={{ requestId, status, method, path, from, customerId, portal }}
        customers={customers}
      />
    </>
  );
}

/** Empty until they are read, and where they cannot be read: the log is shown without them. */
function useCustomers(hasCustomers: boolean): TokenUserList {
  const { api } = useExtra();
  const load = useCallback(
    async (signal: AbortSignal) => (hasCustomers ? createRequestLogCalls(api).customers(signal) : NO_CUSTOMERS),
    [api, hasCustomers],
  );
  return useLoaded(load).value ?? NO_CUSTOMERS;
}

function Requests({ filter: given, customers }: { filter: RequestFilter; customers: TokenUserList }) {
  const [isLive, setIsLive] = useState(true);
  // A hidden page sends no calls, so that it keeps no session alive.
  const isVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
  // Another filter has another key.
  const [filter] = useState(given);
  const { calls, items, failure, reload, loadOlder } = useRequestLog(filter, isLive && isVisible);
  const older = useAction();
  if (items === undefined)
    return failure === undefined ? <Skeleton label="Loading the requests" lines={8} /> : <LoadFailure failure={failure} onRetry={reload} />;
  return (
    <section className="stack" aria-label="Requests">
      <div className="row wrap between">
        <p className="small second" role="status">
          {items.length === 0 ? '' : `${items.length} shown, newest first`}
        </p>
        <Button kind="quiet" isDense aria-pressed={isLive} onClick={() => setIsLive(!isLive)}>
          {isLive ? 'Pause' : 'Show new requests live'}
        </Button>
      </div>
      {items.length === 0 ? (
        <Empty isFiltered={Object.values(filter).some((value) => value !== '')} />
      ) : (
        <ul className={styles.requests}>
          {items.map((item) => (
            <RequestRow key={item.id} request={item} calls={calls} customerName={nameOf(customers, item.customerId)} />
          ))}
        </ul>
      )}
      {older.failure === undefined ? null : <ActionFailure failure={older.failure} />}
      {loadOlder === undefined ? null : (
        <Button kind="secondary" isBusy={older.isPending} onClick={() => void older.run(loadOlder)}>
          {older.isPending ? 'Loading' : 'Show older ones'}
        </Button>
      )}
    </section>
  );
}

const NO_CUSTOMERS: TokenUserList = [];

function nameOf(customers: TokenUserList, customerId: string | undefined): string | undefined {
  const user = customers.find(({ id }) => id === customerId);
  return user && customerName(user);
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <div className="stack-2">
      <p className="strong">No request is like this.</p>
      <p className="second">Change or clear a filter. The X-Request-ID is that of the call or of its response. Requests are kept for 30 days.</p>
    </div>
  ) : (
    <div className="stack-2">
      <p className="strong">No requests yet.</p>
      <p className="second">
        Send one from the <a href="#/api-explorer">API Explorer</a>; it appears here within a second.
      </p>
    </div>
  );
}

function onVisibilityChange(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
