/** A periodic payment: signed once, paid in every period until it ends or is cancelled. */
import type { SigningFlow } from '../engine/signing-flow.ts';
import { labelsOf } from '../engine/signing-labels.ts';
import { paidFlow, submitLabel } from './payment/paid-flow.ts';
import { PaymentBrief } from './payment/payment-brief.tsx';
import { PeriodicAct } from './periodic/periodic-act.tsx';
import { PeriodicDocument } from './periodic/periodic-document.tsx';
import { PeriodicHead } from './periodic/periodic-head.tsx';
import { PeriodicSigned } from './periodic/periodic-signed.tsx';

export const periodicPaymentFlow: SigningFlow = {
  ...paidFlow,
  kind: 'periodic-payment',
  labels: {
    ...labelsOf('payment'),
    kind: 'periodic.kind',
    title: 'periodic.title',
    done: 'periodic.done',
    enterPin: 'periodic.enterPin',
    submit: submitLabel,
  },
  parts: { Document: PeriodicDocument, Act: PeriodicAct, SignedHead: PeriodicHead, Signed: PeriodicSigned, Brief: PaymentBrief },
};
