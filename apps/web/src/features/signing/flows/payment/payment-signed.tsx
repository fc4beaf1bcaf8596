/** What was signed, when, and what became of it. */
import { PaidOutcome } from './paid-outcome.tsx';
import { BeneficiaryAccountRow, LaterDateRow, ReferenceRow } from './payment-rows.tsx';

export function PaymentSigned() {
  return (
    <PaidOutcome>
      <BeneficiaryAccountRow />
      <ReferenceRow />
      <LaterDateRow />
    </PaidOutcome>
  );
}
