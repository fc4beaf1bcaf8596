/** What was cancelled, and when. */
import { useSigning } from '../../views/signing-page-context.tsx';
import { PaidOutcome, TimeRow } from '../payment/paid-outcome.tsx';

/** The details know when the payment was signed; when it was cancelled, the signature's answer says. */
export function CancellationOutcome() {
  const cancelledAt = useSigning((state) => state.signedAt);
  return <PaidOutcome when={<TimeRow label="cancellation.signedAt" at={cancelledAt} />} />;
}
