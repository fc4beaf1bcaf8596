/** A stored transactions statement: times in tenant time, dates in the bank's time zone. */

import type { BankCountry, StatementStatus } from '@portico/contract';
import type { GrantEnd, GrantEvent } from '../grant/grant.ts';

/** The bookings of one account between two dates (ISO, inclusive). */
export interface StatementScope {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly dateFrom: string;
  readonly dateTo: string;
}

export interface NewStatement extends StatementScope {
  readonly statementId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly bankCountry: BankCountry;
  readonly accountHolder: string;
  /** The person who signs for a company. */
  readonly representative: string | undefined;
  readonly receivedAt: Date;
}

export interface Statement extends NewStatement {
  readonly status: StatementStatus;
  readonly signedAt: Date | undefined;
  /** Undefined while it may be read or signed, and for statements that ended before ends were stored. */
  readonly ended: GrantEnd<GrantEvent> | undefined;
}

export interface StatementKey {
  readonly sandboxId: string;
  readonly statementId: string;
}
