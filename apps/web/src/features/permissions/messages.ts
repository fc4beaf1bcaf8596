/** The catalogue of the permissions page. */
import type { CatalogueOf } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type PermissionsKey = keyof typeof import('./messages.en.json');
export const permissionsCatalogue: CatalogueOf<PermissionsKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function usePermissionsText(): Text<PermissionsKey> {
  return useText<PermissionsKey>();
}
