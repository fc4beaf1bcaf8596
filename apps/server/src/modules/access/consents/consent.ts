/** A stored consent: the Berlin Group's statuses, times in tenant time, dates in the bank's time zone. */

import type { BankCountry, ConsentAccessForm, ConsentStatus } from '@portico/contract';
import type { GrantEnd } from '../grant/grant.ts';
import type { ConsentEvent } from './consent-status.ts';

/** An account that the application named or the customer chose, with its rights; seeing the account itself is implied. */
export interface ConsentAccount {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly mayBalances: boolean;
  readonly mayTransactions: boolean;
}

/** The requested terms. */
export interface ConsentTerms {
  readonly form: ConsentAccessForm;
  /** For forms that name no accounts: the rights of each account. */
  readonly asksBalances: boolean;
  readonly asksTransactions: boolean;
  readonly withOwnerName: boolean;
  readonly isRecurring: boolean;
  /** ISO date, the last day. */
  readonly validUntil: string;
  readonly frequencyPerDay: number;
}

export interface NewConsent extends ConsentTerms {
  readonly consentId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly bankCountry: BankCountry;
  readonly accountHolder: string;
  /** The person who signs for a company. */
  readonly representative: string | undefined;
  readonly authorisationId: string | undefined;
  readonly receivedAt: Date;
  /** ISO date. */
  readonly receivedOn: string;
  /** Empty for `bankOffered` until the signature, and always for `global` and `listOnly`. */
  readonly accounts: readonly ConsentAccount[];
}

export interface Consent extends Omit<NewConsent, 'receivedOn'> {
  readonly status: ConsentStatus;
  readonly signedAt: Date | undefined;
  readonly lastActionDate: string;
  /** ISO date of the first reading; undefined before it. */
  readonly firstUsedOn: string | undefined;
  /** Undefined while it may be used or signed, and for consents that ended before ends were stored. */
  readonly ended: GrantEnd<ConsentEvent> | undefined;
}

export interface ConsentKey {
  readonly sandboxId: string;
  readonly consentId: string;
}
