/**
 * What a signature of a payment is bound to (RTS (EU) 2018/389 Art. 5, "what you see is what you sign"): change one of these and
 * the challenge is void.
 */

import { type PhoneText, phoneText, type ScaContent } from '#modules/sca/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { toAmount } from '../api/payment-view.ts';
import { toScheduleTexts } from '../api/periodic-view.ts';
import { isBulk, kindOf, productOf } from '../model/kind.ts';
import type { AnyPayment, Payment } from '../model/payment.ts';
import { listItems } from '../store/item-store.ts';
import { bulkSigningContent } from './bulk-signing-content.ts';
import type { SignatureChoice } from './debtor-checks.ts';

/** Of a payment of any kind, from one reading. */
export async function readSigningContent(reader: Reader, payment: AnyPayment, choice: SignatureChoice, feeCents: number): Promise<ScaContent> {
  if (!isBulk(payment)) return paymentScaContent(payment, choice, feeCents);
  return bulkSigningContent(payment, await listItems(reader, payment), choice, feeCents);
}

function paymentScaContent(payment: Payment, choice: SignatureChoice, feeCents: number): ScaContent {
  const { amountCents, currency, creditorName, creditorIban, payee, schedule } = payment;
  return {
    canonical: {
      kind: kindOf(payment),
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
    displayText: toPhoneText(payment),
    amount: toAmount(amountCents, currency),
    payee: creditorName,
    payeeAccount: creditorIban,
  };
}

function toPhoneText({ amountCents, currency, creditorName, creditorIban, schedule }: Payment): PhoneText {
  const shown = { sum: toAmount(amountCents, currency), name: creditorName, account: shortIban(creditorIban) };
  return schedule === undefined ? phoneText('phone.pay', shown) : phoneText('phone.payRegularly', { ...shown, ...toScheduleTexts(schedule) });
}

/** `EE63 … 0817`: enough to recognise, too little to copy. */
function shortIban(iban: string): string {
  return `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
}
