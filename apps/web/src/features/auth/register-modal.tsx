/** `?m=register` (specification §2 "Register modal"). What follows is a mail; the toast that says so is gone before it was read. */
import { unmetPasswordRules } from '@portico/contract/values';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { MailboxLink } from '../../shared/portal/mailbox-link.tsx';
import { ModalLink } from '../../shared/portal/modal-link.tsx';
import type { PortalModalProps } from '../../shared/portal/modal-props.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { errorOfField, useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { LinkOut } from '../../shared/ui/link-out.tsx';
import styles from './auth.module.css';
import { signUp } from './auth-calls.ts';
import { EmailField } from './email-field.tsx';
import { NewPassword } from './new-password.tsx';
import { ProductModal } from './product-modal.tsx';
import { RenewalNotice } from './renewal-notice.tsx';

export function RegisterModal(modal: PortalModalProps) {
  const [mailedTo, setMailedTo] = useState<string>();
  const emailField = useRef<HTMLInputElement>(null);
  return (
    <ProductModal verb="Sign up to" initialFocus={emailField} {...modal}>
      {mailedTo === undefined ? (
        <>
          <RenewalNotice />
          <RegisterForm emailField={emailField} onMailed={setMailedTo} />
        </>
      ) : (
        <>
          <MailIsOnItsWay email={mailedTo} />
          <MailboxLink config={modal.config} />
        </>
      )}
      <div className={styles.links}>
        <span className="second">
          {mailedTo === undefined ? 'Already registered?' : 'Opened the link?'}{' '}
          <ModalLink modal="login" replace>
            Log in
          </ModalLink>
        </span>
      </div>
    </ProductModal>
  );
}

function MailIsOnItsWay({ email }: { email: string }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div ref={text} tabIndex={-1} className={styles.mailed}>
      <p className="strong">A mail is on its way to {email}.</p>
      <p className="second">Open its link within 24 hours. Then you can log in.</p>
    </div>
  );
}

interface RegisterFormProps {
  emailField: RefObject<HTMLInputElement | null>;
  onMailed: (email: string) => void;
}

function RegisterForm({ emailField, onMailed }: RegisterFormProps) {
  const dispatch = useAppDispatch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { isPending, failure } = useFormRequest(signUp.typePrefix);
  const form = useFocusAfterRefusal(failure);
  const emailError = errorOfField(failure, 'EMAIL_INVALID');
  const passwordError = errorOfField(failure, 'PASSWORD_INVALID');
  const isReady = email !== '' && unmetPasswordRules(password).length === 0 && !isPending;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const sent = await dispatch(signUp({ email, password }));
    if (signUp.fulfilled.match(sent)) onMailed(email);
  };
  return (
    <form ref={form} className="stack" onSubmit={(event) => void send(event)} noValidate>
      <EmailField ref={emailField} value={email} onChange={setEmail} error={emailError} />
      <NewPassword label={<span className="caps">PASSWORD</span>} value={password} onChange={setPassword} refusal={passwordError} />
      {failure === undefined || emailError !== undefined || passwordError !== undefined ? null : <ActionFailure isAlone failure={failure} />}
      <p className="small second">
        By signing up you accept the <LinkOut href="#/terms" label="terms of use" />.
      </p>
      <Button type="submit" kind="primary" isBlock isBusy={isPending} disabled={!isReady}>
        {isPending ? 'Registering' : 'Register Now'}
      </Button>
    </form>
  );
}
