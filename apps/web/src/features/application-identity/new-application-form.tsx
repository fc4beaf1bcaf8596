/** Another application: its name is enough, the rest can be changed afterwards. */
import type { ListedApplication } from '@portico/contract';
import { CLIENT_NAME_LENGTH_MAX } from '@portico/contract/values';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createApplication } from '../../shared/application/applications.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import styles from './application-identity.module.css';
import { fieldOfPath } from './field-of-path.ts';

interface NewApplicationFormProps {
  onCreated: (created: ListedApplication) => void;
  onCancel: () => void;
}

export function NewApplicationForm({ onCreated, onCancel }: NewApplicationFormProps) {
  const [clientName, setClientName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const dispatch = useAppDispatch();
  const { isPending, failure } = useFormRequest(createApplication.typePrefix);
  const form = useFocusAfterRefusal(failure);
  useEffect(() => field.current?.focus(), []);
  const nameError = fieldOfPath(failure?.path)?.name === 'clientName' ? failure?.message : undefined;
  const isFilled = clientName.trim() !== '';
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || !isFilled) return;
    const created = await dispatch(createApplication({ clientName: clientName.trim() }));
    if (createApplication.fulfilled.match(created)) onCreated(created.payload);
  };
  return (
    <form ref={form} className={styles.newApplication} aria-label="New application" onSubmit={(event) => void create(event)} noValidate>
      <TextField
        ref={field}
        label="Name of the new application"
        value={clientName}
        maxLength={CLIENT_NAME_LENGTH_MAX}
        autoComplete="off"
        error={nameError}
        onChange={(event) => setClientName(event.target.value)}
      />
      {failure === undefined || nameError !== undefined ? null : <ActionFailure failure={failure} />}
      <div className="row wrap">
        <Button type="submit" kind="secondary" isDense isBusy={isPending} disabled={!isFilled}>
          {isPending ? 'Creating' : 'Create'}
        </Button>
        <Button kind="quiet" isDense disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
