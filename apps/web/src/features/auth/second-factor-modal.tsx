/** `?m=secondFactor`: the second step of a sign-in. The server knows from a cookie whose password was given, so a reload changes nothing. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { CodeField } from '../../shared/portal/code-field.tsx';
import { Modal } from '../../shared/portal/modal.tsx';
import { ModalLink } from '../../shared/portal/modal-link.tsx';
import type { PortalModalProps } from '../../shared/portal/modal-props.ts';
import { errorOfField, useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './auth.module.css';
import { signInWithCode } from './auth-calls.ts';

export function SecondFactorModal({ config, isClosing, onClose }: PortalModalProps) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { isPending, failure } = useFormRequest(signInWithCode.typePrefix);
  const codeError = errorOfField(failure, 'SECOND_FACTOR_WRONG');
  useEffect(() => {
    // The pressed button was disabled during the call and has lost the focus.
    if (failure !== undefined) field.current?.focus();
  }, [failure]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '' && !isPending) void dispatch(signInWithCode({ code }));
  };
  return (
    <Modal title="Enter your code" isClosing={isClosing} initialFocus={field} onClose={onClose}>
      <form className={styles.body} onSubmit={send} noValidate>
        <p>Your account at {config.productName} has a second factor. You have ten minutes to enter a code.</p>
        <CodeField ref={field} value={code} error={codeError} onChange={setCode} />
        {failure === undefined || codeError !== undefined ? null : <ActionFailure isAlone failure={failure} />}
        <Button type="submit" kind="primary" isBlock isBusy={isPending} disabled={code.trim() === '' || isPending}>
          {isPending ? 'Logging in' : 'Log in'}
        </Button>
        <p className="small second">
          No app and no recovery code? Write to {config.supportContact}, who can switch the second factor off.{' '}
          <ModalLink modal="login" replace>
            Log in again
          </ModalLink>
        </p>
      </form>
    </Modal>
  );
}
