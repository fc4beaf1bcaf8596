/** What became of the payment, by this customer's decision or by another's. */
import type { PaymentSigningResult, PaymentToSignDetails, RuntimeConfig, Signatory } from '@portico/contract';
import { formatMoney } from '../../shared/format/money.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { safeUrl } from '../../shared/page/safe-url.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { type ToSignKey, useToSignText } from './messages.ts';
import { Signatories } from './signatories.tsx';

interface DoneProps {
  readonly payment: PaymentToSignDetails;
  /** Of the decision that was just made; undefined: it was made before, as the details say. */
  readonly result: PaymentSigningResult | undefined;
  readonly config: RuntimeConfig;
}

interface Outcome {
  readonly title: ToSignKey;
  readonly text: ToSignKey;
}

const SIGNED: Outcome = { title: 'toSign.done.signed', text: 'toSign.done.signedText' };
const NOT_PAID: Outcome = { title: 'toSign.done.signedNotPaid', text: 'toSign.done.signedNotPaidText' };
const REFUSED: Outcome = { title: 'toSign.done.refused', text: 'toSign.done.refusedText' };
const DECIDED: Outcome = { title: 'toSign.done.decided', text: 'toSign.done.decidedText' };

export function DoneView({ payment, result, config }: DoneProps) {
  const { transactionStatus, signatories = [] } = result ?? payment.details;
  const text = useToSignText();
  const locale = usePageLocale();
  const outcome = outcomeOf(transactionStatus, signatories);
  const { title, text: what } = outcome;
  const wayBack = wayBackOf(payment, outcome);
  const { creditorName, count = 1 } = payment;
  const sum = formatMoney(payment.instructedAmount, locale);
  return (
    <>
      <div className="stack-2" role="status">
        <Headline>{text(title)}</Headline>
        <p>
          <b className="strong tab">{sum}</b>{' '}
          {creditorName === undefined ? text('toSign.asPayments', { count }) : `${text('toSign.to')} ${creditorName}`}
        </p>
        <p className="second">{text(what)}</p>
      </div>
      <Signatories signatories={signatories} timeZone={config.timeZones[payment.signatory.bankCountry]} />
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

function outcomeOf(status: PaymentSigningResult['transactionStatus'], signatories: readonly Signatory[]): Outcome {
  if (signatories.some(({ state }) => state === 'refused')) return REFUSED;
  if (signatories.length === 0 || signatories.some(({ state }) => state === 'awaited') || status === 'CANC') return DECIDED;
  return status === 'RJCT' ? NOT_PAID : SIGNED;
}

/** Undefined: no application started the authorisation of the second signature. */
function wayBackOf({ tppSuccessUrl, tppFailureUrl }: PaymentToSignDetails, outcome: Outcome): string | undefined {
  return safeUrl(outcome === SIGNED ? tppSuccessUrl : (tppFailureUrl ?? tppSuccessUrl));
}
