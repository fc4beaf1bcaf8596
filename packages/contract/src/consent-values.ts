/** Account access consents in the words of the signing pages (specification §4); `/v1` speaks the Berlin Group's. */

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

/** Transactions statements on `/v1` and in the database: as consents, without what does not happen to them. */
export const STATEMENT_STATUSES = ['received', 'rejected', 'valid', 'expired', 'terminatedByTpp'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

/** How the provider asked: named accounts, the customer chooses at the bank, everything, or the list of accounts alone. */
export const CONSENT_ACCESS_FORMS = ['detailed', 'bankOffered', 'global', 'listOnly'] as const;
export type ConsentAccessForm = (typeof CONSENT_ACCESS_FORMS)[number];

/** The forms that cover every account of the customer, those opened later included. */
export const EVERY_ACCOUNT_FORMS: ReadonlySet<ConsentAccessForm> = new Set<ConsentAccessForm>(['global', 'listOnly']);

/** Accounts in one consent. */
export const CONSENT_ACCOUNTS_MAX = 100;
