/** `?m=forgotPassword` (specification §2): the e-mail first, then the code from the mail and a new password. */
import { RESET_CODE_DIGITS, unmetPasswordRules } from '@portico/contract/values';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type AuthRoot, resetEmailKept } from '../../shared/auth/auth-slice.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { MailboxLink } from '../../shared/portal/mailbox-link.tsx';
import { Modal } from '../../shared/portal/modal.tsx';
import { ModalLink } from '../../shared/portal/modal-link.tsx';
import type { PortalModalProps } from '../../shared/portal/modal-props.ts';
import { goTo, usePlace } from '../../shared/portal/router/place.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { errorOfField, useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import styles from './auth.module.css';
import { forgotPassword, keepResetEmail, resetPassword } from './auth-calls.ts';
import { EmailField } from './email-field.tsx';
import { NewPassword } from './new-password.tsx';
import { UserName } from './user-name.tsx';

export function ForgotPasswordModal({ config, isClosing, onClose }: PortalModalProps) {
  const dispatch = useAppDispatch();
  const { storage } = useExtra();
  const sentTo = useAppSelector((state: AuthRoot) => state.auth.resetEmail);
  // After a reload only the storage knows it.
  const resetEmail = sentTo ?? storage.resetEmail.read() ?? null;
  useEffect(() => {
    if (resetEmail !== sentTo) dispatch(resetEmailKept(resetEmail));
  }, [resetEmail, sentTo, dispatch]);
  const emailField = useRef<HTMLInputElement>(null);
  return (
    <Modal title="Reset your password" isClosing={isClosing} initialFocus={emailField} onClose={onClose}>
      <div className={styles.body}>
        <ol className={styles.steps}>
          <li aria-current={resetEmail === null ? 'step' : undefined}>E-mail</li>
          <li aria-current={resetEmail === null ? undefined : 'step'}>New password</li>
        </ol>
        {resetEmail === null ? <AskForCode emailField={emailField} /> : <SetPassword email={resetEmail} mailbox={<MailboxLink config={config} />} />}
        <div className={styles.links}>
          <ModalLink modal="login" replace>
            Back to log in
          </ModalLink>
        </div>
      </div>
    </Modal>
  );
}

function AskForCode({ emailField }: { emailField: RefObject<HTMLInputElement | null> }) {
  const dispatch = useAppDispatch();
  const extra = useExtra();
  const [email, setEmail] = useState('');
  const { isPending, failure } = useFormRequest(forgotPassword.typePrefix);
  const form = useFocusAfterRefusal(failure);
  const emailError = errorOfField(failure, 'EMAIL_INVALID');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (email !== '' && !isPending) void dispatch(forgotPassword({ email }));
  };
  return (
    <form ref={form} className="stack" onSubmit={send} noValidate>
      <EmailField ref={emailField} value={email} onChange={setEmail} error={emailError} hint="A code goes to this address if it is registered." />
      {failure === undefined || emailError !== undefined ? null : <ActionFailure isAlone failure={failure} />}
      <Button type="submit" kind="primary" isBlock isBusy={isPending} disabled={email === '' || isPending}>
        {isPending ? 'Sending' : 'Reset password'}
      </Button>
      {failure?.code === 'RATE_LIMITED' ? (
        <Button kind="secondary" isBlock onClick={() => keepResetEmail(email, { extra, dispatch })}>
          Enter the code of the mail
        </Button>
      ) : null}
    </form>
  );
}

function SetPassword({ email, mailbox }: { email: string; mailbox: ReactNode }) {
  const dispatch = useAppDispatch();
  const extra = useExtra();
  const { pathname, state } = usePlace();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => codeField.current?.focus(), []);
  const { isPending, failure } = useFormRequest(resetPassword.typePrefix);
  const form = useFocusAfterRefusal(failure);
  const codeError = errorOfField(failure, 'RESET_CODE_WRONG');
  const passwordError = errorOfField(failure, 'PASSWORD_INVALID');
  const isReady = code !== '' && unmetPasswordRules(password).length === 0 && !isPending;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const done = await dispatch(resetPassword({ email, code, password }));
    if (resetPassword.fulfilled.match(done)) goTo(`${pathname}?m=login`, { replace: true, state });
  };
  return (
    <form ref={form} className="stack" onSubmit={(event) => void send(event)} noValidate>
      <p className="small second">
        We sent a code to <strong className="strong">{email}</strong> if it is registered.{' '}
        <button type="button" className={styles.textButton} onClick={() => keepResetEmail(null, { extra, dispatch })}>
          Use another address
        </button>
      </p>
      {mailbox}
      <UserName value={email} />
      <TextField
        label="Verification code"
        name="code"
        ref={codeField}
        isTabular
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={4 * RESET_CODE_DIGITS}
        value={code}
        error={codeError}
        onChange={(event) => setCode(event.target.value.trim())}
      />
      <NewPassword label="New password" value={password} onChange={setPassword} refusal={passwordError} />
      {failure === undefined || codeError !== undefined || passwordError !== undefined ? null : <ActionFailure isAlone failure={failure} />}
      <Button type="submit" kind="primary" isBlock isBusy={isPending} disabled={!isReady}>
        {isPending ? 'Changing' : 'Confirm password'}
      </Button>
    </form>
  );
}
