/** What was cancelled, and when. */
import type { ComponentType } from 'react';
import { PaidOutcome } from '../payment/paid-outcome.tsx';

export function CancellationOutcome({ Head }: { Head: ComponentType }) {
  return (
    <>
      <Head />
      <PaidOutcome signedLabel="cancellation.signedAt" />
    </>
  );
}
