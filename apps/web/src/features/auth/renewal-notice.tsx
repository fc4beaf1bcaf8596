/** Who registered before the portal was renewed must register again. Dismissed once, it stays away (local storage, `hideNotification`). */
import { useState } from 'react';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Note } from '../../shared/ui/note.tsx';
import styles from './auth.module.css';

/** Only its presence counts. */
const DISMISSED = 'true';

export function RenewalNotice() {
  const { hideNotification } = useExtra().storage;
  const [isHidden, setIsHidden] = useState(() => hideNotification.read() !== undefined);
  if (isHidden) return null;
  const dismiss = () => {
    hideNotification.write(DISMISSED);
    setIsHidden(true);
  };
  return (
    <div className={styles.notice}>
      <Note kind="info">The portal was renewed in January 2020. If you registered before, register again: old accounts were not carried over.</Note>
      <div className={styles.dismiss}>
        <Button isIcon aria-label="Dismiss the notice" onClick={dismiss}>
          <Icon name="close" small />
        </Button>
      </div>
    </div>
  );
}
