/** The catalogue of the co-signer's page. */
import type { CatalogueOf } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type ToSignKey = keyof typeof import('./messages.en.json');
export const toSignCatalogue: CatalogueOf<ToSignKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function useToSignText(): Text<ToSignKey> {
  return useText<ToSignKey>();
}
