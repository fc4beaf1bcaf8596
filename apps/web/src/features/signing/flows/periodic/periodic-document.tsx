/** The document: label, recipient, amount, and when it is paid, in the specified order. */
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { DocumentTitle } from '../../views/document-title.tsx';
import { OnBehalf } from '../payment/on-behalf.tsx';
import { PayeeNote } from '../payment/payee-note.tsx';
import styles from '../payment/payment.module.css';
import { PaymentMore } from '../payment/payment-more.tsx';
import { BeneficiaryAccountRow, ChosenAccountRow, FeeSum, PriorityRow, ReferenceRow } from '../payment/payment-rows.tsx';
import { Signatories } from '../payment/signatories.tsx';
import { LabelRow } from './label-row.tsx';
import { PeriodicHead } from './periodic-head.tsx';
import { ScheduleRows } from './schedule-rows.tsx';

export function PeriodicDocument({ isSigning }: { isSigning: boolean }) {
  return (
    <>
      <DocumentTitle isSigning={isSigning} />
      <PeriodicHead />
      {isSigning ? null : <PayeeNote />}
      <OnBehalf />
      <div className={styles.facts}>
        <DefinitionList>
          <LabelRow />
          <BeneficiaryAccountRow />
          <ReferenceRow />
          {isSigning ? <ChosenAccountRow /> : null}
          <ScheduleRows />
          {isSigning ? null : <PriorityRow />}
          <FeeOfEach />
        </DefinitionList>
      </div>
      <Signatories />
      {isSigning ? null : <PaymentMore />}
    </>
  );
}

function FeeOfEach() {
  const text = useSigningText();
  return (
    <Definition label={text('payment.fee')}>
      <FeeSum />
      <span className={styles.reason}>{text('periodic.feeOfEach')}</span>
    </Definition>
  );
}
