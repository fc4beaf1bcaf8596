/** IBAN (ISO 13616). Lengths: SWIFT registry release 101, the countries a Baltic bank's customers pay to. */
import { mod97, mod97CheckDigits } from './mod97.ts';
import { isSevenThreeOneValid } from './seven-three-one.ts';

const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
};

/** Form of the part behind the check digits, where the country fixes it. */
const FORMS: Readonly<Record<string, RegExp>> = {
  EE: /^\d{16}$/,
  LV: /^[A-Z]{4}[A-Z0-9]{13}$/,
  LT: /^\d{16}$/,
};

/** Where the bank's code stands in the IBAN: EE digits 5–6, LV letters 5–8, LT digits 5–9. */
const BANK_CODE_LENGTHS: Readonly<Record<string, number>> = { EE: 2, LV: 4, LT: 5 };

/** True for a complete IBAN in electronic form: upper case, no spaces, known country, its length, check digits mod 97. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return false;
  const country = iban.slice(0, 2);
  if (iban.length !== LENGTHS[country]) return false;
  const form = FORMS[country];
  if (form !== undefined && !form.test(iban.slice(4))) return false;
  // Check digits 00, 01 and 99 give the same remainder as 97, 98 and 02 but are never issued.
  const checkDigits = Number(iban.slice(2, 4));
  return checkDigits >= 2 && checkDigits <= 98 && mod97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** Electronic form of what a person typed or pasted: spaces removed, upper case. Not validated. */
export function normalizeIban(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}

/** IBAN of a country and its national account number (bank code first), with computed check digits. */
export function buildIban(country: string, bankAccount: string): string {
  return `${country}${mod97CheckDigits(country, bankAccount)}${bankAccount}`;
}

/** `EE74 9900 1234 5678 9012`: groups of four, for people only. */
export function formatIban(iban: string): string {
  return groupIban(iban).join(' ');
}

/** The groups of four one by one, for a page that sets them apart without spaces in the copied text. */
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

/** Last four characters behind dots, for logs: `EE…9012`. */
export function maskIban(iban: string): string {
  return `${ibanCountry(iban)}…${iban.slice(-4)}`;
}

/** Estonia only: the last digit of the account number (behind the bank code) is a 7-3-1 check digit. */
export function hasEstonianAccountCheck(iban: string): boolean {
  return ibanCountry(iban) === 'EE' && isSevenThreeOneValid(iban.slice(6));
}
