/** The developer's applications, a form for another one, and the way to delete the shown one. */
import type { ListedApplication } from '@portico/contract';
import { APPLICATIONS_MAX } from '@portico/contract/values';
import { useRef, useState } from 'react';
import { applicationLabel } from '../../shared/application/application-select.tsx';
import type { Applications } from '../../shared/application/use-applications.ts';
import { Card } from '../../shared/portal/card.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './application-identity.module.css';
import { DeleteApplication } from './delete-application.tsx';
import { NewApplicationForm } from './new-application-form.tsx';

export function YourApplications({ applications }: { applications: Applications }) {
  const { list, clientId, failure, choose, reload } = applications;
  const { toasts } = useExtra();
  const [isAdding, setIsAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusAddButton = () => requestAnimationFrame(() => addButton.current?.focus());
  const close = () => {
    setIsAdding(false);
    focusAddButton();
  };
  if (list === null) {
    return (
      <Card title="Your applications">
        {failure === undefined ? <Skeleton label="Loading your applications" lines={2} /> : <LoadFailure failure={failure} onRetry={reload} />}
      </Card>
    );
  }
  const shown = list.length > 1 ? list.find((listed) => listed.clientId === clientId) : undefined;
  const showNew = (created: ListedApplication) => {
    choose(created.clientId);
    toasts.show({ kind: 'ok', text: `${created.clientName} is there. You see it now.` });
    close();
  };
  return (
    <Card title="Your applications">
      <p className="small second">Each application has its client id and its sandbox, with test customers, tokens and a request log.</p>
      <ul className={styles.applications}>
        {list.map((listed) => (
          <li key={listed.clientId}>
            <span className="grow">{applicationLabel(listed, list)}</span>
            {listed.isSuspended ? <Badge kind="warn">Suspended</Badge> : null}
            {listed === shown ? <Badge kind="info">Shown</Badge> : null}
          </li>
        ))}
      </ul>
      {shown === undefined ? null : <DeleteApplication key={shown.clientId} application={shown} onDeleted={focusAddButton} />}
      {list.length >= APPLICATIONS_MAX ? (
        <p className="small muted">{APPLICATIONS_MAX} applications are the most.</p>
      ) : isAdding ? (
        <NewApplicationForm onCreated={showNew} onCancel={close} />
      ) : (
        <Button ref={addButton} kind="secondary" isDense onClick={() => setIsAdding(true)}>
          New application
        </Button>
      )}
    </Card>
  );
}
