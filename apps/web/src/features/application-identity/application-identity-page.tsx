/** `/tpp`: who the developer's application is (specification §2), with what may be changed about it. */
import type { ApplicationIdentity } from '@portico/contract';
import { useMemo, useState } from 'react';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { createApplicationCalls } from './application-calls.ts';
import styles from './application-identity.module.css';
import { ClientDetails } from './client-details.tsx';
import { ClientDetailsForm } from './client-details-form.tsx';
import { Credentials } from './credentials.tsx';

export function ApplicationIdentityPage({ title }: { title: string }) {
  const { api, toasts } = useExtra();
  const calls = useMemo(() => createApplicationCalls(api), [api]);
  const { value: application, failure, reload, setValue } = useLoaded(calls.read);
  const [isEditing, setIsEditing] = useState(false);
  const showSaved = (saved: ApplicationIdentity) => {
    setValue(saved);
    setIsEditing(false);
    toasts.show({ kind: 'ok', text: 'Your changes are saved.' });
  };
  return (
    <div className={styles.page}>
      <div className="stack-2">
        <PageHeading title={title} />
        <p className="second">Your application calls the bank’s APIs under this identity.</p>
      </div>
      {application === undefined ? (
        failure === undefined ? (
          <Skeleton label="Loading the application" lines={8} />
        ) : (
          <LoadFailure failure={failure} onRetry={reload} />
        )
      ) : (
        <>
          {application.isSuspended ? (
            <Note kind="warn">
              <strong>This application is suspended.</strong> Its calls are answered with SERVICE_BLOCKED. Ask the support why.
            </Note>
          ) : null}
          <Credentials application={application} calls={calls} onRotated={reload} />
          {isEditing ? (
            <ClientDetailsForm application={application} calls={calls} onSaved={showSaved} onCancel={() => setIsEditing(false)} />
          ) : (
            <ClientDetails application={application} onEdit={() => setIsEditing(true)} />
          )}
        </>
      )}
    </div>
  );
}
