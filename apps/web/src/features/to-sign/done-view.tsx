/** The result for the payment after this customer's or another signatory's decision. */
import type { PaymentSigningResult, PaymentToSignDetails, RuntimeConfig, Signatory, UnpaidRun as UnpaidRunDetails } from '@portico/contract';
import { type NotPaidReason, signedResult } from '@portico/contract/values';
import { formatDate } from '../../shared/format/dates.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { safeUrl } from '../../shared/page/safe-url.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { ResultHead, type ResultTone } from '../../shared/ui/result-head.tsx';
import { type ToSignKey, useToSignText } from './messages.ts';
import { isPeriodic } from './payment-kinds.ts';
import { Signatories } from './signatories.tsx';

interface DoneProps {
  readonly payment: PaymentToSignDetails;
  /** Result of the decision just made; undefined: it was made earlier, and the details contain it. */
  readonly result: PaymentSigningResult | undefined;
  readonly config: RuntimeConfig;
}

interface Outcome {
  readonly tone: ResultTone;
  readonly title: ToSignKey;
  readonly text: ToSignKey;
}

const SIGNED: Outcome = { tone: 'ok', title: 'toSign.done.signed', text: 'toSign.done.signedText' };
const REFUSED: Outcome = { tone: 'plain', title: 'toSign.done.refused', text: 'toSign.done.refusedText' };
const DECIDED: Outcome = { tone: 'plain', title: 'toSign.done.decided', text: 'toSign.done.decidedText' };
const PARTLY: Outcome = { tone: 'warn', title: 'toSign.result.partly', text: 'toSign.result.partly.next' };

export function DoneView({ payment, result, config }: DoneProps) {
  const now = result ?? payment.details;
  const text = useToSignText();
  const locale = usePageLocale();
  const outcome = outcomeOf(now, payment.signatory.name);
  const { title, text: what } = outcome;
  const tone = outcome.tone === 'ok' && unpaidRunOf(payment) !== undefined ? 'warn' : outcome.tone;
  const wayBack = wayBackOf(payment, outcome);
  const { creditorName, count = 1, signedBy } = payment;
  const sum = formatMoney(payment.instructedAmount, locale);
  return (
    <>
      <div className="stack-2" role="status">
        <ResultHead tone={tone} title={text(title)}>
          <p>
            <b className="strong tab">{sum}</b>{' '}
            {creditorName === undefined ? text('toSign.asPayments', { count }) : `${text('toSign.to')} ${creditorName}`}
          </p>
          <p className="second">{text(what, { name: signedBy })}</p>
        </ResultHead>
      </div>
      <UnpaidRun payment={payment} />
      <Signatories
        signatories={now.signatories ?? []}
        timeZone={config.timeZones[payment.signatory.bankCountry]}
        isUnpaid={signedResult('payment', now.transactionStatus) === 'failure'}
      />
      <p>
        <a href={`/bank/receipts/${payment.paymentId}`}>{text('toSign.receipt')}</a>
      </p>
      <div className="stack-2">
        {wayBack === undefined ? null : (
          <ButtonLink kind="primary" isBlock href={wayBack}>
            {text('toSign.backToProvider')}
          </ButtonLink>
        )}
        <ButtonLink kind={wayBack === undefined ? 'primary' : 'secondary'} isBlock href="/bank/to-sign">
          {text('toSign.back')}
        </ButtonLink>
      </div>
    </>
  );
}

/** A periodic payment continues although the bank did not execute its latest payment. */
function UnpaidRun({ payment }: { payment: PaymentToSignDetails }) {
  const text = useToSignText();
  const locale = usePageLocale();
  const unpaidRun = unpaidRunOf(payment);
  if (unpaidRun === undefined) return null;
  const { executionDate, notPaidReason } = unpaidRun;
  const reason = text(`toSign.result.${notPaidReason}`);
  return <Note kind="error">{text('toSign.done.unpaidRun', { date: formatDate(executionDate, locale), reason })}</Note>;
}

function unpaidRunOf(payment: PaymentToSignDetails): UnpaidRunDetails | undefined {
  return isPeriodic(payment) ? payment.details.unpaidRun : undefined;
}

interface Progress {
  readonly transactionStatus: PaymentSigningResult['transactionStatus'];
  readonly notPaidReason?: NotPaidReason;
  readonly signatories?: readonly Signatory[];
}

/** `ownName`: of this customer. The tick requires all signatures, and a payment that continues or was executed. */
function outcomeOf({ transactionStatus, notPaidReason, signatories = [] }: Progress, ownName: string): Outcome {
  if (signatories.some(({ state, name }) => state === 'refused' && name === ownName)) return REFUSED;
  const result = signedResult('payment', transactionStatus);
  switch (result) {
    case 'failure':
      return failureOf(transactionStatus, notPaidReason);
    case 'partly':
      return PARTLY;
    default:
      return signatories.length === 0 || signatories.some(({ state }) => state !== 'signed')
        ? DECIDED
        : { ...SIGNED, tone: result === 'success' ? 'ok' : 'wait' };
  }
}

function failureOf(transactionStatus: PaymentSigningResult['transactionStatus'], reason: NotPaidReason | undefined): Outcome {
  const key = transactionStatus === 'CANC' ? 'cancelled' : transactionStatus === 'BLCK' ? 'blocked' : (reason ?? 'bankRefused');
  return { tone: 'error', title: `toSign.result.${key}`, text: `toSign.result.${key}.next` };
}

/** Undefined: no application started the authorisation of the second signature. */
function wayBackOf({ tppSuccessUrl, tppFailureUrl }: PaymentToSignDetails, outcome: Outcome): string | undefined {
  const isSigned = outcome.title === SIGNED.title || outcome.title === PARTLY.title;
  return safeUrl(isSigned ? tppSuccessUrl : (tppFailureUrl ?? tppSuccessUrl));
}
