/** What was signed, when, and what became of it. */
import { PaidOutcome } from '../payment/paid-outcome.tsx';
import { LaterDateRow } from '../payment/payment-rows.tsx';
import { BulkHead } from './bulk-head.tsx';

export function BulkSigned() {
  return (
    <>
      <BulkHead />
      <PaidOutcome>
        <LaterDateRow />
      </PaidOutcome>
    </>
  );
}
