/**
 * What a signature of a payment is bound to (RTS (EU) 2018/389 Art. 5, "what you see is what you sign"): change one of these and
 * the challenge is void.
 */
import type { ScaContent } from '../sca/index.ts';
import type { SignatureChoice } from './check-signature.ts';
import type { Payment } from './payment.ts';
import { productOf, toAmount, toSumText } from './payment-mapping.ts';
import { toScheduleText } from './periodic/periodic-mapping.ts';

export function paymentScaContent(payment: Payment, choice: SignatureChoice, feeCents: number): ScaContent {
  const { amountCents, currency, creditorName, creditorIban, payee, schedule } = payment;
  return {
    canonical: {
      kind: schedule === undefined ? 'payment' : 'periodic-payment',
      paymentId: payment.paymentId,
      amountCents,
      currency,
      creditorName,
      creditorIban,
      creditorType: payment.creditorType,
      creditorAddress: payment.creditorAddress,
      debtorIban: choice.debtorAccountIban,
      debtorDetails: choice.debtorDetails,
      feeCents,
      executionDate: payment.executionDate,
      schedule,
      remittanceUnstructured: payment.remittanceUnstructured,
      remittanceStructured: payment.remittanceStructured,
      endToEndId: payment.endToEndId,
      product: productOf(payment.product),
      retryAsSepa: payment.retryAsSepa,
      payeeVerification: { result: payee.result, suppliedName: payee.suppliedName, matchedName: payee.matchedName },
    },
    // Names have at most 70 characters, so the text stays far below the phone's 200.
    displayText: `Pay ${toSumText(amountCents, currency)}${schedule === undefined ? '' : ` ${toScheduleText(schedule)}`} to ${creditorName}, ${shortIban(creditorIban)}`,
    amount: toAmount(amountCents, currency),
    payee: creditorName,
    payeeAccount: creditorIban,
  };
}

/** `EE63 … 0817`: enough to recognise, too little to copy. */
function shortIban(iban: string): string {
  return `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
}
