/** Texts of the server in the languages of the pages, for files that customers save. */
import type { Locale } from '@portico/contract';

type Text<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** `{name}` in a text is the value of that name. */
export function createTexts<Key extends string>(catalogues: Readonly<Record<Locale, Readonly<Record<Key, string>>>>): (locale: Locale) => Text<Key> {
  return (locale) =>
    (key, values = {}) =>
      catalogues[locale][key].replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name] ?? ''));
}
