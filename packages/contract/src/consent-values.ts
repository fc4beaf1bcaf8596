/** Consents to account access in the terms of the signing pages (specification §4); `/v1` uses the Berlin Group's terms. */

export const UI_CONSENT_STATUSES = [
  'received',
  'rejected',
  'partially_authorised',
  'valid',
  'revoked_by_psu',
  'expired',
  'terminated_by_tpp',
] as const;
export type UiConsentStatus = (typeof UI_CONSENT_STATUSES)[number];

/** Transactions statements in `/v1` and in the database: the statuses of a consent, without those that a statement never has. */
export const STATEMENT_STATUSES = ['received', 'rejected', 'valid', 'expired', 'terminatedByTpp'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

/** The form of the request: named accounts, accounts that the customer chooses at the bank, all accounts, or the list of accounts only. */
export const CONSENT_ACCESS_FORMS = ['detailed', 'bankOffered', 'global', 'listOnly'] as const;
export type ConsentAccessForm = (typeof CONSENT_ACCESS_FORMS)[number];

/** The forms that cover every account of the customer, including those opened later. */
export const EVERY_ACCOUNT_FORMS: ReadonlySet<ConsentAccessForm> = new Set<ConsentAccessForm>(['global', 'listOnly']);

/** The most accounts in one consent. */
export const CONSENT_ACCOUNTS_MAX = 100;
