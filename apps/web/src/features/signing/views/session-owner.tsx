/** Whose bank session this is. A second order in the same session asks for no sign-in, and another person may use the device. */
import type { ReactNode } from 'react';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { logoutAndLeave } from '../engine/leave-signing.ts';
import { refusalUrl } from '../engine/way-back.ts';
import { useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { useSession } from './signing-page-context.tsx';

export function SessionOwner(): ReactNode {
  const session = useSession();
  const dispatch = useAppDispatch();
  const text = useSigningText();
  if (session.signedInAs === undefined) return null;
  return (
    <p className={styles.whose}>
      {text('signing.signedInAs', { name: session.signedInAs })}{' '}
      <Button kind="quiet" onClick={() => dispatch(logoutAndLeave(refusalUrl(session)))}>
        {text('signing.notYou')}
      </Button>
    </p>
  );
}
