/** What the signature of a cancellation is bound to: everything that was signed, and that it is taken back. */
import type { Reader } from '#platform/db/database.ts';
import { phoneText, type ScaContent } from '../../sca/index.ts';
import type { AnyPayment, PaymentSignature } from '../payment.ts';
import { readScaContent } from '../sca-content.ts';
import { cancellationKindOf } from './cancellation-kind.ts';

export async function cancellationContent(
  reader: Reader,
  payment: AnyPayment,
  { debtorIban, debtorDetails, feeCents }: PaymentSignature,
): Promise<ScaContent> {
  const signed = await readScaContent(reader, payment, { debtorAccountIban: debtorIban, debtorDetails }, feeCents);
  return {
    ...signed,
    canonical: { kind: cancellationKindOf(payment), paymentId: payment.paymentId, cancelled: signed.canonical },
    displayText: phoneText('phone.cancel', { what: signed.displayText }),
  };
}
