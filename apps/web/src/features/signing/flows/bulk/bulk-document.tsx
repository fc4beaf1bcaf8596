/** The document: total, how many, whose accounts they are, the fee, and every recipient. */
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { DocumentTitle } from '../../views/document-title.tsx';
import { useBulk, useSigningPage } from '../../views/signing-page-context.tsx';
import { DebtorOptions } from '../payment/debtor-options.tsx';
import { OnBehalf } from '../payment/on-behalf.tsx';
import styles from '../payment/payment.module.css';
import { ChosenAccountRow, DateRow, PriorityRow } from '../payment/payment-rows.tsx';
import { ShowMore } from '../payment/show-more.tsx';
import { Signatories } from '../payment/signatories.tsx';
import { BulkFeeRow } from './bulk-fee-row.tsx';
import { BulkHead } from './bulk-head.tsx';
import { PayeesNote } from './payees-note.tsx';
import { Recipients } from './recipients.tsx';

export function BulkDocument({ isSigning }: { isSigning: boolean }) {
  return (
    <>
      <DocumentTitle isSigning={isSigning} />
      <BulkHead />
      {isSigning ? null : <PayeesNote />}
      <OnBehalf />
      <div className={styles.facts}>
        <DefinitionList>
          {isSigning ? <ChosenAccountRow /> : null}
          <DateRow />
          {isSigning ? null : <PriorityRow />}
          <BookingRow />
          <BulkFeeRow />
        </DefinitionList>
      </div>
      <Signatories />
      <Recipients />
      {isSigning ? null : <BulkMore />}
    </>
  );
}

/** How the customer will find the payments on the account statement. */
function BookingRow() {
  const { batchBookingPreferred } = useBulk().details;
  const text = useSigningText();
  if (batchBookingPreferred === undefined) return null;
  return <Definition label={text('bulk.booking')}>{text(batchBookingPreferred ? 'bulk.booking.one' : 'bulk.booking.each')}</Definition>;
}

/** Only where there is something to send along: in Lithuania (specification §2). */
function BulkMore() {
  const { flow } = useSigningPage();
  const { bankCountry } = useBulk();
  if (!flow.payFrom?.hasDebtorOptions(bankCountry)) return null;
  return (
    <ShowMore>
      <DebtorOptions />
    </ShowMore>
  );
}
