/** ISO 7064 MOD 97-10, used by IBAN (ISO 13616) and creditor reference (ISO 11649). */

/** Remainder of digits and letters (`A` = 10 … `Z` = 35) read as one decimal number. */
export function mod97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** The two check digits that make `{prefix}{digits}{body}` valid. The computation moves prefix and digits to the end. */
export function mod97CheckDigits(prefix: string, body: string): string {
  return String(98 - mod97(`${body}${prefix}00`)).padStart(2, '0');
}
