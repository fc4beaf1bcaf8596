/** Shown during the second signatory's challenge; amount and payee stay visible above it. */
import type { DeviceLink, RuntimeConfig } from '@portico/contract';
import { formatTimeLeft } from '../../shared/format/dates.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { useElapsed } from '../../shared/page/use-now.ts';
import { amountOfDigits, CalculatorDigits } from '../../shared/sca/calculator-number.tsx';
import styles from '../../shared/sca/challenge.module.css';
import { DeviceLinkPane, useAppHere } from '../../shared/sca/device-link-pane.tsx';
import { ResponseForm } from '../../shared/sca/response-form.tsx';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { LinkOut } from '../../shared/ui/link-out.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { CodeColumns } from '../../shared/ui/sheet.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { WholeWords } from '../../shared/ui/whole-words.tsx';
import { type ToSignKey, useToSignText } from './messages.ts';
import type { ReadChallenge } from './use-co-signature.ts';

interface DevicePaneProps {
  /** Undefined: the device has approved, and the page submits the signature. */
  readonly challenge: ReadChallenge | undefined;
  readonly respond: (response: string) => Promise<RequestFailure | undefined>;
  readonly notify: () => void;
  readonly config: RuntimeConfig;
}

export function DevicePane({ challenge, respond, notify, config }: DevicePaneProps) {
  const locale = usePageLocale();
  const text = useToSignText();
  const isAppHere = useAppHere();
  const { controlCode, calculatorNumber, method, deviceLink } = challenge?.reading ?? {};
  return (
    <>
      <div className={styles.centred}>
        <div role="status" className="stack">
          <p className="strong">{text(titleOf(challenge, isAppHere))}</p>
          {controlCode === undefined ? null : (
            <CodeColumns code={controlCode} label={text('toSign.controlCode', { digits: Array.from(controlCode).join(' ') })} />
          )}
          {method === undefined ? null : (
            <p>
              <WholeWords>{text(deviceLink === undefined ? `toSign.advice.${method}` : adviceOf(deviceLink, isAppHere))}</WholeWords>
            </p>
          )}
          {calculatorNumber === undefined ? null : (
            <CalculatorDigits
              number={calculatorNumber}
              meaningOf={(meaning, digits) => text(`toSign.calculator.${meaning}`, { amount: amountOfDigits(digits, locale) })}
              labelOf={(digits) => text('toSign.calculator.digits', { digits })}
            />
          )}
        </div>
        <Waiting challenge={challenge} />
      </div>
      {challenge === undefined || deviceLink === undefined ? null : <Links link={deviceLink} atMs={challenge.atMs} notify={notify} />}
      {calculatorNumber === undefined ? null : <Response respond={respond} />}
      {config.hasSandboxBank && challenge !== undefined ? (
        <p className={styles.link}>
          <LinkOut href={deviceLink?.qrText ?? '/bank/device'} label={text('toSign.testDevice')} />
        </p>
      ) : null}
      {challenge === undefined ? null : (
        <>
          <Note kind="info">
            <strong>{text(controlCode === undefined ? 'toSign.notYours' : 'toSign.anotherCode')}</strong> {text('toSign.anotherCodeAdvice')}
          </Note>
          {/* Leaving decides nothing: without a submission the approval has no effect. */}
          <ButtonLink kind="quiet" isBlock href="/bank/to-sign">
            {text('toSign.back')}
          </ButtonLink>
        </>
      )}
    </>
  );
}

function Response({ respond }: Pick<DevicePaneProps, 'respond'>) {
  const text = useToSignText();
  const texts = {
    label: text('toSign.response'),
    hint: text('toSign.responseHint'),
    malformed: text('toSign.responseMalformed'),
    submit: text('toSign.responseSend'),
  };
  return <ResponseForm texts={texts} send={respond} />;
}

/** Outside the live region: screen readers do not announce its seconds. */
function Waiting({ challenge }: Pick<DevicePaneProps, 'challenge'>) {
  const now = useElapsed();
  const secondsLeft = challenge?.reading.secondsLeft;
  if (challenge === undefined || secondsLeft === undefined) return <Spinner />;
  const isCalculator = challenge.reading.method === 'CODE_CALCULATOR';
  const time = formatTimeLeft(secondsLeft - Math.floor(Math.max(0, now - challenge.atMs) / 1000));
  return (
    <div className={styles.waiting}>
      {isCalculator ? null : <Spinner />}
      <span>
        <RichText<ToSignKey> id={isCalculator ? 'toSign.waitingCalculator' : 'toSign.waiting'} values={{ time }} />
      </span>
    </div>
  );
}

function Links({ link, atMs, notify }: { link: DeviceLink; atMs: number; notify: () => void }) {
  const text = useToSignText();
  const isAppHere = useAppHere();
  const texts = {
    open: text('toSign.app.open'),
    code: text('toSign.app.code'),
    otherDevice: text('toSign.app.otherDevice'),
    notify: text(isAppHere ? 'toSign.app.notify' : 'toSign.app.noCamera'),
  };
  return <DeviceLinkPane link={link} atMs={atMs} texts={texts} onNotify={notify} />;
}

function adviceOf({ isOpened }: DeviceLink, isAppHere: boolean): ToSignKey {
  if (isOpened) return 'toSign.app.opened';
  return isAppHere ? 'toSign.app.advice' : 'toSign.app.adviceCode';
}

function titleOf(challenge: ReadChallenge | undefined, isAppHere: boolean): ToSignKey {
  if (challenge === undefined) return 'toSign.concluding';
  const { deviceLink } = challenge.reading;
  if (deviceLink !== undefined) return isAppHere || deviceLink.isOpened ? 'toSign.app.headline' : 'toSign.app.headlineCode';
  if (challenge.reading.controlCode !== undefined) return 'toSign.compare';
  return challenge.reading.method === 'CODE_CALCULATOR' ? 'toSign.useCalculator' : 'toSign.continue';
}
