/**
 * What may happen to a transactions statement, and what it becomes: as a consent, whose words it speaks. One table; every move passes
 * it, and the database repeats it.
 */
import type { StatementStatus, UiConsentStatus } from '@portico/contract';

/**
 * - `sign`: the customer's signature is there
 * - `refuse`: the customer said no; `lapse`: nobody signed in time
 * - `delete`: the application ended it
 * - `expire`: its time for reading is over, or a reset ended it
 */
export const STATEMENT_EVENTS = ['sign', 'refuse', 'lapse', 'delete', 'expire'] as const;
export type StatementEvent = (typeof STATEMENT_EVENTS)[number];

const STATEMENT_MOVES: Readonly<Record<StatementStatus, Partial<Readonly<Record<StatementEvent, StatementStatus>>>>> = {
  received: { sign: 'valid', refuse: 'rejected', lapse: 'rejected', delete: 'rejected' },
  valid: { delete: 'terminatedByTpp', expire: 'expired' },
  rejected: {},
  expired: {},
  terminatedByTpp: {},
};

/** Undefined: this does not happen to such a statement. */
export function nextStatus(status: StatementStatus, event: StatementEvent): StatementStatus | undefined {
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
