/** What a signature of a bulk payment is bound to (RTS (EU) 2018/389 Art. 5(1) and (3)(b)): the total, and all payees. */

import { phoneText, type ScaContent } from '#modules/sca/index.ts';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { toAmount } from '../api/payment-view.ts';
import { kindOf, productOf } from '../model/kind.ts';
import type { BulkPayment, Payment } from '../model/payment.ts';
import type { SignatureChoice } from './debtor-checks.ts';

export function bulkSigningContent(payment: BulkPayment, items: readonly Payment[], choice: SignatureChoice, feeCents: number): ScaContent {
  const { amountCents, currency, bulk } = payment;
  const payments = bulk.itemCount === 1 ? phoneText('phone.onePayment') : phoneText('phone.payments', { count: String(bulk.itemCount) });
  return {
    canonical: {
      kind: kindOf(payment),
      paymentId: payment.paymentId,
      amountCents,
      currency,
      itemCount: bulk.itemCount,
      itemsDigest: digestOfItems(items),
      batchBooking: bulk.batchBooking,
      debtorIban: choice.debtorAccountIban,
      debtorDetails: choice.debtorDetails,
      feeCents,
      executionDate: payment.executionDate,
      product: productOf(payment.product),
      retryAsSepa: payment.retryAsSepa,
    },
    displayText: phoneText('phone.payMany', { sum: toAmount(amountCents, currency), payments }),
    amount: toAmount(amountCents, currency),
    payee: payments,
  };
}

/** Over all payees, amounts and references, in the order of the request. 64 hex digits. */
export function digestOfItems(items: readonly Payment[]): string {
  return sha256Hex(canonicalJson(items.map(boundOf)));
}

function boundOf({ payee, ...item }: Payment) {
  return {
    number: item.item?.number,
    amountCents: item.amountCents,
    currency: item.currency,
    creditorName: item.creditorName,
    creditorIban: item.creditorIban,
    creditorType: item.creditorType,
    creditorAddress: item.creditorAddress,
    remittanceUnstructured: item.remittanceUnstructured,
    remittanceStructured: item.remittanceStructured,
    endToEndId: item.endToEndId,
    payeeVerification: { result: payee.result, suppliedName: payee.suppliedName, matchedName: payee.matchedName },
  };
}
