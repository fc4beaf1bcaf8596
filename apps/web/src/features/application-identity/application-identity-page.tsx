/** `/tpp`: who the developer's application is (specification §2), with what may be changed about it. */
import type { ApplicationIdentity } from '@portico/contract';
import { useMemo, useState } from 'react';
import { createApplicationCalls } from '../../shared/application/application-calls.ts';
import { ApplicationSelect } from '../../shared/application/application-select.tsx';
import { useApplication } from '../../shared/application/use-application.ts';
import { useApplications } from '../../shared/application/use-applications.ts';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './application-identity.module.css';
import { ClientDetails } from './client-details.tsx';
import { ClientDetailsForm } from './client-details-form.tsx';
import { Credentials } from './credentials.tsx';
import { WaitingChange } from './waiting-change.tsx';
import { YourApplications } from './your-applications.tsx';

export function ApplicationIdentityPage({ title }: { title: string }) {
  const applications = useApplications();
  return (
    <div className={styles.page}>
      <div className="stack-2">
        <PageHeading title={title} />
        <p className="second">
          Your application calls the bank’s APIs under this identity. <a href="#/tpp/requests">See what it called</a> or{' '}
          <a href="#/tpp/certificates">give it certificates</a>
        </p>
        <ApplicationSelect applications={applications} />
      </div>
      <ShownApplication key={applications.choice} />
      <YourApplications applications={applications} />
    </div>
  );
}

/** What was typed or shown about one application is gone with the choice of another one. */
function ShownApplication() {
  const { api, toasts } = useExtra();
  const calls = useMemo(() => createApplicationCalls(api), [api]);
  const { application, failure, reload } = useApplication();
  const [isEditing, setIsEditing] = useState(false);
  const showSaved = ({ pendingChange }: ApplicationIdentity) => {
    setIsEditing(false);
    toasts.show({ kind: 'ok', text: pendingChange === undefined ? 'Your changes are saved.' : 'Your changes wait for the bank’s approval.' });
  };
  if (application === null)
    return failure === undefined ? (
      <Skeleton label="Loading the application" lines={8} />
    ) : (
      <LoadFailure isToasted failure={failure} onRetry={reload} />
    );
  return (
    <>
      {application.isSuspended ? (
        <Note kind="warn">
          <strong>This application is suspended.</strong> Its calls are answered with SERVICE_BLOCKED. Ask the support why.
        </Note>
      ) : null}
      {application.pendingChange === undefined ? null : <WaitingChange change={application.pendingChange} />}
      <Credentials application={application} calls={calls} onRotated={reload} />
      {isEditing ? (
        <ClientDetailsForm application={application} onSaved={showSaved} onCancel={() => setIsEditing(false)} />
      ) : (
        <ClientDetails application={application} onEdit={() => setIsEditing(true)} />
      )}
    </>
  );
}
