/** The document: amount, recipient, whose account it is, and every fact of the payment in the specified order. */
import { DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { DocumentTitle } from '../../views/document-title.tsx';
import { OnBehalf } from './on-behalf.tsx';
import { PayeeNote } from './payee-note.tsx';
import styles from './payment.module.css';
import { PaymentHead } from './payment-head.tsx';
import { PaymentMore } from './payment-more.tsx';
import { BeneficiaryAccountRow, ChosenAccountRow, DateRow, DescriptionRow, FeeRow, PriorityRow, ReferenceRow } from './payment-rows.tsx';
import { Signatories } from './signatories.tsx';

export function PaymentDocument({ isSigning }: { isSigning: boolean }) {
  return (
    <>
      <DocumentTitle isSigning={isSigning} />
      <PaymentHead />
      {isSigning ? null : <PayeeNote />}
      <OnBehalf />
      <div className={styles.facts}>
        <DefinitionList>
          <BeneficiaryAccountRow />
          <DescriptionRow />
          <ReferenceRow />
          {isSigning ? <ChosenAccountRow /> : null}
          <DateRow />
          {isSigning ? null : <PriorityRow />}
          <FeeRow />
        </DefinitionList>
      </div>
      <Signatories />
      {isSigning ? null : <PaymentMore />}
    </>
  );
}
