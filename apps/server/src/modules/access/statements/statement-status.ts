/**
 * The transitions of a transactions statement, with the statuses of a consent. One table for every transition; the database enforces the
 * same rules.
 */

import type { StatementStatus, UiConsentStatus } from '@portico/contract';
import type { GrantEvent } from '../grant/grant.ts';

const STATEMENT_MOVES: Readonly<Record<StatementStatus, Partial<Readonly<Record<GrantEvent, StatementStatus>>>>> = {
  received: { sign: 'valid', refuse: 'rejected', lapse: 'rejected', delete: 'rejected' },
  valid: { delete: 'terminatedByTpp', expire: 'expired' },
  rejected: {},
  expired: {},
  terminatedByTpp: {},
};

/** Undefined: the event is not possible in this status. */
export function nextStatus(status: StatementStatus, event: GrantEvent): StatementStatus | undefined {
  return STATEMENT_MOVES[status][event];
}

/** True for a status without further transitions. */
export const isFinal = (status: StatementStatus): boolean => Object.keys(STATEMENT_MOVES[status]).length === 0;

const UI_STATUS_OF: Readonly<Record<StatementStatus, UiConsentStatus>> = {
  received: 'received',
  rejected: 'rejected',
  valid: 'valid',
  expired: 'expired',
  terminatedByTpp: 'terminated_by_tpp',
};

/** Database and `/v1` → `/ui` (specification §3). */
export const toUiStatus = (status: StatementStatus): UiConsentStatus => UI_STATUS_OF[status];
