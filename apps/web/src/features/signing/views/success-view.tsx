/** Result of a signature: the facts, then a redirect to the application after five seconds, unless the customer stays. */
import type { UnpaidRun } from '@portico/contract';
import { REDIRECT_COUNTDOWN_SECONDS, type SignedResult } from '@portico/contract/values';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../shared/format/dates.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { usePageLocale } from '../../../shared/i18n/use-text.ts';
import { useArmed } from '../../../shared/page/use-armed.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { LinkOut } from '../../../shared/ui/link-out.tsx';
import { ResultHead } from '../../../shared/ui/result-head.tsx';
import { SheetBody, TickColumns } from '../../../shared/ui/sheet.tsx';
import { startCountdown } from '../engine/countdown.ts';
import { leaveSigning, logoutAndLeave } from '../engine/leave-signing.ts';
import { notPaidReasonOf, paidLine, resultOf, resultWords, unpaidRunOf, unpaidRunWords } from '../engine/signed-result.ts';
import { isPaid, statusOf } from '../engine/signing-session.ts';
import { refusalUrl, successUrl } from '../engine/way-back.ts';
import { type SigningKey, useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { SigningFrame } from './signing-frame.tsx';
import { useSession, useSigningPage } from './signing-page-context.tsx';
import { Stepper } from './stepper.tsx';
import { useToday } from './use-today.ts';

export function SuccessView({ isLeaving = false }: { isLeaving?: boolean }) {
  const { config, flow } = useSigningPage();
  const session = useSession();
  const dispatch = useAppDispatch();
  const result = resultOf(session);
  const url = result === 'failure' ? refusalUrl(session) : successUrl(session);
  const { SignedHead, Signed } = flow.parts;
  // The customer must read about a failure, so the page does not redirect then. Without a return address it cannot redirect.
  const hasCountdown = url !== undefined && (result === 'success' || result === 'waiting');
  const countdown = useCountdown(() => dispatch(leaveSigning(url)), isLeaving || !hasCountdown);
  return (
    <SigningFrame config={config} providerName={session.tppName} isNarrow>
      <SheetBody>
        <Stepper at="success" />
        <div className={styles.doneHead}>
          <Result result={result} />
          {SignedHead === undefined ? null : <SignedHead />}
        </div>
        {hasCountdown ? <CountdownLine secondsLeft={countdown.secondsLeft} isStopped={countdown.isStopped} /> : null}
        <WaysBack countdown={countdown} hasCountdown={hasCountdown} isLeaving={isLeaving} url={url} />
        <div className={styles.doneFacts}>
          <Signed />
        </div>
      </SheetBody>
    </SigningFrame>
  );
}

/** The result is the largest line. A success shows a tick. A failure shows the reason and the next step. */
function Result({ result }: { result: SignedResult }) {
  const { flow } = useSigningPage();
  const session = useSession();
  const text = useSigningText();
  const today = useToday();
  const locale = usePageLocale();
  const date = isPaid(session) ? formatDate(session.details.requestedExecutionDate, locale) : '';
  if (result === 'success' || result === 'waiting') {
    const tone = result === 'waiting' ? 'wait' : 'ok';
    const line = paidLine(session, today);
    if (line === undefined) return <ResultHead tone={tone} title={text(flow.labels.done)} />;
    return (
      <>
        <p className="small muted">{text(flow.labels.done)}</p>
        <ResultHead tone={tone} title={text(line, { date })} />
      </>
    );
  }
  const unpaidRun = unpaidRunOf(session);
  if (unpaidRun !== undefined) return <UnpaidRunHead unpaidRun={unpaidRun} status={statusOf(session)} />;
  const { title, next } = resultWords(flow, statusOf(session), notPaidReasonOf(session));
  return (
    <ResultHead tone={result === 'partly' ? 'warn' : 'error'} title={text(title)}>
      <p>{text(next)}</p>
    </ResultHead>
  );
}

/** The periodic payment is signed and active, but one of its payments was not paid; the page must make that clear. */
function UnpaidRunHead({ unpaidRun, status }: { unpaidRun: UnpaidRun; status: string }) {
  const text = useSigningText();
  const date = formatDate(unpaidRun.executionDate, usePageLocale());
  return (
    <ResultHead tone="warn" title={text('periodic.unpaid', { date })}>
      {unpaidRunWords(unpaidRun, status).map((key) => (
        <p key={key}>{text(key)}</p>
      ))}
    </ResultHead>
  );
}

interface WaysBackProps {
  countdown: Countdown;
  hasCountdown: boolean;
  isLeaving: boolean;
  url: string | undefined;
}

/** Pressing 'Stay on this page' removes this button, and another button moves to its position: a double press must not leave the page. */
function WaysBack({ countdown: { isStopped, stop }, hasCountdown, isLeaving, url }: WaysBackProps) {
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const { config } = useSigningPage();
  const { receiptId } = useSession();
  const isArmed = useArmed(isStopped) || !isStopped;
  const leave = () => {
    if (isArmed) dispatch(leaveSigning(url));
  };
  const logout = () => {
    if (isArmed) dispatch(logoutAndLeave(url));
  };
  return (
    <div className="stack-2">
      <Button kind="primary" isBlock disabled={isLeaving} aria-disabled={!isArmed || undefined} onClick={leave}>
        {url === undefined ? text('signing.error.portal', { productName: config.productName }) : text('signing.success.back')}
      </Button>
      <div className={styles.beside}>
        {isStopped || !hasCountdown ? null : (
          <Button kind="secondary" isBlock disabled={isLeaving} onClick={stop}>
            {text('signing.success.stay')}
          </Button>
        )}
        <p className={styles.receipt}>
          <LinkOut href={`/bank/receipts/${receiptId}`} label={text('signing.success.receipt')} onOpen={stop} />
        </p>
      </div>
      {url === undefined ? null : (
        <Button kind="quiet" isBlock disabled={isLeaving} aria-disabled={!isArmed || undefined} onClick={logout}>
          {text('signing.success.logoutAndBack')}
        </Button>
      )}
    </div>
  );
}

/** Screen readers hear one sentence with the initial five seconds; the visible sentence counts down. */
function CountdownLine({ secondsLeft, isStopped }: { secondsLeft: number; isStopped: boolean }) {
  const text = useSigningText();
  const line = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is removed. The focus moves to this line, so that a screen reader continues here.
  useEffect(() => {
    if (isStopped) line.current?.focus({ preventScroll: true });
  }, [isStopped]);
  return (
    <div className={styles.countdown}>
      {isStopped ? null : (
        <>
          <TickColumns left={secondsLeft} total={REDIRECT_COUNTDOWN_SECONDS} />
          <p className="grow" aria-hidden="true">
            <RichText<SigningKey> id="signing.success.redirect" values={{ seconds: secondsLeft }} />
          </p>
        </>
      )}
      <p ref={line} tabIndex={-1} className={isStopped ? 'second' : 'vh'} role={isStopped ? undefined : 'status'}>
        {text(isStopped ? 'signing.success.stayed' : 'signing.success.redirectSoon')}
      </p>
    </div>
  );
}

interface Countdown {
  secondsLeft: number;
  isStopped: boolean;
  stop: () => void;
}

function useCountdown(onEnd: () => void, isLeaving: boolean): Countdown {
  const [secondsLeft, setSecondsLeft] = useState(REDIRECT_COUNTDOWN_SECONDS);
  const [isStopped, setIsStopped] = useState(false);
  const [end] = useState(() => onEnd);
  useEffect(() => {
    if (isStopped || isLeaving) return undefined;
    const countdown = startCountdown({ onTick: setSecondsLeft, onEnd: end });
    return countdown.stop;
  }, [isStopped, isLeaving, end]);
  return { secondsLeft, isStopped, stop: () => setIsStopped(true) };
}
