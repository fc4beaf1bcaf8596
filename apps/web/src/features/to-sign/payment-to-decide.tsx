/** One payment with all details, and the two decisions: sign or refuse. */
import type { PaymentToSignDetails, RuntimeConfig } from '@portico/contract';
import type { AuthMethod, PayeeVerificationResult } from '@portico/contract/values';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Door, isAtDoor } from '../../shared/bank-pages/door.tsx';
import { useDoorText } from '../../shared/bank-pages/messages.ts';
import { OtherMethods } from '../../shared/bank-pages/other-methods.tsx';
import { RoleLine } from '../../shared/bank-pages/role-line.tsx';
import { formatDateTime } from '../../shared/format/dates.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { type RefusalText, useRefusalText, useTriesText } from '../../shared/i18n/refusal-text.ts';
import { type Text, usePageLocale } from '../../shared/i18n/use-text.ts';
import { useArmed } from '../../shared/page/use-armed.ts';
import { DeviceLinkChoice } from '../../shared/sca/device-link-choice.tsx';
import type { RequestFailure } from '../../shared/store/request-failure.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { DevicePane } from './device-pane.tsx';
import { DoneView } from './done-view.tsx';
import { type ToSignKey, useToSignText } from './messages.ts';
import { PaymentFacts } from './payment-facts.tsx';
import { hasOnePayee, isBulk } from './payment-kinds.ts';
import { Signatories } from './signatories.tsx';
import styles from './to-sign.module.css';
import type { ToSignCalls } from './to-sign-calls.ts';
import { type CoSignature, type CoSignatureState, useCoSignature } from './use-co-signature.ts';

export function PaymentToDecide({ paymentId, calls, config }: { paymentId: string; calls: ToSignCalls; config: RuntimeConfig }) {
  const coSignature = useCoSignature(calls, paymentId);
  const { state } = coSignature;
  const text = useToSignText();
  const door = { calls, config, loading: text('toSign.loading'), welcome: text('toSign.welcomeText') };
  if (isAtDoor(state)) return <Door {...door} state={state} reload={coSignature.reload} returnTo={`/bank/to-sign/${paymentId}`} />;
  switch (state.step) {
    case 'gone':
      return <Gone signOut={coSignature.signOut} />;
    case 'done':
      return <DoneView payment={state.payment} result={state.result} config={config} />;
    case 'waiting':
    case 'concluding':
      return (
        <>
          <Head payment={state.payment} />
          <DevicePane
            challenge={state.step === 'waiting' ? state.challenge : undefined}
            respond={coSignature.respond}
            notify={coSignature.notify}
            config={config}
          />
        </>
      );
    default:
      return <Deciding coSignature={coSignature} state={state} config={config} />;
  }
}

function Head({ payment }: { payment: PaymentToSignDetails }) {
  const { instructedAmount, creditorName, count, kind } = payment;
  const text = useToSignText();
  const locale = usePageLocale();
  return (
    <div className="stack-2">
      <Headline>{text('toSign.second', { kind: text(`toSign.kind.${kind}`) })}</Headline>
      <Amount amount={instructedAmount.amount} currency={instructedAmount.currency} locale={locale} />
      <p className={styles.payee}>
        {count === undefined ? (
          <>
            {text('toSign.to')} <b className="strong">{creditorName}</b>
          </>
        ) : (
          text('toSign.asPayments', { count })
        )}
      </p>
      <RoleLine visitor={payment.signatory} />
    </div>
  );
}

interface DecidingProps {
  readonly coSignature: CoSignature;
  readonly state: Extract<CoSignatureState, { step: 'deciding' | 'asking' | 'refusing' }>;
  readonly config: RuntimeConfig;
}

function Deciding({ coSignature, state, config }: DecidingProps) {
  const { payment } = state;
  const text = useToSignText();
  const locale = usePageLocale();
  const timeZone = config.timeZones[payment.signatory.bankCountry];
  const others = otherMethods(coSignature, state);
  return (
    <>
      <Head payment={payment} />
      <PayeeNote payment={payment} />
      <PaymentFacts payment={payment} />
      <Signatories signatories={payment.details.signatories ?? []} timeZone={timeZone} />
      <p className="small second">{text('toSign.until', { date: formatDateTime(payment.signableUntil, locale, timeZone) })}</p>
      <Said state={state} others={others} />
      <Acts coSignature={coSignature} state={state} others={others} />
    </>
  );
}

function Said({ state, others }: Pick<DecidingProps, 'state'> & { others: readonly AuthMethod[] }): ReactNode {
  const text = useToSignText();
  const isSignedIn = others.length === 0;
  const refusalText = useRefusalText({ isSignedIn });
  const triesText = useTriesText();
  const locale = usePageLocale();
  if (state.step !== 'deciding' || state.said === undefined) return null;
  return (
    <Note kind="error" role="alert">
      {'ended' in state.said
        ? [text(`toSign.deviceSaid.${state.said.ended}`), triesText(state.said.triesLeft, isSignedIn)].filter((each) => each !== undefined).join(' ')
        : saidText(state.said, state.payment, { text, refusalText, locale })}
    </Note>
  );
}

/** A second signatory cannot choose another account, as the first could. */
const ABOUT_THE_ACCOUNT = ['FUNDS_NOT_AVAILABLE', 'ACCOUNT_UNKNOWN', 'ACCOUNT_BLOCKED', 'CURRENCY_MISMATCH'] as const;

function saidText(
  said: RequestFailure,
  payment: PaymentToSignDetails,
  { text, refusalText, locale }: { text: Text<ToSignKey>; refusalText: RefusalText; locale: string },
): string {
  const own = ABOUT_THE_ACCOUNT.find((code) => code === said.code);
  const reason =
    own === undefined
      ? refusalText(said, payment.signatory.authMethod)
      : text(`toSign.said.${own}`, { sum: said.available === undefined ? '' : formatMoney(said.available, locale) });
  return `${reason} ${text('toSign.said.nothing')}`;
}

function Acts({ coSignature, state, others }: Pick<DecidingProps, 'coSignature' | 'state'> & { others: readonly AuthMethod[] }) {
  const { payment, step } = state;
  const text = useToSignText();
  const isArmed = useArmed();
  const [isAsked, setIsAsked] = useState(false);
  const method = text(`toSign.method.${coSignature.method ?? payment.signatory.authMethod}`);
  const isBlocked = others.length > 0 && isMethodBlocked(state);
  const isAdvisedAgainst = verificationsOf(payment).includes('NMTC');
  const armed = (act: () => void) => () => {
    if (isArmed && step === 'deciding') act();
  };
  if (isAsked && step === 'deciding') {
    const refuse = () => {
      setIsAsked(false);
      coSignature.refuse();
    };
    return <RefusalQuestion refuse={refuse} keep={() => setIsAsked(false)} />;
  }
  return (
    <div className="stack-2">
      {coSignature.hasLink && !isBlocked ? (
        <DeviceLinkChoice
          isChosen={coSignature.isByLink}
          isDisabled={step !== 'deciding'}
          texts={{ here: text('toSign.app.chooseHere'), code: text('toSign.app.chooseCode'), hint: text('toSign.app.chooseHint') }}
          onChange={coSignature.openByLink}
        />
      ) : null}
      {isBlocked ? null : (
        <Button
          kind={isAdvisedAgainst ? 'secondary' : 'primary'}
          isBlock
          isBusy={step === 'asking'}
          aria-disabled={!isArmed || undefined}
          onClick={armed(coSignature.sign)}
        >
          {step === 'asking' ? text('toSign.starting') : text(isWarned(payment) ? 'toSign.signAnywayWith' : 'toSign.signWith', { method })}
        </Button>
      )}
      <OtherMethods
        methods={others}
        isFirstPrimary={isBlocked && !isAdvisedAgainst}
        labelOf={(other) => text('toSign.otherMethod', { method: text(`toSign.method.${other}`) })}
        choose={coSignature.choose}
      />
      <Button
        kind={isAdvisedAgainst ? 'primary' : 'secondary'}
        isBlock
        isBusy={step === 'refusing'}
        aria-disabled={!isArmed || undefined}
        onClick={armed(() => setIsAsked(true))}
      >
        {text(step === 'refusing' ? 'toSign.refusing' : 'toSign.refuse')}
      </Button>
      <ButtonLink kind="quiet" isBlock href="/bank/to-sign">
        {text('toSign.back')}
      </ButtonLink>
    </div>
  );
}

/** The signatory's methods beside the one that failed. */
function otherMethods({ method }: CoSignature, state: DecidingProps['state']): readonly AuthMethod[] {
  if (state.step !== 'deciding' || state.said === undefined) return [];
  const { payment, said } = state;
  const isMethod = 'ended' in said || said.code === 'SCA_METHOD_BLOCKED' || said.code === 'SCA_METHOD_UNKNOWN';
  const failed = ('ended' in said ? said.method : undefined) ?? method ?? payment.signatory.authMethod;
  return isMethod ? (payment.authMethods ?? []).filter((each) => each !== failed) : [];
}

function isMethodBlocked(state: DecidingProps['state']): boolean {
  const said = state.step === 'deciding' ? state.said : undefined;
  if (said === undefined) return false;
  return 'ended' in said ? said.triesLeft === 0 : said.code === 'SCA_METHOD_BLOCKED';
}

/** A refusal cannot be taken back: it is asked for once more. */
function RefusalQuestion({ refuse, keep }: { readonly refuse: () => void; readonly keep: () => void }) {
  const text = useToSignText();
  const isArmed = useArmed();
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div className="stack-2">
      <p ref={question} tabIndex={-1} className="strong">
        {text('toSign.refuseQuestion')}
      </p>
      <Button kind="primary" isBlock aria-disabled={!isArmed || undefined} onClick={() => isArmed && refuse()}>
        {text('toSign.refuseYes')}
      </Button>
      <Button kind="secondary" isBlock onClick={keep}>
        {text('toSign.refuseNo')}
      </Button>
    </div>
  );
}

function isWarned(payment: PaymentToSignDetails): boolean {
  return verificationsOf(payment).some((result) => result !== 'MTCH');
}

function verificationsOf(payment: PaymentToSignDetails): readonly PayeeVerificationResult[] {
  const payees = isBulk(payment) ? payment.details.payments : hasOnePayee(payment) ? [payment.details] : [];
  return payees.map(({ payeeVerification }) => payeeVerification.result);
}

/** Shown beside the button for every result but a match. */
function PayeeNote({ payment }: { payment: PaymentToSignDetails }): ReactNode {
  const text = useToSignText();
  if (!isWarned(payment)) return null;
  if (!hasOnePayee(payment)) return <Note kind="warn">{text('toSign.payee.some')}</Note>;
  const { creditorName } = payment.details;
  const { result, matchedName } = payment.details.payeeVerification;
  if (result === 'MTCH') return null;
  const name = result === 'CMTC' ? (matchedName ?? creditorName) : creditorName;
  return <Note kind={result === 'NMTC' ? 'error' : result === 'CMTC' ? 'warn' : 'info'}>{text(`toSign.payee.${result}`, { name })}</Note>;
}

/** The provider's link may have opened in a browser in which the first signatory is signed in. */
function Gone({ signOut }: Pick<CoSignature, 'signOut'>) {
  const text = useToSignText();
  const doorText = useDoorText();
  return (
    <>
      <div className="stack" role="alert">
        <Headline>{text('toSign.gone')}</Headline>
        <p className="second">{text('toSign.goneText')}</p>
      </div>
      <div className="stack-2">
        <ButtonLink kind="primary" isBlock href="/bank/to-sign">
          {text('toSign.back')}
        </ButtonLink>
        <Button kind="quiet" isBlock onClick={signOut}>
          {doorText('door.signOut')}
        </Button>
      </div>
    </>
  );
}
