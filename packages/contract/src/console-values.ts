/** Values of the bank's console that pages and server share. */

/** The roles of operators. The groups of the bank's OpenID provider are mapped to them. */
export const CONSOLE_ROLES = ['support', 'operations', 'provider-manager', 'auditor', 'administrator'] as const;
export type ConsoleRole = (typeof CONSOLE_ROLES)[number];

/** What an operator may do. */
export const CONSOLE_ACTS = ['overview', 'find', 'show', 'payments', 'providers', 'requests', 'suspend', 'decide', 'revoke', 'audit'] as const;
export type ConsoleAct = (typeof CONSOLE_ACTS)[number];

/** Personal values of a payment or a consent. The console masks them. */
export const CONSOLE_FIELDS = ['payer', 'payerAccount', 'payee', 'payeeAccount', 'description', 'holder', 'representative', 'accounts'] as const;
export type ConsoleField = (typeof CONSOLE_FIELDS)[number];

/** Why an operator reads personal values. */
export const CONSOLE_REASONS = ['customerAsks', 'providerAsks', 'fraudSuspected', 'authorityAsks', 'faultExamined'] as const;
export type ConsoleReason = (typeof CONSOLE_REASONS)[number];

/** Why a sign-in ended without a session; a query parameter of the sign-in page. */
export const CONSOLE_SIGN_IN_PROBLEMS = ['noRole', 'expired', 'cancelled', 'unavailable', 'failed'] as const;
export type ConsoleSignInProblem = (typeof CONSOLE_SIGN_IN_PROBLEMS)[number];

/** Length of an operator's own words, in characters. */
export const CONSOLE_WORDS_MIN = 20;
export const CONSOLE_WORDS_MAX = 500;
/** Shown values are masked again after this time. */
export const CONSOLE_SHOWN_SECONDS = 15 * 60;
/** A session without a call ends after this time. */
export const CONSOLE_IDLE_SECONDS = 15 * 60;
/** Every session ends after this time. */
export const CONSOLE_TOTAL_SECONDS = 8 * 60 * 60;

/** Acts that need a second person. */
export const CONSOLE_REQUEST_KINDS = ['suspend', 'lift'] as const;
export type ConsoleRequestKind = (typeof CONSOLE_REQUEST_KINDS)[number];

/** `overtaken`: what the request is about had changed, so the confirmation did nothing. */
export const CONSOLE_REQUEST_STATES = ['waiting', 'confirmed', 'declined', 'withdrawn', 'expired', 'overtaken'] as const;
export type ConsoleRequestState = (typeof CONSOLE_REQUEST_STATES)[number];

/** `withdraw` is for the person who asked, the others for another person. */
export const CONSOLE_DECISIONS = ['confirm', 'decline', 'withdraw'] as const;
export type ConsoleDecision = (typeof CONSOLE_DECISIONS)[number];

/** A request that no second person decides expires after this time. */
export const CONSOLE_REQUEST_SECONDS = 24 * 60 * 60;
