/** Limits and lists of a developer's application and sandbox. */

export const CLIENT_NAME_LENGTH_MAX = 60;
export const REDIRECT_URI_LENGTH_MAX = 2048;
export const REDIRECT_URIS_MAX = 10;
export const CONTACTS_MAX = 5;
/** The secret before a rotation stays valid this long. */
export const SECRET_OVERLAP_SECONDS = 24 * 60 * 60;

/**
 * What a test customer's journey does. The default: a person `approves`, a company `needsSecondSignature`. Its co-signer signs 15 s after
 * the first signature, or does what the customer's scenario says then: `refuses` refuses, `timesOut` does not answer. While somebody is
 * signed in at `/bank/to-sign` as the co-signer, that person answers.
 */
export const CUSTOMER_SCENARIOS = [
  'approves',
  'refuses',
  'wrongCode',
  'timesOut',
  'sessionExpires',
  'needsSecondSignature',
  'notEnoughMoney',
  'bankSlow',
  'bankDown',
] as const;
export type CustomerScenario = (typeof CUSTOMER_SCENARIOS)[number];

/** Customers of one country that a developer ever makes: their codes and IBANs are never given out twice. */
export const OWN_CUSTOMERS_MAX = 8;
/** Accounts that one customer ever has, the seeded and the removed ones included. */
export const CUSTOMER_ACCOUNTS_MAX = 10;
/** 1 000 000.00 */
export const OPENING_BALANCE_CENTS_MAX = 100_000_000;
/** In one step. */
export const CLOCK_MINUTES_MAX = 1440;
export const CLOCK_DAYS_MAX = 366;
export const CLOCK_MONTHS_MAX = 12;
