/** Taking back a bulk payment that waits for its day, with all its items. */
import { DefinitionList } from '../../../shared/ui/definition-list.tsx';
import { BulkBrief } from './bulk/bulk-brief.tsx';
import { BulkHead } from './bulk/bulk-head.tsx';
import { Recipients } from './bulk/recipients.tsx';
import { cancellationFlow } from './cancellation/cancellation-flow.tsx';
import { DateRow } from './payment/payment-rows.tsx';

export const bulkPaymentCancellationFlow = cancellationFlow({
  kind: 'bulk-payment-cancellation',
  names: {
    kind: 'cancellation.bulk.kind',
    done: 'cancellation.bulk.done',
    tookEffect: 'signing.outcome.signed.cancelled.bulk',
    question: 'cancellation.future.question',
  },
  meaning: 'cancellation.bulk.meaning',
  parts: { Head: BulkHead, Asked: BulkAsked, Facts: BulkFacts, Brief: BulkBrief },
});

function BulkAsked() {
  return (
    <>
      <BulkHead />
      <DefinitionList>
        <DateRow />
      </DefinitionList>
    </>
  );
}

function BulkFacts() {
  return (
    <>
      <DefinitionList>
        <DateRow />
      </DefinitionList>
      <Recipients />
    </>
  );
}
