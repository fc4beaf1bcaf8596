/**
 * The transitions of a consent (Berlin Group NextGenPSD2 1.3.11 `consentStatus`). One table for every transition; the database enforces the
 * same rules.
 */

import { CONSENT_STATUSES, type ConsentStatus, type ScaStatus, type UiConsentStatus } from '@portico/contract';
import { GRANT_EVENTS } from '../grant/grant.ts';

/**
 * Events of consents only:
 * - `signPartly`: one of several signatures was given
 * - `revoke`: the customer ended it; `replace`: a newer consent replaced it
 * - `useUp`: the one reading of a one-off consent was made
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

/** Undefined: the event is not possible in this status. */
export function nextStatus(status: ConsentStatus, event: ConsentEvent): ConsentStatus | undefined {
  return CONSENT_MOVES[status][event];
}

export const awaitsSignature = (status: ConsentStatus): boolean => nextStatus(status, 'sign') !== undefined;
/** True for a status without further transitions. */
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

/** Database and `/v1` → `/ui` (specification §4). */
export const toUiStatus = (status: ConsentStatus): UiConsentStatus => UI_STATUS_OF[status];

/** The customer authenticates on the bank's own page, so the application sees the start and the end only. */
export function toScaStatus(status: ConsentStatus): ScaStatus {
  if (awaitsSignature(status)) return 'received';
  return status === 'rejected' ? 'failed' : 'finalised';
}
