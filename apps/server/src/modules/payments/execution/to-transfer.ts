/** Payment → the bank's order. */
import type { PaymentProduct } from '@portico/contract';
import type { CreditTransfer } from '#modules/bank/index.ts';
import type { Payment, PaymentSignature } from '../model/payment.ts';

/** ISO 20022: the end-to-end id of an order without one. */
const END_TO_END_NOT_PROVIDED = 'NOTPROVIDED';

/** `product` is the executed product; after a fallback from instant it differs from the requested one. */
export function toTransfer(payment: Payment, { debtorIban, feeCents }: PaymentSignature, product: PaymentProduct): CreditTransfer {
  return {
    sandboxId: payment.sandboxId,
    customerId: payment.customerId,
    paymentId: payment.paymentId,
    debtorIban,
    amountCents: payment.amountCents,
    feeCents,
    currency: payment.currency,
    creditorIban: payment.creditorIban,
    creditorName: payment.creditorName,
    remittance: payment.remittanceUnstructured ?? '',
    ...(payment.remittanceStructured === undefined ? {} : { remittanceStructured: payment.remittanceStructured }),
    endToEndId: payment.endToEndId ?? END_TO_END_NOT_PROVIDED,
    product,
    order: {
      paymentId: payment.item?.bulkPaymentId ?? payment.run?.periodicPaymentId ?? payment.paymentId,
      appId: payment.appId,
      requestId: payment.requestId,
    },
  };
}
