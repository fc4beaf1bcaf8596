/** Words that customers' pages of several features share. */
import type { CatalogueOf } from './catalogues.ts';

export const sharedCatalogue: CatalogueOf<SharedKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};
export type SharedKey = keyof typeof import('./messages.en.json');
