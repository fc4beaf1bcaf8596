/** Client id and secret. The secret is shown when asked for; a new one leaves the old one valid for a while. */
import type { ApplicationIdentity } from '@portico/contract';
import { SECRET_OVERLAP_SECONDS } from '@portico/contract/values';
import { useRef, useState } from 'react';
import type { ApplicationCalls } from '../../shared/application/application-calls.ts';
import { formatDateTime } from '../../shared/format/dates.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Card } from '../../shared/portal/card.tsx';
import { Confirm } from '../../shared/portal/confirm.tsx';
import { CopyButton } from '../../shared/portal/copy-button.tsx';
import { PortalIcon } from '../../shared/portal/portal-icon.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { Note } from '../../shared/ui/note.tsx';
import styles from './application-identity.module.css';

const OVERLAP_HOURS = SECRET_OVERLAP_SECONDS / 3600;

interface CredentialsProps {
  application: ApplicationIdentity;
  calls: ApplicationCalls;
  /** The mask and the end of the overlap have changed. */
  onRotated: () => void;
}

export function Credentials({ application, calls, onRotated }: CredentialsProps) {
  const [secret, setSecret] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const rotateButton = useRef<HTMLButtonElement>(null);
  const revealing = useAction();
  const rotating = useAction();
  const reveal = () => revealing.run(async () => setSecret((await calls.revealSecret()).clientSecret));
  const rotate = async () => {
    const isDone = await rotating.run(async () => setSecret((await calls.rotateSecret()).clientSecret));
    if (!isDone) return;
    setIsAsking(false);
    onRotated();
  };
  const { previousSecretValidUntil } = application;
  return (
    <Card title="Credentials" hasLintel>
      <DefinitionList>
        <Definition label="Client Id" isLong>
          <span className={styles.value}>
            <code translate="no">{application.clientId}</code>
            <CopyButton text={application.clientId} label="Copy client id" />
          </span>
        </Definition>
        <Definition label="Client Secret" isLong>
          <span className={styles.value}>
            <code translate="no">{secret ?? application.clientSecret}</code>
            <Button
              isIcon
              isBusy={revealing.isPending}
              aria-label={secret === undefined ? 'Show client secret' : 'Hide client secret'}
              onClick={() => (secret === undefined ? void reveal() : setSecret(undefined))}
            >
              {revealing.isPending ? null : <PortalIcon name={secret === undefined ? 'eye' : 'eyeOff'} small />}
            </Button>
            <CopyButton text={secret ?? (async () => (await calls.revealSecret()).clientSecret)} label="Copy client secret" />
          </span>
        </Definition>
      </DefinitionList>
      {revealing.failure === undefined ? null : <ActionFailure failure={revealing.failure} />}
      {previousSecretValidUntil === undefined ? null : (
        <Note kind="info" role="status">
          <strong>Two secrets are valid.</strong> The one before is accepted until {formatDateTime(previousSecretValidUntil, 'en', browserTimeZone())}
          . Put the new one into your application before that.
        </Note>
      )}
      {isAsking ? (
        <Confirm
          question="Make a new client secret?"
          yes="Make a new secret"
          isPending={rotating.isPending}
          onYes={() => void rotate()}
          onNo={() => {
            setIsAsking(false);
            rotating.forget();
            requestAnimationFrame(() => rotateButton.current?.focus());
          }}
        >
          <p>
            The present secret is accepted for another {OVERLAP_HOURS} hours, then never again.
            {previousSecretValidUntil === undefined ? '' : ' The one before it ends at once.'} Applications that still use it cannot get tokens any
            more.
          </p>
          {rotating.failure === undefined ? null : <ActionFailure failure={rotating.failure} />}
        </Confirm>
      ) : (
        <div className="row wrap between">
          <p className="small second grow">Rotate the secret when it may have become known, and when a person who knew it leaves.</p>
          <Button ref={rotateButton} kind="secondary" isDense onClick={() => setIsAsking(true)}>
            Rotate secret
          </Button>
        </div>
      )}
    </Card>
  );
}
