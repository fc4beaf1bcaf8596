/** Shown during the challenge of a sign-in. */
import type { SignInDetails } from '@portico/contract';
import type { AuthMethod } from '@portico/contract/values';
import { formatTimeLeft } from '../../shared/format/dates.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { useArmed } from '../../shared/page/use-armed.ts';
import { useElapsed } from '../../shared/page/use-now.ts';
import { BankPageLink } from '../../shared/sca/bank-page-link.tsx';
import { amountOfDigits, CalculatorDigits } from '../../shared/sca/calculator-number.tsx';
import styles from '../../shared/sca/challenge.module.css';
import { DeviceLinkPane, useAppHere } from '../../shared/sca/device-link-pane.tsx';
import { DEVICE_OF } from '../../shared/sca/device-words.ts';
import { ResponseForm } from '../../shared/sca/response-form.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { LinkOut } from '../../shared/ui/link-out.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { CodeColumns } from '../../shared/ui/sheet.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { WholeWords } from '../../shared/ui/whole-words.tsx';
import { type SignInKey, useSignInText } from './messages.ts';
import type { SignInState } from './sign-in-state.ts';
import type { SignIn } from './use-sign-in.ts';

export function SignInWaiting({ signIn, details }: { signIn: SignIn; details: SignInDetails }) {
  const locale = usePageLocale();
  const text = useSignInText();
  const { step, challenge } = signIn.state;
  const { controlCode: code, calculatorNumber, deviceLink, bankPage } = challenge?.reading ?? {};
  const method = wordsOf(signIn.state);
  const isAppHere = useAppHere();
  const device = method === undefined ? undefined : DEVICE_OF[method];
  const isLeaving = step === 'leaving';
  const isArmed = useArmed();
  return (
    <>
      <div className={styles.centred}>
        <Headline>{text(headlineKey(signIn.state, isAppHere))}</Headline>
        <div role="status" className="stack">
          {code === undefined ? null : <CodeColumns code={code} label={text('signIn.controlCode', { digits: Array.from(code).join(' ') })} />}
          <p>
            <WholeWords>{adviceText(text, signIn.state, isAppHere)}</WholeWords>
          </p>
          {calculatorNumber === undefined || step !== 'waiting' ? null : (
            <CalculatorDigits
              number={calculatorNumber}
              meaningOf={(meaning, digits) => text(`signIn.calculator.${meaning}`, { amount: amountOfDigits(digits, locale) })}
              labelOf={(digits) => text('signIn.calculator.digits', { digits })}
            />
          )}
        </div>
        {step === 'waiting' ? <Waiting challenge={challenge} /> : <Spinner />}
      </div>
      {bankPage !== undefined && step === 'waiting' ? (
        <BankPageLink page={bankPage} text={text('signIn.bankPage.open')} opensItself={signIn.state.sent !== undefined} />
      ) : null}
      {deviceLink !== undefined && step === 'waiting' ? <Links signIn={signIn} /> : null}
      {calculatorNumber !== undefined && step === 'waiting' ? <Response signIn={signIn} /> : null}
      {details.hasTestDevice ? (
        <p className={styles.link}>
          <LinkOut href={deviceLink?.qrText ?? '/bank/device'} label={text('signIn.testDevice')} />
        </p>
      ) : null}
      {device === undefined ? null : (
        <Note kind="info">
          <strong>{text(code === undefined ? 'signIn.notYours' : 'signIn.anotherCode')}</strong>{' '}
          {text(code === undefined ? `signIn.notYoursAdvice.${device}` : 'signIn.anotherCodeAdvice')}
        </Note>
      )}
      {step === 'completing' ? null : (
        <Button
          kind="secondary"
          isBlock
          isBusy={isLeaving}
          aria-disabled={!isArmed || undefined}
          onClick={() => {
            if (isArmed) signIn.cancel();
          }}
        >
          {isLeaving ? text('signIn.leaving') : text('signIn.cancel', { tppApplicationName: details.tppApplicationName })}
        </Button>
      )}
    </>
  );
}

function Links({ signIn }: { signIn: SignIn }) {
  const text = useSignInText();
  const isAppHere = useAppHere();
  const { challenge } = signIn.state;
  const link = challenge?.reading.deviceLink;
  if (challenge === undefined || link === undefined) return null;
  const texts = {
    open: text('signIn.app.open'),
    code: text('signIn.app.code'),
    otherDevice: text('signIn.app.otherDevice'),
    notify: text(isAppHere ? 'signIn.app.notify' : 'signIn.app.noCamera'),
  };
  return <DeviceLinkPane link={link} atMs={challenge.atMs} texts={texts} onNotify={signIn.notify} />;
}

function Response({ signIn }: { signIn: SignIn }) {
  const text = useSignInText();
  const texts = {
    label: text('signIn.response'),
    hint: text('signIn.responseHint'),
    malformed: text('signIn.responseMalformed'),
    submit: text('signIn.responseSend'),
  };
  return <ResponseForm texts={texts} send={signIn.respond} />;
}

/** Screen readers announce the code above, not the seconds. */
function Waiting({ challenge }: { challenge: SignInState['challenge'] }) {
  const now = useElapsed();
  const secondsLeft = challenge?.reading.secondsLeft;
  const method = challenge?.reading.bankPage === undefined ? challenge?.reading.method : 'BANK_PAGE';
  if (challenge === undefined || secondsLeft === undefined || method === undefined) return <Spinner />;
  const time = formatTimeLeft(secondsLeft - Math.floor(Math.max(0, now - challenge.atMs) / 1000));
  return (
    <div className={styles.waiting}>
      {DEVICE_OF[method] === 'calculator' ? null : <Spinner />}
      <span>
        <RichText<SignInKey> id={`signIn.waiting.${DEVICE_OF[method]}`} values={{ time }} />
      </span>
    </div>
  );
}

function headlineKey(state: SignInState, isAppHere: boolean): SignInKey {
  const { deviceLink } = state.challenge?.reading ?? {};
  const method = wordsOf(state);
  if (deviceLink !== undefined) return isAppHere || deviceLink.isOpened ? 'signIn.app.headline' : 'signIn.app.headlineCode';
  return method === undefined ? 'signIn.continueOnDevice' : `signIn.headline.${method}`;
}

/** The method whose words the page uses. */
function wordsOf({ challenge }: SignInState): AuthMethod | undefined {
  return challenge?.reading.bankPage === undefined ? challenge?.reading.method : 'BANK_PAGE';
}

function adviceText(text: ReturnType<typeof useSignInText>, state: SignInState, isAppHere: boolean): string {
  const { step, challenge } = state;
  if (step === 'completing') return text('signIn.completing');
  const { deviceLink, bankPage } = challenge?.reading ?? {};
  if (bankPage?.isReturned === true) return text('signIn.bankPage.returned');
  const method = wordsOf(state);
  if (deviceLink !== undefined) return text(deviceLink.isOpened ? 'signIn.app.opened' : isAppHere ? 'signIn.app.advice' : 'signIn.app.adviceCode');
  return method === undefined ? '' : text(`signIn.advice.${method}`);
}
