/** Words that customers' pages of several features share. */
import type { CatalogueLoaders } from './catalogues.ts';

export const sharedCatalogue: CatalogueLoaders = { en: () => import('./messages.en.json') };
export type SharedKey = keyof typeof import('./messages.en.json');
