/** Google, and Facebook as a disabled button (specification §2). A server that does not offer Google has neither: a button alone that does nothing leads nowhere. */
import type { AuthRoot } from '../../shared/auth/auth-slice.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { PortalIcon } from '../../shared/portal/portal-icon.tsx';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './auth.module.css';
import { startGoogle } from './auth-calls.ts';

export function SocialButtons({ returnTo }: { returnTo: string | undefined }) {
  const dispatch = useAppDispatch();
  const google = useAppSelector((state: AuthRoot) => state.auth.socialProviders).find(({ id }) => id === 'google');
  const { isPending, failure } = useFormRequest(startGoogle.typePrefix);
  if (google === undefined) return null;
  return (
    <>
      <div className="stack-2">
        <Button kind="secondary" isBlock isBusy={isPending} onClick={() => void dispatch(startGoogle(returnTo === undefined ? {} : { returnTo }))}>
          <PortalIcon name="google" />
          <span>Continue with Google</span>
        </Button>
        {google.isStandIn === true ? (
          <p className="micro muted">A stand-in of this installation answers for Google. No real account is asked for.</p>
        ) : null}
        {failure === undefined ? null : <ActionFailure isAlone failure={failure} />}
        <Button kind="secondary" isBlock disabled>
          Facebook, not available
        </Button>
      </div>
      <p className={styles.or}>or</p>
    </>
  );
}
