/**
 * Makes texts by others (providers, payees, banks) safe to display. Invisible characters, and characters that change the direction of the text
 * around them, are shown as U+FFFD, because a name that contains one is misleading. Right-to-left scripts stay. Each such text is isolated, so
 * that amounts and accounts beside it keep their place (Unicode Standard Annex 9).
 */

/** Controls, format characters with all direction marks, private and unassigned characters, line separators, and default-ignorable characters. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;
/** Part of ordinary text. */
const LINE_BREAK = /[\t\n\r]+/g;
/** More than two marks on one letter would cover the lines around it. */
const MARKS_MAX = /(\p{M}{2})\p{M}+/gu;
/** Hebrew, Arabic and the other right-to-left scripts, by their blocks. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Tested first, because it matches nearly every text. */
const PLAIN = /^[ -~À-ſ]*$/;
/** Addresses are followed and not displayed, so they stay unchanged. */
const ADDRESS = /^https?:\/\//;

const REPLACEMENT = '\ufffd';
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

export function harmlessText(text: string): string {
  if (PLAIN.test(text) || ADDRESS.test(text)) return text;
  const seen = text.replaceAll(LINE_BREAK, ' ').replaceAll(UNSEEN, REPLACEMENT).replaceAll(MARKS_MAX, '$1');
  return RIGHT_TO_LEFT.test(seen) ? `${ISOLATE}${seen}${END_OF_ISOLATE}` : seen;
}
