/** Limits and lists of a developer's application and sandbox. */

export const CLIENT_NAME_LENGTH_MAX = 60;
export const REDIRECT_URI_LENGTH_MAX = 2048;
export const REDIRECT_URIS_MAX = 10;
export const CONTACTS_MAX = 5;
/** Applications of one developer. */
export const APPLICATIONS_MAX = 5;
/** How long the previous secret is valid after a rotation. */
export const SECRET_OVERLAP_SECONDS = 24 * 60 * 60;

/**
 * The scenario of a test customer. Default: `approves` for a person, `needsSecondSignature` for a company. The company's co-signer signs 15 s
 * after the first signature, or follows the customer's scenario at that time: `refuses` refuses, `timesOut` does not answer. While a person is
 * signed in at `/bank/to-sign` as the co-signer, they decide.
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

/** The most customers of one country that a developer can ever create. Personal codes and IBANs are never used twice. */
export const OWN_CUSTOMERS_MAX = 8;
/** The most accounts that one customer ever has, including seeded and removed ones. */
export const CUSTOMER_ACCOUNTS_MAX = 10;
/** 1 000 000.00 */
export const OPENING_BALANCE_CENTS_MAX = 100_000_000;
/** The most of one step. */
export const CLOCK_MINUTES_MAX = 1440;
export const CLOCK_DAYS_MAX = 366;
export const CLOCK_MONTHS_MAX = 12;
/**
 * The most transactions of an imported document. They are one transaction of the database, in which no other request writes to the embedded database:
 * about a second on two cores.
 */
export const IMPORT_TRANSACTIONS_MAX = 3_000;
export const IMPORT_BYTES_MAX = 3 * 1024 * 1024;
/** The most transactions of an exported sandbox: an import and the histories of the seeded customers. */
export const EXPORT_TRANSACTIONS_MAX = 5_000;
/** How often a developer can import a document or a seed within 24 hours. */
export const IMPORTS_PER_DAY = 50;
