/** An operator's reason, in a sentence. */
import { UiRefusal } from '#platform/http/refusal.ts';

const WORDS_MIN = 3;

/** Twenty spaces are no reason. @throws UiRefusal 400 FORMAT_ERROR; its text ends with `outcome`. */
export function requireWords(words: string, outcome: string): void {
  if ((words.match(/\p{L}+/gu) ?? []).length >= WORDS_MIN) return;
  throw new UiRefusal(400, 'FORMAT_ERROR', `Write the reason in a sentence. ${outcome}`, { path: 'words' });
}
