/** Builds, formats and parses IBANs (ISO 13616). `iban-check.ts` validates them. */
import { mod97CheckDigits } from './mod97.ts';
import { isSevenThreeOneValid } from './seven-three-one.ts';

/** Length of the bank code in the IBAN: EE digits 5–6, LV letters 5–8, LT digits 5–9. */
const BANK_CODE_LENGTHS: Readonly<Record<string, number>> = { EE: 2, LV: 4, LT: 5 };

/** Electronic form of an entered IBAN: spaces removed, upper case. Not validated. */
export function normalizeIban(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}

/** IBAN of a country and its national account number (bank code first), with computed check digits. */
export function buildIban(country: string, bankAccount: string): string {
  return `${country}${mod97CheckDigits(country, bankAccount)}${bankAccount}`;
}

/** `EE74 9900 1234 5678 9012`: groups of four, for display only. */
export function formatIban(iban: string): string {
  return groupIban(iban).join(' ');
}

/** The groups of four as a list. A page can then separate them visually without spaces in the copied text. */
export function groupIban(iban: string): readonly string[] {
  return iban.match(/.{1,4}/g) ?? [];
}

/** Country of an IBAN, upper case (`EE`). */
export function ibanCountry(iban: string): string {
  return iban.slice(0, 2);
}

/** Bank code inside an IBAN of EE, LV or LT; undefined elsewhere. */
export function ibanBankCode(iban: string): string | undefined {
  const length = BANK_CODE_LENGTHS[ibanCountry(iban)];
  return length === undefined ? undefined : iban.slice(4, 4 + length);
}

/** The country and the last four characters, for logs: `EE…9012`. */
export function maskIban(iban: string): string {
  return `${ibanCountry(iban)}…${iban.slice(-4)}`;
}

/** Estonia only: the last digit of the account number (after the bank code) is a 7-3-1 check digit. */
export function hasEstonianAccountCheck(iban: string): boolean {
  return ibanCountry(iban) === 'EE' && isSevenThreeOneValid(iban.slice(6));
}
