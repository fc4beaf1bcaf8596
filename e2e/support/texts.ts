/** The sentences of the signing pages in a language, read from their own catalogue and the shared one: journeys in five languages name a text by its key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@portico/contract';

const SOURCES = join(import.meta.dirname, '..', '..', 'apps/web/src');
const FEATURE = join(SOURCES, 'features/signing');
const SHARED = join(SOURCES, 'shared/i18n');

export type SigningText =
  | keyof typeof import('../../apps/web/src/features/signing/messages.en.json')
  | keyof typeof import('../../apps/web/src/shared/i18n/messages.en.json');

const read = new Map<Locale, Readonly<Record<string, string>>>();

/** With its placeholders filled in; a language whose catalogue the page does not load is spoken in English. */
export function textIn(locale: Locale, key: SigningText, values: Readonly<Record<string, string>> = {}): string {
  const text = catalogueOf(locale)[key];
  if (text === undefined) throw new Error(`${key} is not written in ${locale}.`);
  return text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '').replaceAll(/<\/?\w+>/g, '');
}

function catalogueOf(locale: Locale): Readonly<Record<string, string>> {
  const known = read.get(locale);
  if (known !== undefined) return known;
  const name = `messages.${locale}.json`;
  const isSpoken = locale === 'en' || readFileSync(join(FEATURE, 'messages.ts'), 'utf8').includes(name);
  const texts: Readonly<Record<string, string>> = isSpoken
    ? Object.assign({}, ...[SHARED, FEATURE].map((folder) => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    : catalogueOf('en');
  read.set(locale, texts);
  return texts;
}
