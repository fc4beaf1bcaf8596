/**
 * The texts of a page without other content: while loading, after a crash, on an unknown address. English is part of the page, so that there are
 * texts even when no catalogue can be loaded.
 */
import type { CatalogueOf } from '../i18n/catalogues.ts';
import { type Text, useText } from '../i18n/use-text.ts';
import english from './messages.en.json';

export type EssentialTextKey = keyof typeof english;
export const essentialTexts: CatalogueOf<EssentialTextKey> = {
  en: async () => ({ default: english }),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function useEssentialText(): Text<EssentialTextKey> {
  return useText<EssentialTextKey>();
}
