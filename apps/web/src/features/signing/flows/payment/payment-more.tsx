/** The beneficiary's other facts and, for customers of Lithuania, what they may send along. */
import { countryName } from '../../../../shared/format/countries.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { usePayment, useSigningPage } from '../../views/signing-page-context.tsx';
import { DebtorOptions } from './debtor-options.tsx';
import styles from './payment.module.css';
import { ShowMore } from './show-more.tsx';

export function PaymentMore() {
  const { flow } = useSigningPage();
  const { bankCountry } = usePayment();
  return (
    <ShowMore>
      <BeneficiaryFacts />
      {flow.payFrom?.hasDebtorOptions(bankCountry) ? <DebtorOptions /> : null}
    </ShowMore>
  );
}

function BeneficiaryFacts() {
  const { details } = usePayment();
  const text = useSigningText();
  const locale = usePageLocale();
  const { creditorType, creditorAddress, creditorName, endToEndIdentification } = details;
  return (
    <DefinitionList>
      {creditorType === undefined ? null : (
        <Definition label={text('payment.beneficiaryType')}>{text(`payment.beneficiaryType.${creditorType}`)}</Definition>
      )}
      <Definition label={text('payment.beneficiaryName')}>{creditorName}</Definition>
      {creditorAddress === undefined ? null : (
        <Definition label={text('payment.beneficiaryCountry')}>{countryName(creditorAddress.country, locale)}</Definition>
      )}
      {endToEndIdentification === undefined ? null : (
        <Definition label={text('payment.endToEndId')}>
          <span className={styles.identifier}>{endToEndIdentification}</span>
        </Definition>
      )}
    </DefinitionList>
  );
}
