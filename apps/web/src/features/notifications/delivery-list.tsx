/** The log of messages: filters, the list, and the attempts of one message. */
import type { DeliveriesPage, Delivery, Endpoint } from '@portico/contract';
import { DELIVERY_STATES } from '@portico/contract/values';
import { useCallback, useEffect, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { CopyButton } from '../../shared/portal/copy-button.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { changeQuery, useQuery } from '../../shared/portal/router/place.ts';
import { SelectField } from '../../shared/portal/select-field.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { DeliveryFilter, NotificationCalls } from './notification-calls.ts';
import { deliveryState, outcomeText, STATE_NAMES, sayTime } from './notification-texts.ts';
import styles from './notifications.module.css';

const STATES = [{ value: '', label: 'All states' }, ...DELIVERY_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))];
const WATCH_MS = 2_000;

interface DeliveryListProps {
  endpoints: readonly Endpoint[];
  calls: NotificationCalls;
  /** Another number: something was sent, and the list is read again. */
  round: number;
  /** A message was delivered or failed: the states of endpoints may have changed. */
  onSettled: () => void;
}

export function DeliveryList({ endpoints, ...props }: DeliveryListProps) {
  const query = useQuery();
  const state = STATES.find(({ value }) => value === query.get('state'))?.value ?? '';
  const endpointId = query.get('endpoint') ?? '';
  const resourceId = query.get('resource') ?? '';
  const change = (name: string, value: string) => changeQuery(name, value, { replace: true });
  const addresses = endpoints.map((endpoint) => ({ value: endpoint.endpointId, label: endpoint.url.replace(/^https?:\/\//, '') }));
  return (
    <>
      <search className={styles.filters}>
        <SelectField label="State" options={STATES} value={state} onChange={(value) => change('state', value)} />
        <SelectField
          label="Endpoint"
          options={[{ value: '', label: 'All addresses' }, ...addresses]}
          value={addresses.some(({ value }) => value === endpointId) ? endpointId : ''}
          onChange={(value) => change('endpoint', value)}
        />
        <TextField
          label="Id of a payment, consent or statement"
          type="search"
          value={resourceId}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change('resource', event.target.value.trim())}
        />
      </search>
      <Deliveries key={[state, endpointId, resourceId].join('\n')} filter={{ state, endpointId, resourceId }} {...props} />
    </>
  );
}

type DeliveriesProps = Omit<DeliveryListProps, 'endpoints'> & { filter: DeliveryFilter };

function Deliveries({ filter: { state, endpointId, resourceId }, calls, round, onSettled }: DeliveriesProps) {
  const load = useCallback(
    (signal: AbortSignal) => calls.deliveries({ state, endpointId, resourceId }, undefined, signal),
    [calls, state, endpointId, resourceId],
  );
  const { value, failure, reload, setValue } = useLoaded<DeliveriesPage>(load);
  const older = useAction();
  useEffect(() => {
    if (round > 0) reload();
  }, [round, reload]);
  const isSending = value?.items.some(isDueNow) ?? false;
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setInterval(() => {
      reload();
      onSettled();
    }, WATCH_MS);
    return () => clearInterval(timer);
  }, [isSending, reload, onSettled]);
  if (value === undefined) {
    return failure === undefined ? <Skeleton label="Loading the messages" lines={6} /> : <LoadFailure failure={failure} onRetry={reload} />;
  }
  const { items, next } = value;
  if (items.length === 0) {
    const isFiltered = [state, endpointId, resourceId].some((part) => part !== '');
    return (
      <div className="stack-2">
        <p className="strong">{isFiltered ? 'No message is like this.' : 'No message yet.'}</p>
        <p className="small second">
          {isFiltered ? 'Change or clear a filter.' : 'Send a test event, or let a test customer sign a payment.'} Messages are kept for 30 days.
        </p>
      </div>
    );
  }
  return (
    <div className="stack">
      <ul className={styles.list}>
        {items.map((item) => (
          <DeliveryRow key={item.deliveryId} delivery={item} calls={calls} onSent={reload} />
        ))}
      </ul>
      {older.failure === undefined ? null : <ActionFailure failure={older.failure} />}
      {next === undefined ? null : (
        <Button
          kind="secondary"
          isBusy={older.isPending}
          onClick={() =>
            void older.run(async () => {
              const more = await calls.deliveries({ state, endpointId, resourceId }, next);
              setValue({ ...more, items: [...items, ...more.items] });
            })
          }
        >
          {older.isPending ? 'Loading' : 'Show older ones'}
        </Button>
      )}
    </div>
  );
}

const isDueNow = ({ state, nextTryAt }: Delivery): boolean => state === 'waiting' && nextTryAt !== undefined && Date.parse(nextTryAt) <= Date.now();

interface DeliveryRowProps {
  delivery: Delivery;
  calls: NotificationCalls;
  onSent: () => void;
}

function DeliveryRow({ delivery, calls, onSent }: DeliveryRowProps) {
  const { deliveryId, event, status, resourceId, occurredAt, url, tries, triesMax, state } = delivery;
  const [isOpen, setIsOpen] = useState(false);
  const { isPending, failure, run } = useAction();
  const shown = deliveryState(delivery);
  return (
    <li>
      <details onToggle={(toggled) => setIsOpen(toggled.currentTarget.open)}>
        <summary className={styles.summary}>
          <span>
            <code>{event}</code>
            <span className={styles.detail}>{[status, resourceId, sayTime(occurredAt)].filter(Boolean).join(', ')}</span>
            <span className={styles.detail}>{url}</span>
          </span>
          <span>
            <Badge kind={shown.kind} {...(shown.icon && { icon: shown.icon })}>
              {shown.text}
            </Badge>
            <span className={styles.detail}>
              {shown.detail}
              {tries > 1 || state === 'dead' ? ` · ${tries} of ${triesMax} tries` : ''}
            </span>
          </span>
        </summary>
        {isOpen ? <Attempts key={[state, tries].join()} deliveryId={deliveryId} calls={calls} /> : null}
      </details>
      <div className={classNames(styles.again, state !== 'dead' && styles.acts)}>
        <Button
          kind={state === 'dead' ? 'secondary' : 'quiet'}
          isDense
          isBusy={isPending}
          aria-label={`Send again ${event} ${resourceId ?? ''}`}
          onClick={() =>
            void run(async () => {
              await calls.retry(deliveryId);
              onSent();
            })
          }
        >
          Send again
        </Button>
      </div>
      {failure === undefined ? null : <ActionFailure failure={failure} />}
    </li>
  );
}

function Attempts({ deliveryId, calls }: { deliveryId: string; calls: NotificationCalls }) {
  const { value, failure, reload } = useLoaded(useCallback((signal: AbortSignal) => calls.delivery(deliveryId, signal), [calls, deliveryId]));
  if (value === undefined) {
    return failure === undefined ? <Skeleton label="Loading the attempts" lines={3} /> : <LoadFailure failure={failure} onRetry={reload} />;
  }
  const { attempts, body, messageId } = value;
  return (
    <div className={styles.attempts}>
      {attempts.length === 0 ? <p className="small second">No attempt yet.</p> : null}
      <ol className={styles.tries}>
        {attempts.map(({ number, at, durationMs, outcome, excerpt }) => (
          <li key={number}>
            <span className="strong">{outcomeText(outcome)}</span>, {durationMs} ms, {sayTime(at)}
            {excerpt === undefined ? null : <code className={styles.body}>{excerpt}</code>}
          </li>
        ))}
      </ol>
      <p className="small">
        webhook-id <code>{messageId}</code> <CopyButton text={messageId} label="Copy webhook-id" />
      </p>
      <p className="small">
        Body <CopyButton text={body} label="Copy body" />
      </p>
      <code className={styles.body}>{body}</code>
    </div>
  );
}
