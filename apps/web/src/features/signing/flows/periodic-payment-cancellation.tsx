/** Cancels a periodic payment. A run that the bank has accepted is in execution, is made, and cannot be cancelled, as with a single payment. */
import { DefinitionList } from '../../../shared/ui/definition-list.tsx';
import { cancellationFlow } from './cancellation/cancellation-flow.tsx';
import { PaymentBrief } from './payment/payment-brief.tsx';
import { BeneficiaryAccountRow, ReferenceRow } from './payment/payment-rows.tsx';
import { LabelRow } from './periodic/label-row.tsx';
import { PeriodicHead } from './periodic/periodic-head.tsx';
import { ScheduleRows } from './periodic/schedule-rows.tsx';

export const periodicPaymentCancellationFlow = cancellationFlow({
  kind: 'periodic-payment-cancellation',
  names: {
    kind: 'cancellation.periodic.kind',
    done: 'cancellation.periodic.done',
    tookEffect: 'signing.outcome.signed.cancelled.periodic',
    question: 'cancellation.periodic.question',
  },
  meaning: 'cancellation.periodic.meaning',
  parts: { Head: PeriodicHead, Asked: PeriodicAsked, Facts: PeriodicFacts, Brief: PaymentBrief },
});

function PeriodicAsked() {
  return (
    <>
      <PeriodicHead />
      <DefinitionList>
        <LabelRow />
      </DefinitionList>
    </>
  );
}

function PeriodicFacts() {
  return (
    <DefinitionList>
      <LabelRow />
      <BeneficiaryAccountRow />
      <ReferenceRow />
      <ScheduleRows />
    </DefinitionList>
  );
}
