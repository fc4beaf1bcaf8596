/** The catalogue of the permissions page. */
import type { CatalogueOf } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type PermissionsKey = keyof typeof import('./messages.en.json');
export const permissionsCatalogue: CatalogueOf<PermissionsKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.en.json'),
  lt: () => import('./messages.en.json'),
  lv: () => import('./messages.en.json'),
  ru: () => import('./messages.en.json'),
};

export function usePermissionsText(): Text<PermissionsKey> {
  return useText<PermissionsKey>();
}
