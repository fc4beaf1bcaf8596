/** Shown during the challenge: control code or calculator digits, remaining time, and advice if the code differs. */
import type { DeviceLink, SigningChallenge } from '@portico/contract';
import type { AuthMethod } from '@portico/contract/values';
import { useEffect, useState } from 'react';
import { formatTimeLeft } from '../../../shared/format/dates.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { usePageLocale } from '../../../shared/i18n/use-text.ts';
import { useArmed } from '../../../shared/page/use-armed.ts';
import { useElapsed } from '../../../shared/page/use-now.ts';
import { spokenMethod } from '../../../shared/sca/bank-methods.ts';
import { BankPageLink } from '../../../shared/sca/bank-page-link.tsx';
import { amountOfDigits, CalculatorDigits } from '../../../shared/sca/calculator-number.tsx';
import { DeviceLinkPane, useAppHere } from '../../../shared/sca/device-link-pane.tsx';
import { ResponseForm } from '../../../shared/sca/response-form.tsx';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Headline } from '../../../shared/ui/headline.tsx';
import { LinkOut } from '../../../shared/ui/link-out.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { CodeColumns } from '../../../shared/ui/sheet.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { WholeWords } from '../../../shared/ui/whole-words.tsx';
import { METHOD_KEYS } from '../engine/signing-flow.ts';
import { signingActions } from '../engine/signing-slice.ts';
import { notifyInstead, sendResponse } from '../engine/submit-signing.ts';
import { type SigningKey, useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { useMethod, useSession, useSigning, useSigningPage } from './signing-page-context.tsx';

const COMPARED: ReadonlySet<AuthMethod> = new Set(['SMART_ID', 'MOBILE_ID', 'BANK_PAGE', 'BANK_APP']);
const SLOW_MS = 3000;
/** Methods whose device is a phone; the others say "device". */
const PHONES: ReadonlySet<AuthMethod> = new Set(['SMART_ID', 'MOBILE_ID', 'EPARAKSTS_MOBILE', 'BANK_APP']);

export function ProgressPane({ isLeaving }: { isLeaving: boolean }) {
  const locale = usePageLocale();
  const { flow, config } = useSigningPage();
  const session = useSession();
  const { tppName } = session;
  const chosen = useMethod();
  const challenge = useSigning((state) => state.challenge);
  const pausedUntilMs = useSigning((state) => state.pausedUntilMs);
  const text = useSigningText();
  const reading = challenge?.reading;
  const bankPage = reading?.bankPage;
  const method = bankPage === undefined ? spokenMethod(reading?.method ?? chosen, session.bankMethods) : 'BANK_PAGE';
  const isPaused = pausedUntilMs !== undefined;
  const isAsked = !isPaused && reading?.state === 'started';
  const isAppHere = useAppHere();
  const link = isAsked ? reading.deviceLink : undefined;
  // The pane starts at its top, even if the button that led here was far below.
  useEffect(() => {
    // Returns nothing: newer browsers return a promise from scrollTo, which React would take for the effect's cleanup.
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={styles.act}>
      <div className={classNames(styles.centred, 'stack')}>
        <Headline level={2}>{text(isPaused ? 'signing.pause.title' : headlineKey(method, reading, isAppHere))}</Headline>
        <div role="status" className="stack">
          {isPaused ? <p>{text(flow.labels.paused, { tppName })}</p> : null}
          {isPaused || reading?.controlCode === undefined ? null : <Code code={reading.controlCode} />}
          {isAsked ? (
            <p>
              <WholeWords>
                {bankPage?.isReturned === true
                  ? text('signing.bankPage.returned')
                  : link === undefined
                    ? adviceText(text, { method, enterPin: flow.labels.enterPin })
                    : text(linkAdviceKey(link, isAppHere))}
              </WholeWords>
            </p>
          ) : null}
          {isPaused || isAsked ? null : (
            <p>
              <SlowBank />
            </p>
          )}
          {isAsked && reading.calculatorNumber !== undefined ? (
            <CalculatorDigits
              number={reading.calculatorNumber}
              meaningOf={(meaning, digits) => text(`signing.calculator.${meaning}`, { amount: amountOfDigits(digits, locale) })}
              labelOf={(digits) => text('signing.calculator.digits', { digits })}
            />
          ) : null}
        </div>
        {isPaused ? <NextTry atMs={pausedUntilMs} /> : <Waiting method={method} challenge={challenge} />}
      </div>
      {isAsked && bankPage !== undefined ? (
        <BankPageLink page={bankPage} text={text('signing.bankPage.open')} opensItself={session.state !== 'signing'} />
      ) : null}
      {link === undefined || challenge === undefined ? null : <Links link={link} atMs={challenge.atMs} />}
      {isAsked && reading.calculatorNumber !== undefined ? <Response /> : null}
      <div className={classNames(styles.push, link !== undefined && styles.still, 'stack')}>
        {isPaused ? null : (
          <>
            {config.hasSandboxBank ? <TestDeviceLink href={link?.qrText} /> : null}
            <OtherCode method={method} hasCode={reading?.controlCode !== undefined} />
          </>
        )}
        <CancelButton isLeaving={isLeaving} />
      </div>
    </div>
  );
}

function CancelButton({ isLeaving }: { isLeaving: boolean }) {
  const { flow } = useSigningPage();
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const isArmed = useArmed();
  const cancel = () => {
    if (isArmed) dispatch(signingActions.refusing());
  };
  return (
    <Button kind="secondary" isBlock isBusy={isLeaving} aria-disabled={!isArmed || undefined} onClick={cancel}>
      {text(isLeaving ? flow.labels.refusing : flow.labels.refuse)}
    </Button>
  );
}

function Code({ code }: { code: string }) {
  const text = useSigningText();
  return (
    <div className={styles.codeBox}>
      <CodeColumns code={code} label={text('signing.progress.controlCode', { digits: Array.from(code).join(' ') })} />
    </div>
  );
}

/** Shows an explanation when the bank takes long, so that customers do not see a spinner alone. */
function SlowBank() {
  const text = useSigningText();
  const now = useElapsed();
  const [beganAtMs] = useState(now);
  return now - beganAtMs < SLOW_MS ? null : text('signing.progress.slow');
}

/** Outside the live region, like every countdown. */
function NextTry({ atMs }: { atMs: number }) {
  const text = useSigningText();
  const secondsLeft = Math.ceil((atMs - useElapsed()) / 1000);
  return (
    <div className={classNames(styles.waiting, 'small', 'second')}>
      <Spinner />
      <span>
        {secondsLeft > 0 ? (
          <RichText<SigningKey> id="signing.pause.next" values={{ time: formatTimeLeft(secondsLeft) }} />
        ) : (
          text('signing.pause.now')
        )}
      </span>
    </div>
  );
}

/** Outside the live region: screen readers do not announce its seconds. */
function Waiting({ method, challenge }: { method: AuthMethod; challenge: { reading: SigningChallenge; atMs: number } | undefined }) {
  const now = useElapsed();
  const secondsLeft = challenge?.reading.secondsLeft;
  if (challenge === undefined || secondsLeft === undefined) return <Spinner />;
  const time = formatTimeLeft(secondsLeft - Math.floor(Math.max(0, now - challenge.atMs) / 1000));
  return (
    <div className={classNames(styles.waiting, 'small', 'second')}>
      {method === 'CODE_CALCULATOR' ? null : <Spinner />}
      <span>
        <RichText<SigningKey> id={waitingKey(method)} values={{ time }} />
      </span>
    </div>
  );
}

function Response() {
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const texts = {
    label: text('signing.response'),
    hint: text('signing.responseHint'),
    malformed: text('signing.responseMalformed'),
    submit: text('signing.responseSend'),
  };
  const send = async (response: string) => {
    const sent = await dispatch(sendResponse(response));
    return sendResponse.rejected.match(sent) ? sent.payload : undefined;
  };
  return <ResponseForm texts={texts} send={send} />;
}

function OtherCode({ method, hasCode }: { method: AuthMethod; hasCode: boolean }) {
  const { labels } = useSigningPage().flow;
  const text = useSigningText();
  return (
    <Note kind="info">
      <strong>{text(hasCode ? 'signing.progress.anotherCode' : 'signing.progress.notYours')}</strong>{' '}
      {text(
        method === 'BANK_PAGE'
          ? 'signing.bankPage.notYours'
          : PHONES.has(method)
            ? labels.refuseOnPhone
            : method === 'CODE_CALCULATOR'
              ? 'signing.progress.neverTell'
              : labels.refuseOnDevice,
      )}
    </Note>
  );
}

function TestDeviceLink({ href = '/bank/device' }: { href: string | undefined }) {
  const text = useSigningText();
  return (
    <p className={classNames(styles.centred, 'small')}>
      <LinkOut href={href} label={text('signing.progress.testDevice')} />
    </p>
  );
}

function Links({ link, atMs }: { link: DeviceLink; atMs: number }) {
  const dispatch = useAppDispatch();
  const text = useSigningText();
  const isAppHere = useAppHere();
  const texts = {
    open: text('signing.app.open'),
    code: text('signing.app.code'),
    otherDevice: text('signing.app.otherDevice'),
    notify: text(isAppHere ? 'signing.app.notify' : 'signing.app.noCamera'),
  };
  return <DeviceLinkPane link={link} atMs={atMs} texts={texts} onNotify={() => void dispatch(notifyInstead())} />;
}

function linkAdviceKey({ isOpened }: DeviceLink, isAppHere: boolean): SigningKey {
  if (isOpened) return 'signing.app.opened';
  return isAppHere ? 'signing.app.advice' : 'signing.app.adviceCode';
}

function headlineKey(method: AuthMethod, reading: SigningChallenge | undefined, isAppHere: boolean): SigningKey {
  if (reading === undefined || reading.state === 'none') return 'signing.progress.starting';
  if (reading.deviceLink !== undefined) return isAppHere || reading.deviceLink.isOpened ? 'signing.app.headline' : 'signing.app.headlineCode';
  if (method === 'BANK_PAGE') return 'signing.progress.bankPage';
  if (method === 'BANK_APP') return 'signing.progress.bankApp';
  if (reading.controlCode !== undefined) return 'signing.progress.compare';
  return method === 'CODE_CALCULATOR' ? 'signing.progress.calculator' : 'signing.progress.continue';
}

function waitingKey(method: AuthMethod): SigningKey {
  if (method === 'BANK_PAGE') return 'signing.progress.waitingBankPage';
  if (method === 'CODE_CALCULATOR') return 'signing.progress.waitingCalculator';
  return PHONES.has(method) ? 'signing.progress.waitingPhone' : 'signing.progress.waitingDevice';
}

interface Advice {
  method: AuthMethod;
  enterPin: SigningKey;
}

/** Methods without a control code have nothing to compare: the text names what is confirmed, and then how. */
function adviceText(text: ReturnType<typeof useSigningText>, { method, enterPin }: Advice): string {
  const how = text(`signing.progress.how.${method}`);
  return COMPARED.has(method) ? how : `${text(enterPin, { method: text(METHOD_KEYS[method]) })} ${how}`;
}
