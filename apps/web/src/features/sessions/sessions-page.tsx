/** `/tpp/sessions`: the browsers in which the developer is logged in, and the end of one session or of all others. */
import type { DeveloperSession } from '@portico/contract';
import { useMemo, useRef, useState } from 'react';
import { formatDateTime } from '../../shared/format/dates.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Card } from '../../shared/portal/card.tsx';
import { Confirm } from '../../shared/portal/confirm.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { createSessionCalls, type SessionCalls } from './session-calls.ts';
import styles from './sessions.module.css';

const sayTime = (instant: string) => formatDateTime(instant, 'en', browserTimeZone());

export function SessionsPage() {
  const { api } = useExtra();
  const calls = useMemo(() => createSessionCalls(api), [api]);
  const { value, failure, reload } = useLoaded(calls.read);
  return (
    <div className="stack-6">
      <div className="stack-2">
        <PageHeading title="Sessions" />
        <p className="second">
          The browsers in which you are logged in. If you do not know one of them, end its session. Then log out and choose a new password with
          “Forgot password?”.
        </p>
      </div>
      <Card title="Where you are logged in">
        {value !== undefined ? (
          <Sessions sessions={value.sessions} calls={calls} onChanged={reload} />
        ) : failure === undefined ? (
          <Skeleton label="Loading your sessions" lines={3} />
        ) : (
          <LoadFailure failure={failure} onRetry={reload} />
        )}
      </Card>
    </div>
  );
}

type Changed = (isDone: boolean) => void;

interface SessionsProps {
  sessions: readonly DeveloperSession[];
  calls: SessionCalls;
  onChanged: () => void;
}

function Sessions({ sessions, calls, onChanged }: SessionsProps) {
  const list = useRef<HTMLUListElement>(null);
  const changed: Changed = (isDone) => {
    // The pressed button is gone with its session.
    if (isDone) list.current?.focus();
    onChanged();
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.list}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} calls={calls} onChanged={changed} />
        ))}
      </ul>
      {sessions.length > 1 ? <EndOthers calls={calls} onChanged={changed} /> : <p className="small muted">You are logged in nowhere else.</p>}
    </>
  );
}

interface EndingProps {
  calls: SessionCalls;
  onChanged: Changed;
}

function Session({ session, calls, onChanged }: EndingProps & { session: DeveloperSession }) {
  const { toasts } = useExtra();
  const { isPending, failure, run } = useAction();
  const name = session.browser ?? 'Unknown browser';
  const end = () =>
    run(async () => {
      await calls.end(session.id);
      toasts.show({ kind: 'ok', text: `The session of ${name} has ended.` });
    }).then(onChanged);
  return (
    <li className={styles.row}>
      <div className="grow">
        <p className="strong">{name}</p>
        <p className="small second">
          Logged in {sayTime(session.startedAt)}, last used {sayTime(session.lastSeenAt)}
        </p>
        {failure === undefined ? null : <ActionFailure failure={failure} />}
      </div>
      {session.isCurrent ? (
        <Badge kind="info">This browser</Badge>
      ) : (
        <Button kind="secondary" isDense isBusy={isPending} aria-label={`End session: ${name}`} onClick={end}>
          End session
        </Button>
      )}
    </li>
  );
}

function EndOthers({ calls, onChanged }: EndingProps) {
  const { toasts } = useExtra();
  const { isPending, failure, run } = useAction();
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsAsking(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const end = () =>
    run(async () => {
      await calls.endOthers();
      toasts.show({ kind: 'ok', text: 'All other sessions have ended.' });
      setIsAsking(false);
    }).then(onChanged);
  if (!isAsking) {
    return (
      <Button ref={button} kind="secondary" isDense onClick={() => setIsAsking(true)}>
        End all other sessions
      </Button>
    );
  }
  return (
    <>
      <Confirm question="End all other sessions?" yes="End sessions" isPending={isPending} onYes={end} onNo={close}>
        <p>You stay logged in here. Every other browser has to log in again.</p>
      </Confirm>
      {failure === undefined ? null : <ActionFailure failure={failure} />}
    </>
  );
}
