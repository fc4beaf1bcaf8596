/**
 * Text that may travel in a SEPA payment: the EPC basic character set and the letters of the Baltic alphabets, which banks of
 * the three countries accept domestically. Control characters, emoji and other scripts are refused, never dropped.
 */

/** EPC217-08 basic set. */
const BASIC = /^[A-Za-z0-9/\-?:().,'+ ]$/;
/** Estonian, Latvian and Lithuanian letters beyond the basic set. */
const BALTIC = new Set('äöõüšžāčēģīķļņōŗūąęėįųÄÖÕÜŠŽĀČĒĢĪĶĻŅŌŖŪĄĘĖĮŲ');

/** True when every character is accepted; the empty text is accepted too. */
export function isSepaText(text: string): boolean {
  return firstRefusedCharacter(text) === undefined;
}

/** The first character that is refused, as one code point, to name it to the sender. Composed form (NFC) is expected. */
export function firstRefusedCharacter(text: string): string | undefined {
  for (const character of text) {
    if (!BASIC.test(character) && !BALTIC.has(character)) return character;
  }
  return undefined;
}

/** The text as it travels to a bank that takes the basic set only: diacritics removed. */
export function transliterateToBasic(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** EndToEndId and other identifications: basic set only, 1 to 35 characters, no leading, trailing or double `/`. */
export function isSepaIdentification(text: string): boolean {
  return /^[A-Za-z0-9\-?:().,'+ ](?:[A-Za-z0-9/\-?:().,'+ ]{0,33}[A-Za-z0-9\-?:().,'+ ])?$/.test(text) && !text.includes('//');
}
