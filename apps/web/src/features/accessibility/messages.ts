/** The catalogue of the accessibility statement. */
import type { CatalogueOf } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

type AccessibilityKey = keyof typeof import('./messages.en.json');
export const accessibilityCatalogue: CatalogueOf<AccessibilityKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function useAccessibilityText(): Text<AccessibilityKey> {
  return useText<AccessibilityKey>();
}
