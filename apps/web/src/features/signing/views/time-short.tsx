/** Announced once, when the last minute begins; the seconds run silently beside it. */
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { noteActivity } from '../engine/submit-signing.ts';
import type { TimeLeftShown } from '../engine/time-left.ts';
import { useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { useSigningPage } from './signing-page-context.tsx';

export function TimeShort({ timeLeft }: { timeLeft: TimeLeftShown }) {
  const { flow } = useSigningPage();
  const dispatch = useAppDispatch();
  const text = useSigningText();
  return (
    <Note kind="warn" role="alert">
      <p>{text(timeLeft.canExtend ? flow.labels.timeShort : flow.labels.timeShortTotal)}</p>
      {timeLeft.canExtend ? (
        <div className={styles.more}>
          <Button kind="secondary" isDense onClick={() => dispatch(noteActivity())}>
            {text('signing.giveMoreTime')}
          </Button>
        </div>
      ) : null}
    </Note>
  );
}
