/** The common part of consents and statements: requested by an application, signed or refused, used for a while, and ended. */
import type { Tx } from '#platform/db/database.ts';

export interface Grant {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly status: string;
}

export interface GrantKey {
  readonly sandboxId: string;
  readonly id: string;
}

/**
 *
 * - `sign`: the last signature was given
 * - `refuse`: the customer refused; `lapse`: the time for signing has passed
 * - `delete`: the application ended it
 * - `expire`: its time has passed, or a reset ended it
 */
export const GRANT_EVENTS = ['sign', 'refuse', 'lapse', 'delete', 'expire'] as const;
export type GrantEvent = (typeof GRANT_EVENTS)[number];

export interface GrantEnd<Event> {
  readonly by: Event;
  /** Tenant time. */
  readonly at: Date;
  /** Id of the customer who withdrew it. */
  readonly withdrawnBy?: string | undefined;
  /** Id of the grant whose signature ended it. */
  readonly replacedBy?: string | undefined;
}

export interface GrantChange<Status, Event> {
  readonly from: Status;
  readonly to: Status;
  /** Tenant time. */
  readonly at: Date;
  readonly signedAt: Date | undefined;
  readonly ended: GrantEnd<Event> | undefined;
}

/** One kind of grant. `Own`: events of this kind only. */
export interface GrantKind<G extends Grant, Own extends string = never> {
  /** Name of the audit chain, and of the id in its entries. */
  readonly name: 'consent' | 'statement';
  readonly auditEvents: Readonly<Record<GrantEvent | Own, string>>;
  idOf(grant: G): string;
  /** Undefined: the event is not possible in this status. */
  nextStatus(status: G['status'], event: GrantEvent | Own): G['status'] | undefined;
  /** True for a status without further transitions. */
  isFinal(status: G['status']): boolean;
  /** The event that is due at `now` (tenant time); undefined: none. */
  dueEvent(grant: G, now: Date): GrantEvent | Own | undefined;
  /** Reads the grant and locks it until the transaction ends. */
  lock(tx: Tx, key: GrantKey): Promise<G | undefined>;
  /** Like `lock`, for many of one sandbox: one statement, in the order of the ids, so that transactions do not deadlock. */
  lockAll(tx: Tx, sandboxId: string, ids: readonly string[]): Promise<readonly G[]>;
  /** Writes the same change of locked grants of one sandbox. @throws when the status of one is no longer `from`. */
  write(tx: Tx, sandboxId: string, grants: readonly G[], change: GrantChange<G['status'], GrantEvent | Own>): Promise<void>;
}

/** The audit chain of one grant. */
export const grantChain = (name: GrantKind<Grant>['name'], id: string): string => `${name}:${id}`;
