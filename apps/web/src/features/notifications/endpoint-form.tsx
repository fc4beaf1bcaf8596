/** Address and kinds of events of an endpoint: a new one, or changes of one. */
import type { Endpoint } from '@portico/contract';
import { ENDPOINT_URL_LENGTH_MAX, NOTIFICATION_EVENTS, NOTIFICATION_KINDS, type NotificationKind } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorText, TextField } from '../../shared/ui/field.tsx';
import { KIND_TEXTS } from './notification-texts.ts';
import styles from './notifications.module.css';

interface EndpointFormProps {
  /** Undefined: a new one. */
  endpoint: Endpoint | undefined;
  onSave: (wanted: { url: string; kinds: NotificationKind[] }) => Promise<void>;
  onClose: () => void;
}

const isOfUrl = ({ code, status }: RequestFailure) => code === 'FORMAT_ERROR' || status === 409;

export function EndpointForm({ endpoint, onSave, onClose }: EndpointFormProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [kinds, setKinds] = useState<readonly NotificationKind[]>(endpoint?.kinds ?? NOTIFICATION_KINDS);
  const { isPending, failure, run } = useAction();
  const form = useFocusAfterRefusal(failure);
  const refused = failure !== undefined && isOfUrl(failure) ? failure.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kinds.length > 0) void run(() => onSave({ url: url.trim(), kinds: [...kinds] }), isOfUrl);
  };
  return (
    <Card title={endpoint === undefined ? 'Add endpoint' : 'Edit endpoint'} hasLintel takesFocus>
      <form ref={form} className="stack" onSubmit={submit} noValidate>
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          hint="https with port 443 or 8443, and a host name. The bank sends a test event there first."
          error={refused}
          value={url}
          maxLength={ENDPOINT_URL_LENGTH_MAX}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => setUrl(event.target.value)}
        />
        <fieldset className={styles.kinds}>
          <legend>Events</legend>
          {NOTIFICATION_KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={kinds.includes(kind)}
                onChange={({ target: { checked } }) => setKinds(NOTIFICATION_KINDS.filter((one) => (one === kind ? checked : kinds.includes(one))))}
              />
              <span>
                {KIND_TEXTS[kind]}
                <code className={styles.event}>{NOTIFICATION_EVENTS[kind]}</code>
              </span>
            </label>
          ))}
          {kinds.length === 0 ? <ErrorText>Choose at least one event.</ErrorText> : null}
        </fieldset>
        {failure === undefined || refused !== undefined ? null : <ActionFailure failure={failure} />}
        <div className="row wrap">
          <Button type="submit" kind="primary" isBusy={isPending}>
            {isPending ? 'Saving' : endpoint === undefined ? 'Add endpoint' : 'Save'}
          </Button>
          <Button kind="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
