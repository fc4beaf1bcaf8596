/** Records a second signature or its refusal, with person and time, also in the audit log. The caller executes or rejects the payment. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { paymentChain } from '../lifecycle/transition.ts';
import type { AnyPayment, Rejection } from '../model/payment.ts';
import type { CoSignatureEvidence } from '../model/second-signature.ts';
import { afterDecision, CO_SIGN_DAYS_MAX, type Decision } from '../model/signatories.ts';
import { writeSignatories } from '../store/signatory-store.ts';

export const CO_REFUSED: Rejection = { code: 'PAYMENT_FAILED', text: 'The second signatory refused the payment. No money was moved.' };

export const CO_SIGN_EXPIRED: Rejection = {
  code: 'RESOURCE_EXPIRED',
  text: `The second signature was not given within ${CO_SIGN_DAYS_MAX} days. No money was moved. Send the payment again.`,
};

const EVENTS: Readonly<Record<Decision, string>> = { signed: 'payment.co-signed', refused: 'payment.co-refused' };

/** Only for a locked payment that awaits it. `signatoryId` absent: the bank's own channels report the decision without the person. */
export async function recordDecision<Decided extends AnyPayment>(
  context: WriteContext,
  payment: Decided,
  made: {
    readonly decision: Decision;
    readonly signatoryId?: string;
    readonly name?: string | undefined;
    readonly at: Date;
    readonly evidence?: CoSignatureEvidence;
  },
): Promise<Decided> {
  const { paymentId, sandboxId, customerId, appId, signatories } = payment;
  const { decision, signatoryId, at, evidence } = made;
  await context.audit({
    chain: paymentChain(paymentId),
    sandboxId,
    event: EVENTS[decision],
    ids: { paymentId, customerId, appId, ...(signatoryId === undefined ? {} : { signatoryId }) },
    content: { decidedAt: at.toISOString(), ...evidence },
  });
  if (signatories === undefined) return payment;
  const decided = afterDecision(signatories, { ...made, name: evidence?.signatory ?? made.name });
  await writeSignatories(context.tx, payment, decided);
  return { ...payment, signatories: decided };
}
