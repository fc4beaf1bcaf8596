/** LOG IN and SIGN UP: links, because the dialogs have addresses. In the header LOG IN has the avatar, so that there is one way to the login. */
import type { ReactNode } from 'react';
import { ModalLink } from '../../shared/portal/modal-link.tsx';
import buttonStyles from '../../shared/ui/button.module.css';
import { classNames } from '../../shared/ui/class-names.ts';

export function SignInLinks({ avatar }: { avatar?: ReactNode }) {
  const isDense = avatar !== undefined;
  const look = classNames(buttonStyles.btn, isDense && buttonStyles.dense, 'caps');
  return (
    <>
      <ModalLink modal="login" className={classNames(look, isDense ? buttonStyles.quiet : buttonStyles.secondary)}>
        {avatar}
        LOG IN
      </ModalLink>
      <ModalLink modal="register" className={classNames(look, buttonStyles.secondary)}>
        SIGN UP
      </ModalLink>
    </>
  );
}
