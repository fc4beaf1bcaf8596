/** One challenge on the test device, with buttons for all possible answers. */
import type { DeviceChallenge } from '@portico/contract';
import { type AuthMethod, type ChallengeState, DEVICE_ANSWERS_OF, type DeviceAnswer } from '@portico/contract/values';
import { useId } from 'react';
import { formatTimeLeft } from '../../shared/format/dates.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { PROOF_OF } from '../../shared/sca/device-words.ts';
import { Badge, type BadgeKind } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { CodeColumns } from '../../shared/ui/sheet.tsx';
import { Calculator } from './calculator.tsx';
import { CardDialog } from './card-dialog.tsx';
import styles from './device.module.css';
import { useDeviceText } from './messages.ts';

const LOOKS: Readonly<Record<ChallengeState, BadgeKind>> = {
  started: 'info',
  approved: 'ok',
  refused: 'error',
  timedOut: 'warn',
  wrongCode: 'error',
  unreachable: 'warn',
};

/** A calculator shows digits only. */
const SHOWS_TEXT: ReadonlySet<AuthMethod> = new Set(['SMART_ID', 'MOBILE_ID', 'IDCARD', 'EPARAKSTS_MOBILE']);

interface DeviceRequestProps {
  readonly challenge: DeviceChallenge;
  readonly onAnswer: (answer: DeviceAnswer) => void;
  readonly keyIn: (number: string) => Promise<string | undefined>;
}

export function DeviceRequest({ challenge, onAnswer, keyIn }: DeviceRequestProps) {
  const text = useDeviceText();
  const headingId = useId();
  const { state, controlCode } = challenge;
  const isOpen = state === 'started';
  const heading = text('device.heading', { purpose: text(`device.purpose.${challenge.purpose}`), method: text(`device.method.${challenge.method}`) });
  return (
    <li className={styles.request} aria-labelledby={headingId}>
      <div className={styles.top}>
        <h2 id={headingId}>{heading}</h2>
        <Badge kind={LOOKS[state]}>{text(state === 'wrongCode' ? `device.wrongCode.${challenge.method}` : `device.state.${state}`)}</Badge>
      </div>
      {isOpen && controlCode !== undefined ? (
        <p className={styles.code}>
          <CodeColumns code={controlCode} label={text('device.controlCode', { digits: Array.from(controlCode).join(' ') })} />
        </p>
      ) : null}
      <Facts challenge={challenge} />
      {isOpen && challenge.method === 'CODE_CALCULATOR' ? <Calculator challenge={challenge} keyIn={keyIn} /> : null}
      {isOpen && challenge.method === 'IDCARD' ? <CardDialog challenge={challenge} onAnswer={onAnswer} /> : null}
      {isOpen ? <Answers challenge={challenge} describedBy={headingId} onAnswer={onAnswer} /> : null}
    </li>
  );
}

function Facts({ challenge }: { challenge: DeviceChallenge }) {
  const text = useDeviceText();
  const locale = usePageLocale();
  const { method, identity, amount, payee, state, answersInSeconds, secondsLeft } = challenge;
  const showsText = SHOWS_TEXT.has(method);
  return (
    <DefinitionList isDense>
      {amount === undefined || !showsText ? null : (
        <Definition label={text('device.amount')}>
          <b className="strong tab">{formatMoney(amount, locale)}</b>
        </Definition>
      )}
      {payee === undefined || !showsText ? null : <Definition label={text('device.payee')}>{payee}</Definition>}
      {showsText ? <Definition label={text('device.text')}>{challenge.displayText}</Definition> : null}
      <Definition label={text('device.customer')}>{challenge.customerName}</Definition>
      {identity === undefined || method === 'IDCARD' ? null : (
        <Definition label={text(`device.identity.${method}`)}>
          <span className="tab">{identity}</span>
        </Definition>
      )}
      {state === 'started' ? (
        <Definition label={text('device.timeLeft')}>
          <span className="tab">{formatTimeLeft(secondsLeft)}</span>
          {answersInSeconds === undefined ? null : <span className={styles.modeHint}>{text('device.answersIn', { seconds: answersInSeconds })}</span>}
        </Definition>
      ) : null}
    </DefinitionList>
  );
}

/** The answers of the method's device. A card approves by its PIN, and a calculator has no approve button. */
function Answers({
  challenge,
  describedBy,
  onAnswer,
}: {
  challenge: DeviceChallenge;
  describedBy: string;
  onAnswer: (answer: DeviceAnswer) => void;
}) {
  const text = useDeviceText();
  const { method, controlCode } = challenge;
  const answers = DEVICE_ANSWERS_OF[method];
  // Another code can be seen only where one is shown; a card tells a wrong PIN itself.
  const hasWrongCode = PROOF_OF[method] === 'code' ? controlCode !== undefined : method !== 'IDCARD';
  const others = answers.filter((answer) => answer !== 'approve' && (answer !== 'wrongCode' || hasWrongCode));
  return (
    <div className={styles.answers}>
      {answers.includes('approve') && method !== 'IDCARD' ? (
        <Button kind="primary" isBlock aria-describedby={describedBy} onClick={() => onAnswer('approve')}>
          {text('device.approve')}
        </Button>
      ) : null}
      <div className={styles.others}>
        {others.map((answer) => (
          <Button key={answer} kind="secondary" isDense aria-describedby={describedBy} onClick={() => onAnswer(answer)}>
            {text(answer === 'wrongCode' ? `device.wrongCode.${method}` : `device.${answer}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
