/**
 * Prepares text for the PDF. Characters without a glyph, and characters that change how their neighbours are read (direction marks, invisible
 * characters), are written as code points: a receipt shows what was signed and hides nothing.
 */

/** Characters of all three fonts: Latin with its accents, Cyrillic, punctuation. */
const DRAWN =
  /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F\u0218-\u021B\u0400-\u045F\u0462\u0463\u0490-\u04C2\u1E9E\u1EA0-\u1EF9\u2010-\u2015\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203A\u20AC\u2116\u2122\u2212]$/;

/** `\u202e` → `[U+202E]`. */
export function drawable(text: string): string {
  return Array.from(text.normalize('NFC'), (character) => (DRAWN.test(character) ? character : `[${nameOf(character)}]`)).join('');
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
