/** Converts an initiation of `/v1` to the order that is stored. */
import type { PaymentInitiation, PaymentProductPath } from '@portico/contract';
import { parseCents } from '@portico/primitives';
import type { PaymentOrder } from '../model/payment.ts';
import type { OrderTerms, PayeeOrder } from './rules/payment-rule.ts';

/** The initiation must have been validated. */
export function toOrder(product: PaymentProductPath, initiation: PaymentInitiation): PaymentOrder {
  return { ...toTerms(product, initiation), ...toPayeeOrder(initiation) };
}

export function toTerms(product: PaymentProductPath, initiation: OrderTerms) {
  return {
    product,
    requestedExecutionDate: initiation.requestedExecutionDate,
    retryAsSepa: initiation.retryAsSepa ?? false,
    requestedDebtorIban: initiation.debtorAccount?.iban,
  };
}

/** Also for an item of a bulk payment. */
export function toPayeeOrder(order: PayeeOrder) {
  const amountCents = parseCents(order.instructedAmount.amount);
  if (amountCents === undefined) throw new Error('An amount that is no amount came past the rules.');
  return {
    amountCents,
    currency: order.instructedAmount.currency,
    creditorIban: order.creditorAccount.iban,
    creditorName: order.creditorName,
    creditorAgent: order.creditorAgent,
    creditorType: order.creditorType,
    creditorAddress: order.creditorAddress,
    endToEndId: order.endToEndIdentification,
    instructionId: order.instructionIdentification,
    remittanceUnstructured: order.remittanceInformationUnstructured,
    remittanceStructured: order.remittanceInformationStructured,
  };
}
