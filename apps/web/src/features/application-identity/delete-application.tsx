/** Deletes the shown application, after a question. As for the whole profile, the server requires the password of an account that has one. */
import type { ListedApplication } from '@portico/contract';
import { type FormEvent, useRef, useState } from 'react';
import { deleteApplication } from '../../shared/application/applications.ts';
import { useIdentitySession } from '../../shared/auth/use-identity-session.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Confirm } from '../../shared/portal/confirm.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PasswordField } from '../../shared/portal/password-field.tsx';
import { errorOfField, useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';

interface DeleteApplicationProps {
  application: ListedApplication;
  onDeleted: () => void;
}

export function DeleteApplication({ application, onDeleted }: DeleteApplicationProps) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    setIsAsking(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return isAsking ? (
    <Question application={application} onDeleted={onDeleted} onCancel={cancel} />
  ) : (
    <Button ref={button} kind="quiet" isDense onClick={() => setIsAsking(true)}>
      Delete {application.clientName}
    </Button>
  );
}

function Question({ application: { clientId, clientName }, onDeleted, onCancel }: DeleteApplicationProps & { onCancel: () => void }) {
  const dispatch = useAppDispatch();
  const { value: session, failure: unread, reload } = useIdentitySession();
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { isPending, failure } = useFormRequest(deleteApplication.typePrefix);
  const hasPassword = session?.hasPassword ?? true;
  const passwordError = isMissing ? 'Enter the password of your account.' : errorOfField(failure, 'CREDENTIALS_WRONG');
  const remove = async () => {
    if (isPending || unread !== undefined) return;
    setIsMissing(hasPassword && password === '');
    if (hasPassword && password === '') {
      field.current?.focus();
      return;
    }
    const deleted = await dispatch(deleteApplication({ clientId, password: hasPassword ? password : undefined }));
    if (deleteApplication.fulfilled.match(deleted)) onDeleted();
    else field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void remove();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Confirm question={`Delete ${clientName}?`} yes="Delete" isPending={isPending} onYes={() => void remove()} onNo={onCancel}>
        <p>Its client id, test customers, consents, payments and tokens go with it. Your other applications stay as they are.</p>
        {hasPassword ? (
          <PasswordField
            ref={field}
            label="Your password"
            autoComplete="current-password"
            value={password}
            error={passwordError}
            onChange={(event) => setPassword(event.target.value)}
          />
        ) : null}
        {unread === undefined ? null : <LoadFailure failure={unread} onRetry={reload} />}
        {failure === undefined || passwordError !== undefined ? null : <ActionFailure isAlone failure={failure} />}
      </Confirm>
    </form>
  );
}
