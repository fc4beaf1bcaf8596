import { formattingLocale } from './locale.ts';

/** Names in a sentence, in their order: `Lumen OÜ, Kask AS and Tamm OÜ`. */
export function formatList(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(formattingLocale(locale), { type: 'conjunction' }).format(names);
}
