/**
 * Announced once, when the last minute begins; the seconds run silently beside it. 'Give me more time' removes its button, so the focus moves to
 * a sentence in the same place.
 */
import { useEffect, useRef, useState } from 'react';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { noteActivity } from '../engine/submit-signing.ts';
import type { TimeLeftShown } from '../engine/time-left.ts';
import { useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { useSigningPage } from './signing-page-context.tsx';

export function TimeShort({ timeLeft }: { timeLeft: TimeLeftShown | undefined }) {
  const { flow } = useSigningPage();
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const given = useRef<HTMLParagraphElement>(null);
  const [isGiven, setIsGiven] = useState(false);
  const isShort = timeLeft?.isShort === true;
  useEffect(() => {
    if (!isShort && isGiven) given.current?.focus({ preventScroll: true });
  }, [isShort, isGiven]);
  const giveMoreTime = () => {
    setIsGiven(true);
    dispatch(noteActivity());
  };
  if (!isShort)
    return isGiven ? (
      <p ref={given} tabIndex={-1} className="vh" onBlur={() => setIsGiven(false)}>
        {text('signing.moreTimeGiven')}
      </p>
    ) : null;
  return (
    <Note kind="warn" role="alert">
      <p>{text(timeLeft.canExtend ? flow.labels.timeShort : flow.labels.timeShortTotal)}</p>
      {timeLeft.canExtend ? (
        <div className={styles.more}>
          <Button kind="secondary" isDense onClick={giveMoreTime}>
            {text('signing.giveMoreTime')}
          </Button>
        </div>
      ) : null}
    </Note>
  );
}
