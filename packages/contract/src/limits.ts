/** Business constants (specification §9, product lifetimes). Names end with the unit. */

export const TOAST_MS = 3000;
export const ERROR_TOAST_MS = 6000;
export const COPY_CONFIRMATION_MS = 3000;
export const REDIRECT_COUNTDOWN_SECONDS = 5;
export const REDIRECT_TICK_MS = 1000;
export const PASSWORD_LENGTH_MIN = 8;
export const MOBILE_WIDTH_MAX_PX = 768;
export const DESKTOP_WIDTH_MIN_PX = 769;
export const MODAL_CLOSE_MS = 200;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
export const AVATAR_CHARACTERS = 2;
export const AMOUNT_DECIMALS = 2;
export const DEFAULT_LOCALE = 'en';

export const SIGNING_IDLE_SECONDS = 5 * 60;
export const SIGNING_TOTAL_SECONDS = 15 * 60;
/** How long the response to a finished signature can be repeated. */
export const SIGNED_ANSWER_SECONDS = 15 * 60;
/** A held `PUT` waits at most this long for the customer's device. */
export const SIGNING_HOLD_SECONDS = 120;
export const ACTIVITY_INTERVAL_SECONDS_MIN = 30;
export const TIME_LEFT_WARNING_SECONDS = 60;

/** Strong customer authentication for account access, RTS (EU) 2018/389 Art. 10a. */
export const CONSENT_DAYS_MAX = 180;
/** Reads a day without the customer, per endpoint and account, RTS Art. 36(5)(b). */
export const CONSENT_FREQUENCY_MAX = 4;
/** How long a request for a page of transactions can be repeated after a lost response. */
export const PAGE_REPEAT_SECONDS = 10 * 60;
/** ISO 20022 Max35Text. */
export const CARD_NUMBER_LENGTH_MAX = 35;
/** Funds confirmations per day for one account and developer. Ten answers narrow a balance to a thousandth of its range, never to the cent. */
export const FUNDS_CONFIRMATIONS_PER_DAY = 10;
/** Different names that one developer may verify for an IBAN in a day: enough to correct a mistake, too few to guess the holder's name. */
export const PAYEE_NAMES_PER_DAY = 3;
/** Verifications of payees in a day with the tokens of one customer, all applications together: a private person, and a company with its payroll. */
export const PAYEE_VERIFICATIONS_PER_DAY = { person: 100, company: 5_000 } as const;
/** An authorisation that the application starts itself (`TPP-Explicit-Authorisation-Preferred`) must begin within this time. */
export const CONSENT_START_SECONDS = 15 * 60;
/** Age of bookings that are readable with a consent, RTS Art. 10(1)(b); older ones need a transactions statement. */
export const HISTORY_DAYS_MAX = 90;
/** How long a signed transactions statement can be read after the signature. */
export const STATEMENT_READ_SECONDS = 15 * 60;
/** First and last day included: two years, one of which may be a leap year. */
export const STATEMENT_PERIOD_DAYS_MAX = 731;
export const TRANSACTIONS_PAGE_MAX = 500;
export const TRANSACTIONS_PAGE_DEFAULT = 100;

/** From the start of a challenge; an approval that was not used by then is void. Real time. */
export const APPROVAL_SECONDS = 5 * 60;
/** An older sign-in does not confirm a consent without another authentication (lt, lv). */
export const SIGN_IN_CONFIRMS_SECONDS = 5 * 60;
export const BANK_SESSION_IDLE_SECONDS = 5 * 60;
export const BANK_SESSION_TOTAL_SECONDS = 30 * 60;
export const BANK_COOKIE_SECONDS = 24 * 60 * 60;

export const AUTHENTICATION_FAILURES_MAX = 5;
export const METHOD_BLOCK_SECONDS = 15 * 60;

export const BODY_BYTES_MAX = 1024 * 1024;
/** A bulk payment of 1,000 items with every field full has about 1.5 MB. */
export const BULK_BODY_BYTES_MAX = 2 * 1024 * 1024;
export const UI_BODY_BYTES_MAX = 64 * 1024;

export const AMOUNT_CENTS_MIN = 1;
/** 999 999 999.99 EUR; of a bulk payment the sum. */
export const AMOUNT_CENTS_MAX = 99_999_999_999;
/** Items of one bulk payment. */
export const BULK_ITEMS_MAX = 1_000;
/** How many days ahead a single or a bulk payment may be ordered. */
export const EXECUTION_DAYS_AHEAD_MAX = 366;
/** How many days ahead a periodic payment may begin. */
export const PERIODIC_START_DAYS_MAX = 366;
/** The most executions that a periodic payment lists, newest first. */
export const PERIODIC_EXECUTIONS_SHOWN_MAX = 12;
export const CREDITOR_NAME_LENGTH_MAX = 70;
export const REMITTANCE_LENGTH_MAX = 140;
export const REFERENCE_LENGTH_MAX = 35;
export const END_TO_END_ID_LENGTH_MAX = 35;
