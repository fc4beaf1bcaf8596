/** The endpoints of the application, and what can be done with each. */
import type { Endpoint, EndpointWithSecret } from '@portico/contract';
import { NOTIFICATION_KINDS } from '@portico/contract/values';
import { useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Confirm } from '../../shared/portal/confirm.tsx';
import { CopyButton } from '../../shared/portal/copy-button.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { NotificationCalls } from './notification-calls.ts';
import { endpointState, KIND_TEXTS, sayTime } from './notification-texts.ts';
import styles from './notifications.module.css';

interface EndpointListProps {
  endpoints: readonly Endpoint[];
  calls: NotificationCalls;
  onEdit: (endpoint: Endpoint) => void;
  onSecret: (given: EndpointWithSecret) => void;
  onChanged: () => void;
}

export function EndpointList({ endpoints, ...props }: EndpointListProps) {
  if (endpoints.length === 0) {
    return (
      <div className="stack-2">
        <p className="strong">No endpoint yet.</p>
        <p className="small second">Add the address of your server that receives the statuses of payments, consents and authorisations.</p>
      </div>
    );
  }
  return (
    <ul className={styles.list}>
      {endpoints.map((endpoint) => (
        <EndpointRow key={endpoint.endpointId} endpoint={endpoint} {...props} />
      ))}
    </ul>
  );
}

type Question = 'rotate' | 'disable' | 'delete' | 'end';

const QUESTIONS: Readonly<Record<Question, { readonly question: string; readonly yes: string; readonly meaning: string }>> = {
  rotate: {
    question: 'Rotate the secret?',
    yes: 'Rotate',
    meaning: 'Messages are signed with the new and the present secret for 24 hours. A secret before these ends at once.',
  },
  disable: {
    question: 'Disable this endpoint?',
    yes: 'Disable',
    meaning: 'It gets no more events. Messages that wait are given up; you can send them again.',
  },
  delete: { question: 'Delete this endpoint?', yes: 'Delete', meaning: 'Its messages and its secret are deleted, too. You cannot undo this.' },
  end: { question: 'End the secret before?', yes: 'End it', meaning: 'Messages are signed with the new secret only, from now on.' },
};

function EndpointRow({ endpoint, calls, onEdit, onSecret, onChanged }: Omit<EndpointListProps, 'endpoints'> & { endpoint: Endpoint }) {
  const { endpointId, url, kinds, state, delivered, total, previousSecretValidUntil: until } = endpoint;
  const [asked, setAsked] = useState<Question>();
  const { toasts } = useExtra();
  const { isPending, failure, run } = useAction();
  const perform = (call: () => Promise<unknown>, text?: string) =>
    void run(async () => {
      await call();
      setAsked(undefined);
      if (text !== undefined) toasts.show({ kind: 'ok', text });
      onChanged();
    });
  const acts: Readonly<Record<Question, () => void>> = {
    rotate: () => perform(async () => onSecret(await calls.rotate(endpointId))),
    disable: () => perform(() => calls.change(endpointId, { isEnabled: false }), 'The endpoint is disabled.'),
    delete: () => perform(() => calls.remove(endpointId), 'The endpoint is deleted.'),
    end: () => perform(() => calls.endPrevious(endpointId), 'The secret before signs no longer.'),
  };
  const shown = endpointState(endpoint);
  const isDisabled = state === 'disabled';
  const act = (label: string, onClick: () => void) => (
    <Button kind="quiet" isDense isBusy={isPending} aria-label={`${label} ${url}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <li className="stack-2">
      <div className={styles.head}>
        <p className={styles.url}>
          <span className="strong">{url}</span> <CopyButton text={url} label="Copy address" />
        </p>
        <Badge kind={shown.kind} {...(shown.icon && { icon: shown.icon })}>
          {shown.text}
        </Badge>
      </div>
      <p className="small second">
        {kinds.length === NOTIFICATION_KINDS.length ? 'All events' : kinds.map((kind) => KIND_TEXTS[kind]).join(', ')}.{' '}
        {total === 0 ? null : (
          <span className="nb">
            Last 24 h: {delivered} of {total} delivered.{' '}
          </span>
        )}
        {shown.detail}
      </p>
      {until === undefined ? null : (
        <p className="small second">
          Signed with two secrets until {sayTime(until)}. {act('End the secret before', () => setAsked('end'))}
        </p>
      )}
      <div className={styles.acts}>
        {isDisabled ? null : act('Send test event', () => perform(() => calls.test(endpointId), 'The test event is being sent.'))}
        {act('Edit', () => onEdit(endpoint))}
        {act('Rotate secret', () => setAsked('rotate'))}
        {isDisabled
          ? act('Enable', () => perform(() => calls.change(endpointId, { isEnabled: true }), 'The endpoint is enabled.'))
          : act('Disable', () => setAsked('disable'))}
        {state === 'enabled'
          ? act('Send failed ones again', () =>
              perform(async () => {
                const { count, isMore } = await calls.retryAll(endpointId);
                toasts.show({ kind: 'ok', text: `${count} failed messages are sent again.${isMore ? ' More have failed: choose it again.' : ''}` });
              }),
            )
          : null}
        {act('Delete', () => setAsked('delete'))}
      </div>
      {asked === undefined ? null : (
        <Confirm
          question={QUESTIONS[asked].question}
          yes={QUESTIONS[asked].yes}
          isPending={isPending}
          onYes={acts[asked]}
          onNo={() => setAsked(undefined)}
        >
          <p>{QUESTIONS[asked].meaning}</p>
        </Confirm>
      )}
      {failure === undefined ? null : <ActionFailure failure={failure} />}
    </li>
  );
}
