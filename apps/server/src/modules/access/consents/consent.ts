/** One consent as stored: the Berlin Group's words, times as tenant time, dates of the bank's zone. */

import type { BankCountry, ConsentAccessForm, ConsentStatus } from '@portico/contract';
import type { GrantEnd } from '../grant/grant.ts';
import type { ConsentEvent } from './consent-status.ts';

/** An account that the application named or the customer chose, with the rights beyond seeing that it exists. */
export interface ConsentAccount {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly mayBalances: boolean;
  readonly mayTransactions: boolean;
}

/** What was asked for. */
export interface ConsentTerms {
  readonly form: ConsentAccessForm;
  /** Of the forms that name no accounts: the rights each account gets. */
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
  /** Empty for `bankOffered` until the signature, and for `global` and `listOnly` for good. */
  readonly accounts: readonly ConsentAccount[];
}

export interface Consent extends Omit<NewConsent, 'receivedOn'> {
  readonly status: ConsentStatus;
  readonly signedAt: Date | undefined;
  readonly lastActionDate: string;
  /** ISO date of the first reading; undefined before it. */
  readonly firstUsedOn: string | undefined;
  /** Undefined while it may still be used or signed, and of what ended before this was written down. */
  readonly ended: GrantEnd<ConsentEvent> | undefined;
}

export interface ConsentKey {
  readonly sandboxId: string;
  readonly consentId: string;
}
