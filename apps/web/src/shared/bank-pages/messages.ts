/** The words that the bank's own pages share. */
import type { CatalogueOf } from '../i18n/catalogues.ts';
import { type Text, useText } from '../i18n/use-text.ts';

export type DoorKey = keyof typeof import('./messages.en.json');
export const doorCatalogue: CatalogueOf<DoorKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function useDoorText(): Text<DoorKey> {
  return useText<DoorKey>();
}
