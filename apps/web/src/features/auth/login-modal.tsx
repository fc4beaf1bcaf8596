/** `?m=login` (specification §2 "Login modal"): Google, or e-mail and password. */
import type { RuntimeConfig } from '@portico/contract';
import { IDENTITY_QUERY, SOCIAL_FAILURES } from '@portico/contract/values';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AuthRoot } from '../../shared/auth/auth-slice.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { MailboxLink } from '../../shared/portal/mailbox-link.tsx';
import { ModalLink } from '../../shared/portal/modal-link.tsx';
import type { PortalModalProps } from '../../shared/portal/modal-props.ts';
import { PasswordField } from '../../shared/portal/password-field.tsx';
import { returnToOf } from '../../shared/portal/return-to.ts';
import { goTo, usePlace, withModal } from '../../shared/portal/router/place.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../../shared/store/hooks.ts';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import styles from './auth.module.css';
import { signIn, verifyEmail } from './auth-calls.ts';
import { EmailField } from './email-field.tsx';
import { ProductModal } from './product-modal.tsx';
import { SocialButtons } from './social-buttons.tsx';

export function LoginModal(modal: PortalModalProps) {
  const dispatch = useAppDispatch();
  const resetEmail = useAppSelector((state: AuthRoot) => state.auth.resetEmail);
  const verification = useAppSelector((state: AuthRoot) => state.auth.verification);
  const [email, setEmail] = useState(resetEmail ?? '');
  const [password, setPassword] = useState('');
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const { state, pathname, search } = usePlace();
  const { isPending, failure } = useFormRequest(signIn.typePrefix);
  useEffect(() => {
    // The pressed button was disabled during the call and has lost the focus.
    if (failure !== undefined) passwordField.current?.focus();
  }, [failure]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (email === '' || password === '' || isPending) return;
    const done = await dispatch(signIn({ email, password, ...(verification === null ? {} : { verification }) }));
    if (signIn.fulfilled.match(done) && done.payload === 'codeNeeded') goTo(withModal(`${pathname}${search}`, 'secondFactor'), { state });
  };
  return (
    <ProductModal verb="Log in to" initialFocus={emailField} {...modal}>
      <SignInNotice />
      <SocialButtons returnTo={returnToOf(state) ?? pageBehind(pathname)} />
      <form className="stack" onSubmit={(event) => void send(event)} noValidate>
        <EmailField ref={emailField} value={email} onChange={setEmail} />
        <PasswordField
          ref={passwordField}
          label={<span className="caps">PASSWORD</span>}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {failure === undefined ? null : <SignInFailure failure={failure} config={modal.config} />}
        <Button type="submit" kind="primary" isBlock isBusy={isPending} disabled={email === '' || password === '' || isPending}>
          {isPending ? 'Logging in' : 'Log in'}
        </Button>
      </form>
      <div className={styles.links}>
        <ModalLink modal="forgotPassword" replace>
          Forgot password?
        </ModalLink>
        <span className="second">
          New here?{' '}
          <ModalLink modal="register" replace>
            Sign up
          </ModalLink>
        </span>
      </div>
    </ProductModal>
  );
}

/** The page behind the dialog, if the identity service accepts its path. */
function pageBehind(pathname: string): string | undefined {
  return /^\/[\w/-]+$/.test(pathname) ? pathname : undefined;
}

function SignInFailure({ failure, config }: { failure: RequestFailure; config: RuntimeConfig }) {
  if (failure.code === 'EMAIL_NOT_VERIFIED') {
    return (
      <>
        <ActionFailure isAlone failure={failure}>
          <strong>Please verify your mail address.</strong> A fresh mail is on its way. Open its link, then log in.
        </ActionFailure>
        <MailboxLink config={config} />
      </>
    );
  }
  if (failure.status === 401) {
    return (
      <ActionFailure isAlone failure={failure}>
        <strong>Incorrect username or password!</strong> Check both, or reset the password below.
      </ActionFailure>
    );
  }
  return <ActionFailure isAlone failure={failure} />;
}

/** Why the visitor is here: a verification link that needs the password or failed, or a Google sign-in that failed. */
function SignInNotice() {
  const { search } = usePlace();
  const { error } = useRequest(verifyEmail.typePrefix);
  const social = new URLSearchParams(search).get(IDENTITY_QUERY.socialError);
  const text = social === null ? error?.message : isSocialFailure(social) ? SOCIAL_FAILURES[social] : SOCIAL_FAILURES.failed;
  const isError = social !== null || error?.code !== 'VERIFICATION_ELSEWHERE';
  return text === undefined ? null : (
    <Note kind={isError ? 'error' : 'info'} role="alert">
      {text}
    </Note>
  );
}

function isSocialFailure(value: string): value is keyof typeof SOCIAL_FAILURES {
  return Object.hasOwn(SOCIAL_FAILURES, value);
}
