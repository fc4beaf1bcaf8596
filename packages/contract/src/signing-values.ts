/** How a signing session ended, and what became of what was signed: plain values, one table for the server and every page. */
import type { UiConsentStatus } from './consent-values.ts';
import type { TransactionStatus } from './enumerations.ts';

/**
 * What the 410 of this browser's own signing session says. `signed`, `refused` (by the customer), `expired` (the time was over), `ended` (by
 * the bank or the provider) and `superseded` (by a newer session of the same thing) are ends. `elsewhere`: the session is open in another
 * tab. `signing`: the device was asked and the answer is open. `signedOut`: unsigned, and the bank session is over.
 */
export const SIGNING_OUTCOMES = ['signed', 'refused', 'expired', 'ended', 'superseded', 'elsewhere', 'signing', 'signedOut'] as const;
export type SigningOutcome = (typeof SIGNING_OUTCOMES)[number];

/** The kinds of payments on the signing pages: to one payee, to one payee in every period, to many payees. */
export const PAYMENT_KINDS = ['payment', 'periodic-payment', 'bulk-payment'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Everything that can be signed. Path segment of its calls: `ui/{kind}`; `kind` of its session. */
export const SIGNING_KINDS = [
  ...PAYMENT_KINDS,
  'consent',
  'transactions-statement',
  'payment-cancellation',
  'periodic-payment-cancellation',
  'bulk-payment-cancellation',
] as const;
export type SigningKind = (typeof SIGNING_KINDS)[number];

/** Why a signed payment was not made. */
export const NOT_PAID_REASONS = [
  'instantUnreachable',
  'fundsNotAvailable',
  'coSignerRefused',
  'notSignedInTime',
  'accountUnavailable',
  'bankRefused',
] as const;
export type NotPaidReason = (typeof NOT_PAID_REASONS)[number];

/** `partly`: some payments of a bulk were made and others were not. */
export type SignedResult = 'success' | 'waiting' | 'partly' | 'failure';

/** What a status means for a customer who signed the payment. `failure`: the page shows no tick and leads to the failure URL. */
export const PAYMENT_RESULTS: Readonly<Record<TransactionStatus, SignedResult>> = {
  ACCC: 'success',
  ACSC: 'success',
  ACSP: 'success',
  ACWP: 'success',
  ACCP: 'waiting',
  ACFC: 'waiting',
  ACTC: 'waiting',
  ACWC: 'waiting',
  PATC: 'waiting',
  PDNG: 'waiting',
  PRES: 'waiting',
  RCVD: 'waiting',
  PART: 'partly',
  BLCK: 'failure',
  CANC: 'failure',
  RJCT: 'failure',
};

/** The same for a consent or a statement that the customer signed. */
export const ACCESS_RESULTS: Readonly<Record<UiConsentStatus, SignedResult>> = {
  valid: 'success',
  received: 'waiting',
  partially_authorised: 'waiting',
  rejected: 'failure',
  revoked_by_psu: 'failure',
  expired: 'failure',
  terminated_by_tpp: 'failure',
};

const RESULTS: ReadonlyMap<string, SignedResult> = new Map(Object.entries({ ...PAYMENT_RESULTS, ...ACCESS_RESULTS }));

/** What a signature came to. A signed cancellation succeeded only where the payment is cancelled. Undefined: a status that is not known here. */
export function signedResult(kind: SigningKind, status: string): SignedResult | undefined {
  if (!kind.endsWith('-cancellation')) return RESULTS.get(status);
  return status === 'CANC' ? 'success' : RESULTS.has(status) ? 'failure' : undefined;
}
