/** The catalogue of the co-signer's page. */
import type { CatalogueLoaders } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type ToSignKey = keyof typeof import('./messages.en.json');
export const toSignCatalogue: CatalogueLoaders = { en: () => import('./messages.en.json') };

export function useToSignText(): Text<ToSignKey> {
  return useText<ToSignKey>();
}
