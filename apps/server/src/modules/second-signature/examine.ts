/** What the co-signer sees and what his signature is bound to: the payment as the first signed it, and that it is the second signature. */
import type { PaymentToSignDetails } from '@portico/contract';
import type { AwaitedPayment } from '#modules/payments/index.ts';
import { phoneText, type ScaContent } from '#modules/sca/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { CoSigner } from './co-signer.ts';
import type { SecondSignatureDeps } from './deps.ts';
import { paymentUnknown, toCoSigner } from './refusals.ts';

interface ExaminedForCoSigner {
  readonly details: PaymentToSignDetails['details'];
  /** Dynamic linking, RTS (EU) 2018/389 Art. 5: another amount, payee, account, fee or signatory is another content. */
  readonly content: ScaContent;
  /** @throws UiRefusal 409: not enough money, or the account cannot pay. */
  check(): Promise<void>;
}

export async function examineForCoSigner(
  { payments }: Pick<SecondSignatureDeps, 'payments'>,
  reader: Reader,
  payment: AwaitedPayment,
  { customer, session }: Pick<CoSigner, 'customer' | 'session'>,
): Promise<ExaminedForCoSigner> {
  const { sandboxId, paymentId, debtorAccountIban, debtorDetails, feeCents, signedAt } = payment;
  const shown = { payment: payments, 'periodic-payment': payments.periodic, 'bulk-payment': payments.bulk }[payment.kind];
  const examined = await shown.examine(reader, { sandboxId, paymentId, debtorAccountIban, debtorDetails });
  if (examined === undefined) throw paymentUnknown();
  const { details, content } = examined;
  // The person too: what one person approved is not the signature of the next in that place.
  const person = session.person ?? null;
  const secondSignature = { signatoryId: customer.customerId, person, feeCents, firstSignedAt: signedAt.toISOString() };
  return {
    details,
    content: {
      ...content,
      canonical: { secondSignature, of: content.canonical },
      displayText: phoneText('phone.second', { what: content.displayText }),
    },
    async check() {
      await inHisWords(() => examined.check(reader));
    },
  };
}

/** What refuses a signature is said to somebody who can wait or refuse. */
export async function inHisWords<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof UiRefusal ? toCoSigner(error) : error;
  }
}
