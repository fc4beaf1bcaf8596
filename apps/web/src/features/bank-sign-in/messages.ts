/** The catalogue of the sign-in page. */
import type { CatalogueLoaders } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type SignInKey = keyof typeof import('./messages.en.json');
export const signInCatalogue: CatalogueLoaders = { en: () => import('./messages.en.json') };

export function useSignInText(): Text<SignInKey> {
  return useText<SignInKey>();
}
