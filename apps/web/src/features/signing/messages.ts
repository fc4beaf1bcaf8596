/** The catalogue of the signing pages. The keys of the English one are the type of every text. */
import type { CatalogueOf } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type SigningKey = keyof typeof import('./messages.en.json');
export const signingCatalogue: CatalogueOf<SigningKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function useSigningText(): Text<SigningKey> {
  return useText<SigningKey>();
}
