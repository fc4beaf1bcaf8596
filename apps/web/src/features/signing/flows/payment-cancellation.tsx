/** Taking back a payment that waits for its day. */
import { DefinitionList } from '../../../shared/ui/definition-list.tsx';
import { cancellationFlow } from './cancellation/cancellation-flow.tsx';
import { PaymentBrief } from './payment/payment-brief.tsx';
import { PaymentHead } from './payment/payment-head.tsx';
import { BeneficiaryAccountRow, DateRow, DescriptionRow, ReferenceRow } from './payment/payment-rows.tsx';

export const paymentCancellationFlow = cancellationFlow({
  kind: 'payment-cancellation',
  names: {
    kind: 'cancellation.payment.kind',
    done: 'cancellation.payment.done',
    tookEffect: 'signing.outcome.signed.cancelled.payment',
    question: 'cancellation.future.question',
  },
  meaning: 'cancellation.payment.meaning',
  parts: { Head: PaymentHead, Asked: PaymentAsked, Facts: PaymentFacts, Brief: PaymentBrief },
});

function PaymentAsked() {
  return (
    <>
      <PaymentHead />
      <DefinitionList>
        <DateRow />
      </DefinitionList>
    </>
  );
}

function PaymentFacts() {
  return (
    <DefinitionList>
      <BeneficiaryAccountRow />
      <DescriptionRow />
      <ReferenceRow />
      <DateRow />
    </DefinitionList>
  );
}
