/** A bulk payment: many payees, one total, one signature. */
import type { SigningFlow } from '../engine/signing-flow.ts';
import { labelsOf } from '../engine/signing-labels.ts';
import { BulkAct } from './bulk/bulk-act.tsx';
import { BulkBrief } from './bulk/bulk-brief.tsx';
import { BulkDocument } from './bulk/bulk-document.tsx';
import { BulkSigned } from './bulk/bulk-signed.tsx';
import { isToSign, paidFlow, submitLabel } from './payment/paid-flow.ts';
import { isBulk } from './payment/paid-session.ts';

export const bulkPaymentFlow: SigningFlow = {
  ...paidFlow,
  modalId: 'signingBulkPayment',
  signingType: 'BULK_PAYMENT',
  calls: { details: '/ui/bulk-payment/details', submit: '/ui/bulk-payment', refuse: '/ui/bulk-payment' },
  fits: (session) => isBulk(session) && isToSign(session),
  labels: {
    ...labelsOf('payment'),
    kind: 'bulk.kind',
    kindRunning: 'bulk.kindRunning',
    done: 'bulk.done',
    enterPin: 'bulk.enterPin',
    submit: submitLabel,
  },
  parts: { Document: BulkDocument, Act: BulkAct, Signed: BulkSigned, Brief: BulkBrief },
};
