/** The required signatories of a payment with several signatures, and the state of each signature. */
import type { PaymentDetails, PaymentStatusResponse } from '@portico/contract';
import { bankDate, type SigningParty } from '#modules/bank/index.ts';
import type { Payment, PaymentSignatory, PaymentSignature } from './payment.ts';
import { awaitsCoSignature } from './payment-status.ts';

export const CO_SIGN_DAYS_MAX = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** State of a decided second signature. */
export type Decision = Exclude<PaymentSignatory['state'], 'awaited'>;

/** After this time the payment is rejected; tenant time, like all times here. */
export const coSignableUntil = ({ signedAt }: PaymentSignature): Date => new Date(signedAt.getTime() + CO_SIGN_DAYS_MAX * DAY_MS);

/** Payments signed at or before this time have expired at `now`. */
export const earliestCoSignable = (now: Date): Date => new Date(now.getTime() - CO_SIGN_DAYS_MAX * DAY_MS);

/**
 * The signatories after the first signature: `first` has signed, every other party of the bank's list is awaited. The list may leave out the first
 * signatory or name a party twice. Undefined if it names no other party.
 */
export function afterFirstSignature(
  parties: readonly SigningParty[],
  first: SigningParty & Pick<PaymentSignatory, 'person'>,
  signedAt: Date,
): readonly PaymentSignatory[] | undefined {
  const others = new Map(parties.filter(({ customerId }) => customerId !== first.customerId).map((party) => [party.customerId, party]));
  if (others.size === 0) return undefined;
  return [
    { ...first, state: 'signed', signedAt: signedAt.toISOString() },
    ...[...others.values()].map(({ customerId, name }) => ({ customerId, name, state: 'awaited' }) as const),
  ];
}

/**
 * `signatoryId` absent: the bank reports a decision without the person; it counts for the first awaited signatory. `name`: the person who decided on
 * the bank's page; the bank may have named another person at the first signature.
 */
export function afterDecision(
  signatories: readonly PaymentSignatory[],
  {
    decision,
    signatoryId,
    name,
    at,
  }: { readonly decision: Decision; readonly signatoryId?: string | undefined; readonly name?: string | undefined; readonly at: Date },
): readonly PaymentSignatory[] {
  const decider = signatories.find(({ customerId, state }) => state === 'awaited' && (signatoryId ?? customerId) === customerId);
  return signatories.map((each) => {
    if (each !== decider) return each;
    const decided = { ...each, name: name ?? each.name, state: decision };
    return decision === 'signed' ? { ...decided, signedAt: at.toISOString() } : decided;
  });
}

type Signed = Pick<Payment, 'signatories' | 'signature' | 'status' | 'bankCountry'>;

/** Database → `/ui`. */
export function toSignatories({ signatories }: Pick<Signed, 'signatories'>): Pick<PaymentDetails, 'signatories'> {
  return signatories === undefined ? {} : { signatories: signatories.map(({ customerId: _id, person: _person, ...signatory }) => signatory) };
}

/** Database → `/v1/…/status`: without names, which the application does not need. */
export function toCoSignMessage({ status, signature, bankCountry }: Signed): Pick<PaymentStatusResponse, 'psuMessage'> {
  if (!awaitsCoSignature(status) || signature === undefined) return {};
  return { psuMessage: `A second signature is awaited, until ${bankDate(coSignableUntil(signature), bankCountry)}. No money has moved yet.` };
}
