/** How a signing session ended, and the result of the signed order. Plain values for the server and every page. */
import type { UiConsentStatus } from './consent-values.ts';
import type { SigningKind, TransactionStatus } from './enumerations.ts';

/**
 * The outcome in the 410 for a signing session of this browser. Ends are `signed`, `refused` (by the customer), `expired` (time limit), `ended` (by
 * the bank or the provider) and `superseded` (by a newer session for the same object). `elsewhere`: the session is open in another tab. `signing`: a
 * challenge is in progress. `signedOut`: not signed, and the bank session has ended.
 */
export const SIGNING_OUTCOMES = ['signed', 'refused', 'expired', 'ended', 'superseded', 'elsewhere', 'signing', 'signedOut'] as const;
export type SigningOutcome = (typeof SIGNING_OUTCOMES)[number];

/** Why a signed payment was not executed. */
export const NOT_PAID_REASONS = [
  'instantUnreachable',
  'fundsNotAvailable',
  'coSignerRefused',
  'notSignedInTime',
  'accountUnavailable',
  'accountBlocked',
  'limitExceeded',
  'stoppedForSafety',
  'duplicate',
  'bankRefused',
] as const;
export type NotPaidReason = (typeof NOT_PAID_REASONS)[number];

/** `partly`: some payments of a bulk payment were executed and others were not. */
export type SignedResult = 'success' | 'waiting' | 'partly' | 'failure';

/** The meaning of a status for a customer who signed the payment. `failure`: the page shows no tick and leads to the failure URL. */
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

/** Returns the result of a signature. A signed cancellation succeeds only if the payment is cancelled. Undefined for an unknown status. */
export function signedResult(kind: SigningKind, status: string): SignedResult | undefined {
  if (!kind.endsWith('-cancellation')) return RESULTS.get(status);
  return status === 'CANC' ? 'success' : RESULTS.has(status) ? 'failure' : undefined;
}
