/**
 * The authorisation of the second signatory (NextGenPSD2 1.3.12, `startPaymentAuthorisation`: "iterated n times for a n times SCA
 * authorisation in a corporate context"). The application may start one. Its SCA status is that of the second signature.
 */
import type { ScaStatus } from '@portico/contract';
import type { StartedSigning } from '#modules/signing/index.ts';
import type { Xs2aSender } from '#modules/tpp-apps/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { PaymentRoutesDeps } from '../deps.ts';
import { paymentChain } from '../lifecycle/transition.ts';
import type { AnyPayment, SecondAuthorisation } from '../model/payment.ts';
import { awaitsCoSignature } from '../model/payment-status.ts';
import { coSignableUntil } from '../model/signatories.ts';
import { writeSecondAuthorisation } from '../store/signatory-store.ts';

/** False for a bank that takes the second signature in its own channels: the signatories are unknown, and no page is theirs. */
export function canStartSecondAuthorisation({ status, signatories, secondAuthorisation }: AnyPayment): boolean {
  return awaitsCoSignature(status) && signatories !== undefined && secondAuthorisation === undefined;
}

/**
 * For a locked payment that is PATC.
 * @throws TppRefusal 403 RESOURCE_EXPIRED after the seven days; 409 STATUS_INVALID for a second start, and when the bank takes the signature
 * in its own channels.
 */
export async function startSecondAuthorisation(
  { clock, random, secondSignaturePage }: PaymentRoutesDeps,
  context: WriteContext,
  { returnUrls }: Pick<Xs2aSender, 'returnUrls'>,
  payment: AnyPayment,
): Promise<StartedSigning> {
  const { paymentId, sandboxId, customerId, appId, signatories, secondAuthorisation } = payment;
  if (secondAuthorisation !== undefined) throw refuse('The second authorisation of this payment is under way already. Follow its scaRedirect.');
  if (signatories === undefined) throw refuse('The bank asks for the second signature in its own channels. Read the status of the payment.');
  if (isOver(payment, await clock.now(context.tx, sandboxId))) {
    throw new TppRefusal(403, 'RESOURCE_EXPIRED', 'The time for the second signature is over. Send the payment again.');
  }
  const { success, failure } = returnUrls;
  const authorisationId = random.id('aut');
  const started: SecondAuthorisation = { authorisationId, tppSuccessUrl: success, ...(failure === undefined ? {} : { tppFailureUrl: failure }) };
  await writeSecondAuthorisation(context.tx, payment, started);
  await context.audit({
    chain: paymentChain(paymentId),
    sandboxId,
    event: 'payment.second-authorisation-started',
    ids: { paymentId, customerId, appId, authorisationId },
  });
  return { authorisationId, scaRedirect: secondSignaturePage(paymentId) };
}

/** `now`: tenant time. */
export function scaStatusOfSecond(payment: AnyPayment, now: Date): ScaStatus {
  const others = (payment.signatories ?? []).filter(({ customerId }) => customerId !== payment.customerId);
  if (others.some(({ state }) => state === 'signed')) return 'finalised';
  return awaitsCoSignature(payment.status) && !isOver(payment, now) ? 'received' : 'failed';
}

function isOver({ signature }: AnyPayment, now: Date): boolean {
  return signature === undefined || now >= coSignableUntil(signature);
}

function refuse(text: string): TppRefusal {
  return new TppRefusal(409, 'STATUS_INVALID', text);
}
