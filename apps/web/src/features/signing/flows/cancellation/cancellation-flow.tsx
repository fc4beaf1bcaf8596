/**
 * Cancels a signed payment that is not executed yet: a question, the details of the payment, a signature. Refusing here, also at the
 * question, leaves the payment unchanged.
 */
import type { ComponentType } from 'react';
import type { SigningFlow } from '../../engine/signing-flow.ts';
import { labelsOf } from '../../engine/signing-labels.ts';
import { isPaid } from '../../engine/signing-session.ts';
import type { SigningKey } from '../../messages.ts';
import { CancellationAct } from './cancellation-act.tsx';
import { CancellationDocument } from './cancellation-document.tsx';
import { CancellationOutcome } from './cancellation-outcome.tsx';

/** The parts that differ between kinds of payments. */
interface Cancelled extends Pick<SigningFlow, 'kind'> {
  readonly names: { readonly kind: SigningKey; readonly done: SigningKey; readonly tookEffect: SigningKey; readonly question: SigningKey };
  /** The effect of the cancellation on the money. */
  readonly meaning: SigningKey;
  readonly parts: {
    /** The amount, and to whom. */
    readonly Head: ComponentType;
    /** What the question is about. */
    readonly Asked: ComponentType;
    /** The facts of the payment. */
    readonly Facts: ComponentType;
    readonly Brief: ComponentType;
  };
}

export function cancellationFlow({ kind, names, meaning, parts: { Head, Asked, Facts, Brief } }: Cancelled): SigningFlow {
  return {
    kind,
    steps: ['confirmation', 'info', 'success'],
    labels: { ...labelsOf('cancellation'), ...OF_CANCELLATIONS, ...names, title: names.kind, submit: () => 'signing.signWith' },
    firstChoice: (session) => {
      const iban = isPaid(session) ? (session.submission?.debtorAccountIban ?? session.details.debtorAccount?.iban) : undefined;
      return iban === undefined ? {} : { debtorAccountIban: iban };
    },
    submission: ({ debtorAccountIban }) => (debtorAccountIban === undefined ? undefined : { debtorAccountIban }),
    isReady: ({ debtorAccountIban }) => debtorAccountIban !== undefined,
    blockedBy: () => undefined,
    parts: {
      Asked,
      Document: ({ isSigning }) => (
        <CancellationDocument isSigning={isSigning} Head={Head}>
          <Facts />
        </CancellationDocument>
      ),
      Act: () => <CancellationAct meaning={meaning} />,
      SignedHead: Head,
      Signed: CancellationOutcome,
      Brief,
    },
  };
}

/** A button 'Cancel' would be ambiguous here. */
const OF_CANCELLATIONS = {
  signed: 'signing.outcome.signed.cancellation',
  failed: 'signing.result.notCancelled',
  refuse: 'cancellation.goBack',
  refusing: 'cancellation.goingBack',
  stillRefusing: 'cancellation.stillGoingBack',
  paused: 'cancellation.paused',
  footnote: 'cancellation.footnote',
} as const;
