/** What the signature of a cancellation is bound to: everything that was signed, and that it is taken back. */

import { phoneText, type ScaContent } from '#modules/sca/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { readSigningContent } from '../authorisation/signing-content.ts';
import { cancellationKindOf } from '../model/kind.ts';
import type { AnyPayment, PaymentSignature } from '../model/payment.ts';

export async function cancellationContent(
  reader: Reader,
  payment: AnyPayment,
  { debtorIban, debtorDetails, feeCents }: PaymentSignature,
): Promise<ScaContent> {
  const signed = await readSigningContent(reader, payment, { debtorAccountIban: debtorIban, debtorDetails }, feeCents);
  return {
    ...signed,
    canonical: { kind: cancellationKindOf(payment), paymentId: payment.paymentId, cancelled: signed.canonical },
    displayText: phoneText('phone.cancel', { what: signed.displayText }),
  };
}
