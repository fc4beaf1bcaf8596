/**
 * The banks of the sandbox. All codes are fictitious; no real bank has them. A bank that is not listed here (and every IBAN from outside the
 * Baltic states) is reachable for instant payments and responds to no payee verification.
 */
import { ibanBankCode, ibanCountry } from '@portico/primitives';

/** Portico Bank itself: the code in its IBANs and its BIC, per country. */
export const OWN_BANKS = {
  ee: { bankCode: '99', bic: 'PORTEE2X' },
  lv: { bankCode: 'PORT', bic: 'PORTLV22' },
  lt: { bankCode: '99000', bic: 'PORTLT21' },
} as const;

const OWN_BANK_CODES: ReadonlySet<string> = new Set(['EE:99', 'LV:PORT', 'LT:99000']);
/** "Meadow Savings Bank": accepts ordinary payments only, so that `retryAsSepa` can be tested. */
const BANKS_WITHOUT_INSTANT: ReadonlySet<string> = new Set(['EE:97', 'LV:MEAD', 'LT:97000']);

/** True when the IBAN belongs to Portico Bank in any of its three countries. */
export function isOwnBank(iban: string): boolean {
  return OWN_BANK_CODES.has(bankOf(iban));
}

/** True when the creditor's bank accepts instant payments. */
export function isReachableInstantly(creditorIban: string): boolean {
  return !BANKS_WITHOUT_INSTANT.has(bankOf(creditorIban));
}

function bankOf(iban: string): string {
  return `${ibanCountry(iban)}:${ibanBankCode(iban) ?? ''}`;
}
