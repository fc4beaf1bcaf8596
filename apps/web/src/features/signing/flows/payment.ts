/** A single payment, ordinary or instant. */
import type { SigningFlow } from '../engine/signing-flow.ts';
import { labelsOf } from '../engine/signing-labels.ts';
import { paidFlow, submitLabel } from './payment/paid-flow.ts';
import { PaymentAct } from './payment/payment-act.tsx';
import { PaymentBrief } from './payment/payment-brief.tsx';
import { PaymentDocument } from './payment/payment-document.tsx';
import { PaymentHead } from './payment/payment-head.tsx';
import { PaymentSigned } from './payment/payment-signed.tsx';

export const paymentFlow: SigningFlow = {
  ...paidFlow,
  kind: 'payment',
  labels: { ...labelsOf('payment'), submit: submitLabel },
  parts: { Document: PaymentDocument, Act: PaymentAct, SignedHead: PaymentHead, Signed: PaymentSigned, Brief: PaymentBrief },
};
