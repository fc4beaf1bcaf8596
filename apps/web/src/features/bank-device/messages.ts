/** The catalogue of the test device. */
import type { CatalogueOf } from '../../shared/i18n/catalogues.ts';
import { type Text, useText } from '../../shared/i18n/use-text.ts';

export type DeviceKey = keyof typeof import('./messages.en.json');
export const deviceCatalogue: CatalogueOf<DeviceKey> = {
  en: () => import('./messages.en.json'),
  et: () => import('./messages.et.json'),
  lt: () => import('./messages.lt.json'),
  lv: () => import('./messages.lv.json'),
  ru: () => import('./messages.ru.json'),
};

export function useDeviceText(): Text<DeviceKey> {
  return useText<DeviceKey>();
}
