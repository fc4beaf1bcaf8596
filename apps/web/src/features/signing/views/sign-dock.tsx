/** The two buttons and the remaining time. On a phone the dock sticks to the bottom and shows amount and payee beside the buttons. */
import { formatTimeLeft } from '../../../shared/format/dates.ts';
import { useArmed } from '../../../shared/page/use-armed.ts';
import { spokenMethod } from '../../../shared/sca/bank-methods.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { METHOD_KEYS } from '../engine/signing-flow.ts';
import { signingActions } from '../engine/signing-slice.ts';
import { useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { useMethod, useSession, useSigning, useSigningPage } from './signing-page-context.tsx';
import { TimeShort } from './time-short.tsx';
import { useTimeLeft } from './use-time-left.ts';
import { useToday } from './use-today.ts';

export function SignDock() {
  const { flow } = useSigningPage();
  const { Brief } = flow.parts;
  const text = useSigningText();
  const timeLeft = useTimeLeft();
  const time = timeLeft === undefined ? '' : formatTimeLeft(timeLeft.seconds);
  return (
    <div className={classNames(styles.push, styles.dock, 'stack')}>
      <TimeShort timeLeft={timeLeft} />
      <div className={styles.brief}>
        <Brief />
        <span className={classNames('tab', 'second')}>{text('signing.timeLeftBrief', { time })}</span>
      </div>
      <div className={classNames(styles.timeLeft, styles.wide, timeLeft?.isShort && styles.short)}>
        <span>
          <Icon name="clock" small />
          {text('signing.timeLeft')}
        </span>
        <b>{time}</b>
      </div>
      <SignButtons isShort={timeLeft?.isShort === true} />
    </div>
  );
}

/** `isShort`: a note with a button is above these buttons; when the note disappears, they move to its position. */
function SignButtons({ isShort }: { isShort: boolean }) {
  const { flow } = useSigningPage();
  const session = useSession();
  const today = useToday();
  const isReady = useSigning((state) => flow.isReady(state, today));
  const blockedBy = useSigning(flow.blockedBy);
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const isArmed = useArmed(isShort);
  const isAdvisedAgainst = flow.advisesRefusal?.(session) === true;
  const method = text(METHOD_KEYS[spokenMethod(useMethod(), session.bankMethods)]);
  const sign = () => {
    if (isArmed) dispatch(signingActions.submitted());
  };
  const cancel = () => {
    if (isArmed) dispatch(signingActions.refusing());
  };
  return (
    <div className={classNames(styles.buttons, 'stack-2')}>
      <Button kind={isAdvisedAgainst ? 'secondary' : 'primary'} isBlock disabled={!isReady} aria-disabled={!isArmed || undefined} onClick={sign}>
        {blockedBy === undefined ? text(flow.labels.submit(session), { method }) : text(blockedBy)}
      </Button>
      <Button kind={isAdvisedAgainst ? 'primary' : 'secondary'} isBlock aria-disabled={!isArmed || undefined} onClick={cancel}>
        {text(flow.labels.refuse)}
      </Button>
    </div>
  );
}
