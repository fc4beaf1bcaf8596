/** The catalogue of the signing pages. English is the only language yet; its keys are the type of every text. */
import type { CatalogueLoaders } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type SigningKey = keyof typeof import('./messages.en.json');
export const signingCatalogue: CatalogueLoaders = { en: () => import('./messages.en.json') };

export function useSigningText(): Text<SigningKey> {
  return useText<SigningKey>();
}
