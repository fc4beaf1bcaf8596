/** The facts of a payment, a row each; what the provider did not send has none. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Definition } from '../../../../shared/ui/definition-list.tsx';
import { Iban, Reference } from '../../../../shared/ui/grouped-code.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { WholeWords } from '../../../../shared/ui/whole-words.tsx';
import { type SigningKey, useSigningText } from '../../messages.ts';
import { usePaid, usePayment, useSigning } from '../../views/signing-page-context.tsx';
import { useToday } from '../../views/use-today.ts';
import styles from './payment.module.css';
import { PriorityText } from './priority-text.tsx';

export function BeneficiaryAccountRow() {
  const { details } = usePayment();
  const text = useSigningText();
  return (
    <Definition label={text('payment.beneficiaryAccount')} isLong>
      <Iban iban={details.creditorAccount.iban} />
    </Definition>
  );
}

export function DescriptionRow() {
  const { remittanceInformationUnstructured: description } = usePayment().details;
  const text = useSigningText();
  if (description === undefined) return null;
  return (
    <Definition label={text('payment.description')}>
      <WholeWords>{description}</WholeWords>
    </Definition>
  );
}

export function ReferenceRow() {
  const reference = usePayment().details.remittanceInformationStructured?.reference;
  const text = useSigningText();
  if (reference === undefined) return null;
  return (
    <Definition label={text('payment.reference')}>
      <Reference reference={reference} />
    </Definition>
  );
}

/** Calendar dates carry no zone; whether that day is today, the bank's clock says. */
export function DateRow({ label = 'payment.date' }: { label?: SigningKey }) {
  const { requestedExecutionDate } = usePaid().details;
  const isToday = requestedExecutionDate === useToday();
  const text = useSigningText();
  const locale = usePageLocale();
  const date = formatDate(requestedExecutionDate, locale);
  return <Definition label={text(label)}>{isToday ? text('payment.dateToday', { date }) : date}</Definition>;
}

/** Where the payment is not made today, its day belongs to the outcome. */
export function LaterDateRow() {
  const { requestedExecutionDate } = usePaid().details;
  return requestedExecutionDate > useToday() ? <DateRow /> : null;
}

export function PriorityRow() {
  const text = useSigningText();
  return (
    <Definition label={text('payment.priority')}>
      <PriorityText />
    </Definition>
  );
}

/** Once it is chosen for good: a fact like the others. */
export function ChosenAccountRow() {
  const text = useSigningText();
  const iban = useSigning((state) => state.debtorAccountIban);
  const account = useSigning((state) => state.accounts?.find((candidate) => candidate.iban === iban));
  if (iban === undefined) return null;
  return (
    <Definition label={text('payment.payFrom')} isLong>
      {account?.name ? <span className={styles.accountName}>{account.name}</span> : null}
      <Iban iban={iban} />
    </Definition>
  );
}

export function FeeRow() {
  const text = useSigningText();
  return (
    <Definition label={text('payment.fee')}>
      <FeeSum />
    </Definition>
  );
}

export function FeeSum() {
  const fee = useSigning((state) => state.fee);
  const hasNone = useSigning(({ accounts, feeRefusal }) => accounts?.length === 0 || feeRefusal !== undefined);
  const text = useSigningText();
  const locale = usePageLocale();
  // Without an account that the bank pays from there is no fee to wait for.
  if (hasNone) return '–';
  if (fee === undefined) return <Skeleton label={text('payment.loadingFee')} isInline />;
  return <span className={styles.number}>{formatMoney({ amount: fee.sum, currency: fee.crcCode }, locale)}</span>;
}
