/** One request as the phone shows it, with every answer a person or a scenario can give. */
import type { DeviceAnswerBody, DeviceChallenge } from '@portico/contract';
import type { ChallengeState } from '@portico/contract/values';
import { useId } from 'react';
import { formatTimeLeft } from '../../shared/format/dates.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { CodeColumns } from '../../shared/ui/sheet.tsx';
import styles from './device.module.css';
import { useDeviceText } from './messages.ts';

type Answer = DeviceAnswerBody['answer'];

const LOOKS: Readonly<Record<ChallengeState, BadgeKind>> = {
  started: 'info',
  approved: 'ok',
  refused: 'error',
  timedOut: 'warn',
  wrongCode: 'error',
};

export function DeviceRequest({ challenge, onAnswer }: { challenge: DeviceChallenge; onAnswer: (answer: Answer) => void }) {
  const text = useDeviceText();
  const headingId = useId();
  const { state, controlCode } = challenge;
  const isOpen = state === 'started';
  const heading = text('device.heading', { purpose: text(`device.purpose.${challenge.purpose}`), method: text(`device.method.${challenge.method}`) });
  return (
    <li className={styles.request} aria-labelledby={headingId}>
      <div className={styles.top}>
        <h2 id={headingId}>{heading}</h2>
        <Badge kind={LOOKS[state]}>{text(`device.state.${state}`)}</Badge>
      </div>
      {isOpen && controlCode !== undefined ? (
        <p className={styles.code}>
          <CodeColumns code={controlCode} label={text('device.controlCode', { digits: Array.from(controlCode).join(' ') })} />
        </p>
      ) : null}
      <Facts challenge={challenge} />
      {isOpen ? <Answers describedBy={headingId} onAnswer={onAnswer} /> : null}
    </li>
  );
}

function Facts({ challenge }: { challenge: DeviceChallenge }) {
  const text = useDeviceText();
  const locale = usePageLocale();
  const { amount, payee, state, answersInSeconds, secondsLeft } = challenge;
  return (
    <DefinitionList isDense>
      {amount === undefined ? null : (
        <Definition label={text('device.amount')}>
          <b className="strong tab">{formatMoney(amount, locale)}</b>
        </Definition>
      )}
      {payee === undefined ? null : <Definition label={text('device.payee')}>{payee}</Definition>}
      <Definition label={text('device.text')}>{challenge.displayText}</Definition>
      <Definition label={text('device.customer')}>{challenge.customerName}</Definition>
      {state === 'started' ? (
        <Definition label={text('device.timeLeft')}>
          <span className="tab">{formatTimeLeft(secondsLeft)}</span>
          {answersInSeconds === undefined ? null : <span className={styles.modeHint}>{text('device.answersIn', { seconds: answersInSeconds })}</span>}
        </Definition>
      ) : null}
    </DefinitionList>
  );
}

const OTHER_ANSWERS = ['refuse', 'wrongCode', 'timeOut'] as const;

function Answers({ describedBy, onAnswer }: { describedBy: string; onAnswer: (answer: Answer) => void }) {
  const text = useDeviceText();
  return (
    <div className={styles.answers}>
      <Button kind="primary" isBlock aria-describedby={describedBy} onClick={() => onAnswer('approve')}>
        {text('device.approve')}
      </Button>
      <div className={styles.others}>
        {OTHER_ANSWERS.map((answer) => (
          <Button key={answer} kind="secondary" isDense aria-describedby={describedBy} onClick={() => onAnswer(answer)}>
            {text(`device.${answer}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
