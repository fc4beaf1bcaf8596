/** A single payment, ordinary or instant. */
import type { SigningFlow } from '../engine/signing-flow.ts';
import { labelsOf } from '../engine/signing-labels.ts';
import { isToSign, paidFlow, submitLabel } from './payment/paid-flow.ts';
import { PaymentAct } from './payment/payment-act.tsx';
import { PaymentBrief } from './payment/payment-brief.tsx';
import { PaymentDocument } from './payment/payment-document.tsx';
import { isPayment } from './payment/payment-session.ts';
import { PaymentSigned } from './payment/payment-signed.tsx';

export const paymentFlow: SigningFlow = {
  ...paidFlow,
  modalId: 'signingPayment',
  signingType: 'PAYMENT',
  calls: { details: '/ui/payment/details', submit: '/ui/payment', refuse: '/ui/payment' },
  fits: (session) => isPayment(session) && isToSign(session),
  labels: { ...labelsOf('payment'), submit: submitLabel },
  parts: { Document: PaymentDocument, Act: PaymentAct, Signed: PaymentSigned, Brief: PaymentBrief },
};
