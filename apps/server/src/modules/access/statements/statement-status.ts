/**
 * What may happen to a transactions statement, and what it becomes: as a consent, whose words it speaks. One table; every move passes
 * it, and the database repeats it.
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

/** Undefined: this does not happen to such a statement. */
export function nextStatus(status: StatementStatus, event: GrantEvent): StatementStatus | undefined {
  return STATEMENT_MOVES[status][event];
}

/** Nothing happens to it any more. */
export const isFinal = (status: StatementStatus): boolean => Object.keys(STATEMENT_MOVES[status]).length === 0;

const UI_STATUS_OF: Readonly<Record<StatementStatus, UiConsentStatus>> = {
  received: 'received',
  rejected: 'rejected',
  valid: 'valid',
  expired: 'expired',
  terminatedByTpp: 'terminated_by_tpp',
};

/** Stored and `/v1` → `/ui` (specification §3). */
export const toUiStatus = (status: StatementStatus): UiConsentStatus => UI_STATUS_OF[status];
