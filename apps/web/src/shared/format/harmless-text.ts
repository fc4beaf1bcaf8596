/**
 * What others wrote (providers, payees, banks) as a customer may see it. Characters that are not seen, or that turn what stands around
 * them, are shown as U+FFFD: a name that holds one is not the name it seems to be. Scripts that run from right to left stay, each text
 * in an isolate of its own, so that no amount or account beside it changes its place (Unicode Standard Annex 9).
 */

/** Controls, format characters with every mark of direction, private and unassigned ones, line separators, and what is drawn as nothing. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;
/** Part of ordinary text. */
const LINE_BREAK = /[\t\n\r]+/g;
/** More marks on one letter than any language needs cover the lines around it. */
const MARKS_MAX = /(\p{M}{2})\p{M}+/gu;
/** Hebrew, Arabic and the other scripts of that direction, by their blocks. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Asked first, because nearly every text is this. */
const PLAIN = /^[ -~À-ſ]*$/;
/** Followed, not read: an address stays what it is. */
const ADDRESS = /^https?:\/\//;

const REPLACEMENT = '\ufffd';
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

export function harmlessText(text: string): string {
  if (PLAIN.test(text) || ADDRESS.test(text)) return text;
  const seen = text.replaceAll(LINE_BREAK, ' ').replaceAll(UNSEEN, REPLACEMENT).replaceAll(MARKS_MAX, '$1');
  return RIGHT_TO_LEFT.test(seen) ? `${ISOLATE}${seen}${END_OF_ISOLATE}` : seen;
}
