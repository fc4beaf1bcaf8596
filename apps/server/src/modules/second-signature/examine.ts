/** Prepares the second signature: the details for the page, and the content, which covers the first signature's content and the second signatory. */
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
  /** Dynamic linking, RTS (EU) 2018/389 Art. 5: another amount, payee, account, fee or signatory makes another content. */
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
  // Includes the person: an approval by one person is no signature of the person who later holds the same customer id.
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

/** Rewrites refusals for a second signatory, who can sign later or refuse. */
export async function inHisWords<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof UiRefusal ? toCoSigner(error) : error;
  }
}
