/** `/tpp/notifications`: the endpoints of an application, test events, and the log of messages. */
import type { NotificationsPage as Answer, Endpoint, EndpointWithSecret } from '@portico/contract';
import { useCallback, useMemo, useState } from 'react';
import { ApplicationSelect } from '../../shared/application/application-select.tsx';
import { useApplications } from '../../shared/application/use-applications.ts';
import { Card } from '../../shared/portal/card.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { createNotificationCalls, type NotificationCalls } from './notification-calls.ts';
import { SecretCard } from './secret-card.tsx';

export function NotificationsPage() {
  const applications = useApplications();
  return (
    <div className="stack-6">
      <div className="stack-2">
        <PageHeading title="Notifications" />
        <p className="second">
          Portico calls your address when a payment, a consent or an authorisation changes.{' '}
          <a className="nb" href="#/how-to-api?section=status-notifications">
            How to receive them
          </a>
        </p>
        <ApplicationSelect applications={applications} />
      </div>
      <Notifications key={applications.choice} />
    </div>
  );
}

function Notifications() {
  const { api } = useExtra();
  const calls = useMemo(() => createNotificationCalls(api), [api]);
  const { value, failure, reload } = useLoaded(useCallback((signal: AbortSignal) => calls.read(signal), [calls]));
  if (value === undefined)
    return failure === undefined ? <Skeleton label="Loading the endpoints" lines={8} /> : <LoadFailure failure={failure} onRetry={reload} />;
  return <Loaded page={value} calls={calls} onChanged={reload} />;
}

type Open = { readonly what: 'form'; readonly endpoint: Endpoint | undefined } | { readonly what: 'secret'; readonly given: EndpointWithSecret };

function Loaded({ page, calls, onChanged }: { page: Answer; calls: NotificationCalls; onChanged: () => void }) {
  const { endpoints, endpointsMax, isOn } = page;
  const [open, setOpen] = useState<Open>();
  const [round, setRound] = useState(0);
  const { toasts } = useExtra();
  const changed = () => {
    onChanged();
    setRound((count) => count + 1);
  };
  const close = () => setOpen(undefined);
  const isFull = endpoints.length >= endpointsMax;
  return (
    <>
      {isOn ? null : <Note kind="warn">This installation sends no notifications at present. Messages wait until it does.</Note>}
      {open?.what === 'secret' ? <SecretCard key={open.given.secret} given={open.given} onClose={close} /> : null}
      {open?.what === 'form' ? (
        <EndpointForm
          key={open.endpoint?.endpointId ?? ''}
          endpoint={open.endpoint}
          onClose={close}
          onSave={async (wanted) => {
            if (open.endpoint === undefined) setOpen({ what: 'secret', given: await calls.add(wanted) });
            else {
              await calls.change(open.endpoint.endpointId, wanted);
              toasts.show({ kind: 'ok', text: 'The endpoint is saved.' });
              close();
            }
            changed();
          }}
        />
      ) : null}
      <Card
        title="Endpoints"
        aside={
          <p className="micro muted">
            {endpoints.length} of {endpointsMax}
          </p>
        }
      >
        <EndpointList
          endpoints={endpoints}
          calls={calls}
          onEdit={(endpoint) => setOpen({ what: 'form', endpoint })}
          onSecret={(given) => setOpen({ what: 'secret', given })}
          onChanged={changed}
        />
        {open !== undefined ? null : isFull ? (
          <p className="small muted">The application has the most endpoints that it can have. Delete one to add another.</p>
        ) : (
          <div>
            <Button kind="primary" onClick={() => setOpen({ what: 'form', endpoint: undefined })}>
              Add endpoint
            </Button>
          </div>
        )}
      </Card>
      <Card title="Messages" aside={<p className="micro muted">Portico keeps messages for 30 days.</p>}>
        <DeliveryList endpoints={endpoints} calls={calls} round={round} onSettled={onChanged} />
      </Card>
    </>
  );
}
