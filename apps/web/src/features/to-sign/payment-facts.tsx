/** Every fact of the payment, as the first signatory saw it. */
import type { PaymentDetails, PaymentToSignDetails, PeriodicPaymentDetails } from '@portico/contract';
import { countryName } from '../../shared/format/countries.ts';
import { formatDate } from '../../shared/format/dates.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { Iban, Reference } from '../../shared/ui/grouped-code.tsx';
import { WholeWords } from '../../shared/ui/whole-words.tsx';
import { useToSignText } from './messages.ts';
import { hasOnePayee, isBulk, isPeriodic } from './payment-kinds.ts';
import { Recipients } from './recipients.tsx';

export function PaymentFacts({ payment }: { payment: PaymentToSignDetails }) {
  const { details, debtorName, fee } = payment;
  const text = useToSignText();
  const locale = usePageLocale();
  const { debtorAccount } = details;
  return (
    <>
      <DefinitionList>
        <Definition label={text('toSign.payer')}>{debtorName}</Definition>
        {debtorAccount === undefined ? null : (
          <Definition label={text('toSign.account')} isLong>
            <Iban iban={debtorAccount.iban} />
          </Definition>
        )}
        {hasOnePayee(payment) ? <PayeeRows details={payment.details} /> : null}
        {isPeriodic(payment) ? (
          <ScheduleRows details={payment.details} />
        ) : (
          <Definition label={text('toSign.date')}>{formatDate(details.requestedExecutionDate, locale)}</Definition>
        )}
        <Definition label={text('toSign.priority')}>{text(`toSign.priority.${details.paymentProduct}`)}</Definition>
        <Definition label={text('toSign.fee')}>{formatMoney(fee, locale)}</Definition>
        {hasOnePayee(payment) ? <MoreRows details={payment.details} /> : null}
      </DefinitionList>
      {isBulk(payment) ? <Recipients payments={payment.details.payments} /> : null}
    </>
  );
}

function PayeeRows({ details }: { details: PaymentDetails }) {
  const { creditorAccount, remittanceInformationUnstructured: description, remittanceInformationStructured: structured } = details;
  const text = useToSignText();
  return (
    <>
      <Definition label={text('toSign.beneficiaryAccount')} isLong>
        <Iban iban={creditorAccount.iban} />
      </Definition>
      {description === undefined ? null : (
        <Definition label={text('toSign.description')}>
          <WholeWords>{description}</WholeWords>
        </Definition>
      )}
      {structured === undefined ? null : (
        <Definition label={text('toSign.reference')}>
          <Reference reference={structured.reference} />
        </Definition>
      )}
    </>
  );
}

function MoreRows({ details: { creditorType, creditorAddress, endToEndIdentification } }: { details: PaymentDetails }) {
  const text = useToSignText();
  const locale = usePageLocale();
  return (
    <>
      {creditorType === undefined ? null : (
        <Definition label={text('toSign.beneficiaryType')}>{text(`toSign.beneficiaryType.${creditorType}`)}</Definition>
      )}
      {creditorAddress === undefined ? null : (
        <Definition label={text('toSign.beneficiaryCountry')}>{countryName(creditorAddress.country, locale)}</Definition>
      )}
      {endToEndIdentification === undefined ? null : <Definition label={text('toSign.endToEndId')}>{endToEndIdentification}</Definition>}
    </>
  );
}

function ScheduleRows({ details: { startDate, endDate, frequency, dayOfExecution } }: { details: PeriodicPaymentDetails }) {
  const text = useToSignText();
  const locale = usePageLocale();
  return (
    <>
      <Definition label={text('toSign.validFrom')}>{formatDate(startDate, locale)}</Definition>
      <Definition label={text('toSign.validTill')}>{endDate === undefined ? text('toSign.indefinite') : formatDate(endDate, locale)}</Definition>
      <Definition label={text('toSign.frequency')}>{text(`toSign.frequency.${frequency}`)}</Definition>
      {dayOfExecution === undefined ? null : <Definition label={text('toSign.dayOfExecution')}>{dayOfExecution.padStart(2, '0')}</Definition>}
    </>
  );
}
