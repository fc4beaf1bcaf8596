/** The words that the bank's own pages share. */
import type { CatalogueLoaders } from '../i18n/catalogues.ts';
import { type Text, useText } from '../i18n/use-text.ts';

export type DoorKey = keyof typeof import('./messages.en.json');
export const doorCatalogue: CatalogueLoaders = { en: () => import('./messages.en.json') };

export function useDoorText(): Text<DoorKey> {
  return useText<DoorKey>();
}
