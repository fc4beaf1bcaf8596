/** What was signed, when it is paid, and what became of it. */
import { PaidOutcome } from '../payment/paid-outcome.tsx';
import { BeneficiaryAccountRow, ReferenceRow } from '../payment/payment-rows.tsx';
import { ScheduleRows } from './schedule-rows.tsx';

export function PeriodicSigned() {
  return (
    <PaidOutcome>
      <BeneficiaryAccountRow />
      <ReferenceRow />
      <ScheduleRows />
    </PaidOutcome>
  );
}
