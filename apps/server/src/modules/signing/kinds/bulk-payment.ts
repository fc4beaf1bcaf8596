/** Bulk payments as something to sign: once, for all their items. */
import { BulkPaymentDetails, PaymentSigningResult, SignPaymentBody } from '@portico/contract';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Payments } from '../../payments/index.ts';
import { defineSignable } from '../define-signable.ts';
import type { Signable } from '../signing.ts';
import { paymentActs } from './payment-acts.ts';

export function bulkPaymentKind(payments: Payments): Signable<BulkPaymentDetails, PaymentSigningResult> {
  return defineSignable({
    kind: 'bulk-payment',
    modalId: 'signingBulkPayment',
    schemas: { details: BulkPaymentDetails, submission: SignPaymentBody, result: PaymentSigningResult },
    nothingDone: 'No money was moved.',
    // The items stay rows of their own; the audit log keeps what proves that they are those that were shown.
    shownContent: ({
      payments: items,
      transactionStatus: _status,
      executedAsSepa: _executed,
      notPaidReason: _reason,
      signedAt: _signedAt,
      signatories: _signatories,
      ...shown
    }) => ({
      ...shown,
      itemCount: items.length,
      itemsDigest: sha256Hex(
        canonicalJson(items.map(({ transactionStatus: _itemStatus, notPaidReason: _itemReason, signatories: _none, ...item }) => item)),
      ),
    }),
    ...paymentActs(payments, payments.bulk),
  });
}
