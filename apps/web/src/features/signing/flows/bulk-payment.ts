/** A bulk payment: many payees, one total, one signature. */
import type { SigningFlow } from '../engine/signing-flow.ts';
import { labelsOf } from '../engine/signing-labels.ts';
import { BulkAct } from './bulk/bulk-act.tsx';
import { BulkBrief } from './bulk/bulk-brief.tsx';
import { BulkDocument } from './bulk/bulk-document.tsx';
import { BulkHead } from './bulk/bulk-head.tsx';
import { BulkSigned } from './bulk/bulk-signed.tsx';
import { paidFlow, submitLabel } from './payment/paid-flow.ts';

export const bulkPaymentFlow: SigningFlow = {
  ...paidFlow,
  kind: 'bulk-payment',
  labels: {
    ...labelsOf('payment'),
    kind: 'bulk.kind',
    title: 'bulk.title',
    done: 'bulk.done',
    enterPin: 'bulk.enterPin',
    submit: submitLabel,
  },
  parts: { Document: BulkDocument, Act: BulkAct, SignedHead: BulkHead, Signed: BulkSigned, Brief: BulkBrief },
};
