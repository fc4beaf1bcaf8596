/** Awaited payments in the words of the co-signer's page. */
import type { DeviceLink, PaymentToSign, PaymentToSignDetails, SigningChallenge } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import type { AwaitedPayment, SecondWayBack } from '#modules/payments/index.ts';
import type { Challenge } from '#modules/sca/index.ts';
import { toVisitor } from '#modules/sign-in/index.ts';
import type { CoSigner } from './co-signer.ts';

export function toLine({ companies }: CoSigner, payment: AwaitedPayment): PaymentToSign {
  const { paymentId, kind, amountCents, currency, creditorName, description, count, customerId, signedBy, signedAt, signableUntil } = payment;
  return {
    paymentId,
    kind,
    instructedAmount: { amount: formatCents(amountCents), currency },
    ...(creditorName === undefined ? {} : { creditorName }),
    ...(description === undefined ? {} : { description }),
    ...(count === undefined ? {} : { count }),
    debtorName: companies.find((company) => company.customerId === customerId)?.name ?? '',
    signedBy,
    signedAt: signedAt.toISOString(),
    signableUntil: signableUntil.toISOString(),
  };
}

export function toDetails(
  coSigner: CoSigner,
  methods: Pick<PaymentToSignDetails, 'authMethods' | 'deviceLinkMethods'>,
  payment: AwaitedPayment,
  details: PaymentToSignDetails['details'],
  { tppSuccessUrl, tppFailureUrl }: SecondWayBack,
): PaymentToSignDetails {
  const fee = { amount: formatCents(payment.feeCents), currency: payment.currency };
  return {
    ...toLine(coSigner, payment),
    signatory: toVisitor(coSigner),
    ...methods,
    fee,
    details,
    ...(tppSuccessUrl === undefined ? {} : { tppSuccessUrl }),
    ...(tppFailureUrl === undefined ? {} : { tppFailureUrl }),
  };
}

export function toSigningChallenge(challenge: Challenge | undefined, deviceLink: DeviceLink | undefined, triesLeft?: number): SigningChallenge {
  if (challenge === undefined) return { state: 'none' };
  const { state, method, controlCode, calculatorNumber, secondsLeft } = challenge;
  return {
    state,
    method,
    ...(controlCode === undefined ? {} : { controlCode }),
    ...(calculatorNumber === undefined ? {} : { calculatorNumber }),
    ...(deviceLink === undefined ? {} : { deviceLink }),
    secondsLeft,
    ...(triesLeft === undefined ? {} : { triesLeft }),
  };
}
