/** LOG IN and SIGN UP: links, because the dialogs have addresses. */
import { ModalLink } from '../../shared/portal/modal-link.tsx';
import buttonStyles from '../../shared/ui/button.module.css';
import { classNames } from '../../shared/ui/class-names.ts';

export function SignInLinks({ isDense = false }: { isDense?: boolean }) {
  const look = classNames(buttonStyles.btn, isDense && buttonStyles.dense, 'caps');
  return (
    <>
      <ModalLink modal="login" className={classNames(look, isDense ? buttonStyles.quiet : buttonStyles.secondary)}>
        LOG IN
      </ModalLink>
      <ModalLink modal="register" className={classNames(look, buttonStyles.primary)}>
        SIGN UP
      </ModalLink>
    </>
  );
}
