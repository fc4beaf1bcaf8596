/** A phone number as people type it, in the one form that is stored. */
import type { BankCountry } from '@portico/contract';

const COUNTRY_CODES: Readonly<Record<BankCountry, string>> = { ee: '+372', lv: '+371', lt: '+370' };

/** `+37200000766` of `+372 0000 0766`, `00372 00000766` and, in Estonia, `0000-0766`. Not validated. */
export function normalizePhoneNumber(typed: string, country: BankCountry): string {
  const plain = typed.replaceAll(/[\s().-]/g, '');
  if (plain.startsWith('+')) return plain;
  const code = COUNTRY_CODES[country];
  return plain.startsWith(`00${code.slice(1)}`) ? `+${plain.slice(2)}` : `${code}${plain}`;
}
