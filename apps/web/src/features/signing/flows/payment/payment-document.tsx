/** The document: amount, recipient, whose account it is, and every fact of the payment in the specified order. */

import { formatDate } from '../../../../shared/format/dates.ts';
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { nowMs } from '../../../../shared/page/page.ts';
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { Iban, Reference } from '../../../../shared/ui/grouped-code.tsx';
import { Headline } from '../../../../shared/ui/headline.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { WholeWords } from '../../../../shared/ui/whole-words.tsx';
import { useSigningText } from '../../messages.ts';
import { useSigning, useSigningPage } from '../../views/signing-page-context.tsx';
import { isoDateIn } from './iso-date-in.ts';
import { PayeeNote } from './payee-note.tsx';
import styles from './payment.module.css';
import { PaymentHead } from './payment-head.tsx';
import { PaymentMore } from './payment-more.tsx';
import { usePayment } from './payment-session.ts';
import { PriorityText } from './priority-text.tsx';

export function PaymentDocument({ isSigning }: { isSigning: boolean }) {
  const { flow } = useSigningPage();
  const session = usePayment();
  const text = useSigningText();
  return (
    <>
      <Headline takesFocus={!isSigning}>{session.tppApplicationName}</Headline>
      <p className="small muted">{text(isSigning ? flow.labels.kindRunning : flow.labels.kind)}</p>
      <PaymentHead />
      {isSigning ? null : <PayeeNote />}
      <div className={styles.facts}>
        <Facts isSigning={isSigning} />
      </div>
      {isSigning ? null : <PaymentMore />}
    </>
  );
}

function Facts({ isSigning }: { isSigning: boolean }) {
  const { details } = usePayment();
  const text = useSigningText();
  const description = details.remittanceInformationUnstructured;
  const reference = details.remittanceInformationStructured?.reference;
  return (
    <DefinitionList>
      <Definition label={text('payment.beneficiaryAccount')} isLong>
        <Iban iban={details.creditorAccount.iban} />
      </Definition>
      {description === undefined ? null : (
        <Definition label={text('payment.description')}>
          <WholeWords>{description}</WholeWords>
        </Definition>
      )}
      {reference === undefined ? null : (
        <Definition label={text('payment.reference')}>
          <Reference reference={reference} />
        </Definition>
      )}
      {isSigning ? <ChosenAccount /> : null}
      <Definition label={text('payment.date')}>
        <PaymentDate />
      </Definition>
      {isSigning ? null : (
        <Definition label={text('payment.priority')}>
          <PriorityText />
        </Definition>
      )}
      <Definition label={text('payment.fee')}>
        <Fee />
      </Definition>
    </DefinitionList>
  );
}

/** Calendar dates carry no zone; whether that day is today, the bank's clock says. */
function PaymentDate() {
  const { config } = useSigningPage();
  const { details, bankCountry } = usePayment();
  const text = useSigningText();
  const locale = usePageLocale();
  const date = formatDate(details.requestedExecutionDate, locale);
  const isToday = details.requestedExecutionDate === isoDateIn(config.timeZones[bankCountry], nowMs());
  return isToday ? text('payment.dateToday', { date }) : date;
}

/** While it is signed, the chosen account is a fact like the others. */
function ChosenAccount() {
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

function Fee() {
  const fee = useSigning((state) => state.fee);
  const text = useSigningText();
  const locale = usePageLocale();
  if (fee === undefined) return <Skeleton label={text('payment.loadingFee')} isInline />;
  return <span className={styles.number}>{formatMoney({ amount: fee.sum, currency: fee.crcCode }, locale)}</span>;
}
