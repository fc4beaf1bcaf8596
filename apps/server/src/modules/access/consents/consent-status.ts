/**
 * What may happen to a consent, and what it becomes (Berlin Group NextGenPSD2 1.3.11 `consentStatus`). One table; every move passes
 * it, and the database repeats it.
 */

import { CONSENT_STATUSES, type ConsentStatus, type ScaStatus, type UiConsentStatus } from '@portico/contract';
import { GRANT_EVENTS } from '../grant/grant.ts';

/**
 * Beyond what happens to every grant:
 * - `signPartly`: one of several signatures is there
 * - `revoke`: the customer ended it; `replace`: a newer one took its place
 * - `useUp`: it was for one reading, and that was made
 */
export const CONSENT_EVENTS = [...GRANT_EVENTS, 'signPartly', 'revoke', 'replace', 'useUp'] as const;
export type ConsentEvent = (typeof CONSENT_EVENTS)[number];

const CONSENT_MOVES: Readonly<Record<ConsentStatus, Partial<Readonly<Record<ConsentEvent, ConsentStatus>>>>> = {
  received: { sign: 'valid', signPartly: 'partiallyAuthorised', refuse: 'rejected', lapse: 'rejected', delete: 'rejected' },
  partiallyAuthorised: { sign: 'valid', refuse: 'rejected', lapse: 'rejected', delete: 'rejected' },
  valid: { delete: 'terminatedByTpp', revoke: 'revokedByPsu', expire: 'expired', replace: 'expired', useUp: 'expired' },
  rejected: {},
  revokedByPsu: {},
  expired: {},
  terminatedByTpp: {},
};

/** Undefined: this does not happen to such a consent. */
export function nextStatus(status: ConsentStatus, event: ConsentEvent): ConsentStatus | undefined {
  return CONSENT_MOVES[status][event];
}

export const awaitsSignature = (status: ConsentStatus): boolean => nextStatus(status, 'sign') !== undefined;
/** Nothing happens to it any more. */
export const isFinal = (status: ConsentStatus): boolean => Object.keys(CONSENT_MOVES[status]).length === 0;
export const OPEN_STATUSES: readonly ConsentStatus[] = CONSENT_STATUSES.filter((status) => !isFinal(status));

const UI_STATUS_OF: Readonly<Record<ConsentStatus, UiConsentStatus>> = {
  received: 'received',
  rejected: 'rejected',
  partiallyAuthorised: 'partially_authorised',
  valid: 'valid',
  revokedByPsu: 'revoked_by_psu',
  expired: 'expired',
  terminatedByTpp: 'terminated_by_tpp',
};

/** Stored and `/v1` → `/ui` (specification §4). */
export const toUiStatus = (status: ConsentStatus): UiConsentStatus => UI_STATUS_OF[status];

/** The customer authenticates at the bank's own page; the application sees its beginning and its end. */
export function toScaStatus(status: ConsentStatus): ScaStatus {
  if (awaitsSignature(status)) return 'received';
  return status === 'rejected' ? 'failed' : 'finalised';
}
