/** The catalogue of the sign-in page. */
import type { CatalogueOf } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type SignInKey = keyof typeof import('./messages.en.json');
export const signInCatalogue: CatalogueOf<SignInKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function useSignInText(): Text<SignInKey> {
  return useText<SignInKey>();
}
